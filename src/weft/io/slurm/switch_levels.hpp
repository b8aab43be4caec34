// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace weft {

/// Switches, each with its neighbors, and whether it has hosts.
struct SwitchGraph {
  std::vector<std::vector<std::uint32_t>> neighbors;
  std::vector<bool> has_hosts;
};

/// The level of a switch that leads to no host.
inline constexpr std::uint32_t no_level = 0xffffffff;

/// The level of each switch above the switches with hosts, whose level is 0, if the switches are a tree of
/// levels; nothing otherwise. They are one if hosts are only at level 0, neighbors have different levels, and
/// some switch reaches all hosts downward. In a tree in the sense of graphs, where only leaves have hosts,
/// the root is the middle, and a level is the height; in another graph a level is the distance from the
/// nearest host, and neighbors differ by one level.
std::optional<std::vector<std::uint32_t>> switch_levels(SwitchGraph const& graph);

}  // namespace weft
