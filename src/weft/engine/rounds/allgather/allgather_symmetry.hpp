#pragma once

#include "weft/engine/rounds/allgather/allgather.hpp"

/// What the symmetry of a machine tells about an allgather by flooding without following every message.
namespace weft::rounds {

/// Messages that are followed one by one in a machine reduced by its symmetry.
constexpr std::uint64_t most_followed = std::uint64_t{1} << 27;

/// Sets the messages of each class: of a source's message on CLEX, m^(l - i) cliques pass it to m - 1 others on level i.
void count_messages(topology::Clex const& clex, AllgatherResult& result);
/// The same on a grid: along a dimension, the routers of all lower coordinates pass it to side - 1 others.
void count_messages(Grid const& grid, AllgatherResult& result);

/// CLEX with all links and landing = low. Every node has m - 1 channels of each level that bring something, and those of its
/// channels that are used at all send alike: one counter of messages per level says all.
void follow_levels(topology::Clex const& clex, AllgatherResult& result, Stages stages);

/// Whether no dimension wraps.
bool is_line_grid(Grid const& grid);
/// Such a grid with barriers: in the stage of a dimension every router of a line begins with as
/// many messages, so that a line is all there is to follow.
void follow_lines(Grid const& grid, AllgatherResult& result);

bool is_unit_bandwidth(AllgatherResult const& result);
/// Such a grid without barriers and with bandwidth 1: the last channel of every line is never idle before it has sent
/// all, since a router has messages of its own and gets at least one in each round until it has all of a stage.
void follow_busy_lines(Grid const& grid, AllgatherResult& result);

}  // namespace weft::rounds
