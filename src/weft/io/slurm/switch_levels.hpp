// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace weft {

/// A graph of switches: the neighbors of each, and whether it has hosts.
struct SwitchGraph {
  std::vector<std::vector<std::uint32_t>> neighbors;
  std::vector<bool> has_hosts;
};

/// Level of a switch from which no host is reachable.
inline constexpr std::uint32_t no_level = 0xffffffff;

/// Returns the level of each switch above the switches with hosts, which have level 0; nullopt unless the
/// switches form a tree of levels: hosts only at level 0, neighbors at different levels, and a switch that
/// reaches all hosts downward. If the graph is a tree with hosts only at leaves, the root is its center and
/// the level is the height; in other graphs, the level is the distance from the nearest host, and neighbors
/// differ by one level.
std::optional<std::vector<std::uint32_t>> switch_levels(SwitchGraph const& graph);

}  // namespace weft
