// SPDX-License-Identifier: Apache-2.0
#include "weft/io/slurm/switch_levels.hpp"

#include <gtest/gtest.h>

namespace weft {
namespace {

using Levels = std::vector<std::uint32_t>;
using Edges = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

/// Returns the levels of a graph in which the first `hosts` switches have hosts; empty if it is not a tree of
/// levels.
Levels levels_of(std::uint32_t switches, std::uint32_t hosts, Edges const& edges) {
  SwitchGraph graph{std::vector<Levels>(switches), std::vector<bool>(switches, false)};
  for (auto const& [a, b] : edges) {
    graph.neighbors[a].push_back(b);
    graph.neighbors[b].push_back(a);
  }
  for (std::uint32_t s = 0; s < hosts; ++s) graph.has_hosts[s] = true;
  return switch_levels(graph).value_or(Levels{});
}

TEST(SwitchLevels, EqualHeightsInATree) {
  EXPECT_EQ(levels_of(3, 2, {{0, 2}, {1, 2}}), (Levels{0, 0, 1}));
  // 0 1 below 4, 2 below 5, 4 and 5 and the leaf 3 below 6
  EXPECT_EQ(levels_of(8, 4, {{0, 4}, {1, 4}, {2, 5}, {7, 5}, {4, 6}, {5, 6}, {3, 6}}),
            (Levels{0, 0, 0, 0, 1, 1, 2, no_level}));
  EXPECT_EQ(levels_of(6, 4, {{0, 4}, {1, 4}, {2, 5}, {3, 5}, {4, 5}}), (Levels{0, 0, 0, 0, 1, 2}));
}

TEST(SwitchLevels, EqualDistancesFromHostsInAFatTree) {
  // leaves 0 1 2, spines 3 4; core 5 above both spines
  EXPECT_EQ(levels_of(6, 3, {{0, 3}, {1, 3}, {2, 3}, {0, 4}, {1, 4}, {2, 4}, {3, 5}, {4, 5}}),
            (Levels{0, 0, 0, 1, 1, 2}));
}

TEST(SwitchLevels, AreUndefinedIfNoHostIsReachable) {
  EXPECT_EQ(levels_of(1, 1, {}), (Levels{0}));
  EXPECT_EQ(levels_of(5, 2, {{0, 2}, {1, 2}, {2, 3}, {3, 4}}), (Levels{0, 0, 1, no_level, no_level}));
}

TEST(SwitchLevels, AreUndefinedForOtherGraphs) {
  EXPECT_TRUE(levels_of(2, 2, {{0, 1}}).empty());                                  // hosts side by side
  EXPECT_TRUE(levels_of(4, 3, {{0, 2}, {1, 2}, {2, 3}}).empty());                  // hosts at the root
  EXPECT_TRUE(levels_of(4, 2, {{0, 2}, {1, 3}, {2, 3}, {0, 3}, {1, 2}}).empty());  // spines side by side
  EXPECT_TRUE(levels_of(4, 4, {{0, 1}, {1, 2}, {2, 3}, {3, 0}}).empty());
  EXPECT_TRUE(levels_of(6, 3, {{0, 3}, {1, 3}, {1, 4}, {2, 4}, {2, 5}, {0, 5}}).empty());  // no root
  EXPECT_TRUE(levels_of(6, 4, {{0, 4}, {1, 4}, {2, 5}, {3, 5}}).empty());                  // two trees
}

}  // namespace
}  // namespace weft
