#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "weft/core/progress.hpp"

namespace weft {

/// A message between two leaves of a fat tree.
struct LeafMessage {
  std::uint32_t from = 0, to = 0;
  friend bool operator==(LeafMessage const&, LeafMessage const&) = default;
};

/// The capacities of a fat tree on 2^height leaves, equal for both directions of a link and all links of a
/// level.
struct FatTreeCapacities {
  std::vector<double> above;  ///< of the link above a vertex of height 0, 1, .., height - 1; each at least 1
  std::uint32_t height() const { return static_cast<std::uint32_t>(above.size()); }
};

/// Growth^j above height j, as LeisersonFatTree has them.
FatTreeCapacities growing_capacities(std::uint32_t height, double growth);
/// The universal fat tree of that root capacity: links double near the leaves and grow by 4^(1/3) near the
/// root, min(2^j, root / 4^(k/3)) above a vertex of height j at depth k (Leiserson 1985, section IV).
FatTreeCapacities universal_capacities(std::uint32_t height, double root);

/// The volume in which the universal fat tree can be laid out, (w log(P / w))^(3/2) up to a constant, which
/// is taken as 1: P (log P)^(3/2) and less (Leiserson 1985, theorem 4).
double universal_volume(std::uint32_t height, double root);
/// The root capacity of the universal fat tree of that volume, from P^(2/3) to P.
double universal_root(std::uint32_t height, double volume);

/// Messages that cross the up or the down channel of the link above the vertex `index` of a height.
std::uint64_t channel_load(std::span<LeafMessage const> messages, std::uint32_t height, std::uint32_t index,
                           bool up);

/// The maximum number of messages on a channel above a vertex of height 0, 1, .., height - 1.
std::vector<std::uint64_t> max_loads(std::span<LeafMessage const> messages, std::uint32_t height);

/// The maximum load over capacity of all channels: no schedule takes fewer rounds.
double load_factor(std::span<LeafMessage const> messages, FatTreeCapacities const& capacities);

/// The same with capacities rounded down, as loads are whole.
double whole_load_factor(std::span<LeafMessage const> messages, FatTreeCapacities const& capacities);

/// Splits the messages into sets of load factor at most 1. The messages that turn at one vertex are halved
/// until they fit, such that every channel's load is halved up to 1: their ends are matched in each leaf,
/// those left over in the parent, and so on, and the chains of matched messages are colored alternately.
/// Vertices of one height do not meet, so there are at most height * max(1, 2 * whole_load_factor) sets.
/// Source: C. E. Leiserson, Fat-trees: universal networks for hardware-efficient supercomputing, IEEE Trans.
/// Computers C-34(10), 1985, theorem 1.
std::vector<std::vector<LeafMessage>> split_messages(std::span<LeafMessage const> messages,
                                                     FatTreeCapacities const& capacities,
                                                     Progress& progress = no_progress());

}  // namespace weft
