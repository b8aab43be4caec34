#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "weft/engine/queue/allocations/allocation.hpp"

/// What several allocations do with groups of nodes.
namespace weft::queue {

/// One free node from each group in turn, until there are `count`.
NodeList round_over_groups(FreeNodes const& free, std::uint32_t count);

/// The group with the fewest free nodes of those with at least `count`, the first of equal ones; nothing if
/// there is none. `groups`: those that may be chosen.
std::optional<std::uint32_t> best_fit(FreeNodes const& free, std::span<std::uint32_t const> groups,
                                      std::uint32_t count);
/// Again and again the best fit for the rest, or, where no group suffices, all of the one with the most free
/// nodes. Appends `count` nodes of `groups`, which have them, in no order.
void append_best_fit(FreeNodes const& free, std::span<std::uint32_t const> groups, std::uint32_t count,
                     NodeList& out);

/// All groups of a machine.
std::vector<std::uint32_t> all_groups(Nodes const& nodes);

}  // namespace weft::queue
