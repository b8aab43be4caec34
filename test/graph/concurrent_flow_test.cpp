// SPDX-License-Identifier: Apache-2.0
#include "weft/graph/concurrent_flow.hpp"

#include <gtest/gtest.h>

#include "support/graphs.hpp"
#include "weft/graph/paths.hpp"

namespace weft {
namespace {

TEST(ConcurrentFlow, MeetsTheDistanceBoundOnSymmetricGraphs) {  // capacity / sum of distances
  EXPECT_NEAR(concurrent_flow(petersen_graph()).value(), 30.0 / 150, 1e-7);
  EXPECT_NEAR(concurrent_flow(cycle_graph(7)).value(), 14.0 / 84, 1e-7);
  EXPECT_NEAR(concurrent_flow(hypercube_graph(3)).value(), 1.0 / 4, 1e-7);
}

TEST(ConcurrentFlow, IsLimitedByABridge) {  // 2 x 2 pairs in each direction over one link
  auto const graph = graph_of_edges(4, {{0, 1}, {1, 2}, {2, 3}});
  EXPECT_NEAR(concurrent_flow(graph).value(), 0.25, 1e-7);
  std::vector<double> const wide{1, 1, 4, 4, 1, 1};
  EXPECT_NEAR(concurrent_flow(graph, {}, wide).value(), 1.0 / 3, 1e-7);
}

TEST(ConcurrentFlow, UsesTheWeightsOfVertices) {
  std::vector<std::uint32_t> const ends{3, 0, 0, 2};
  EXPECT_NEAR(concurrent_flow(graph_of_edges(4, {{0, 1}, {1, 2}, {2, 3}}), ends).value(), 1.0 / 6, 1e-7);
}

// A ring of five with a chord from 0 to 2: the paths via 1 and via 4 and 3 are longer.
TEST(ConcurrentFlow, ExcludesDetoursIfLimitedToShortestPaths) {
  std::vector<std::uint32_t> const ends{1, 0, 1, 0, 0};
  auto const graph = graph_of_edges(5, {{0, 1}, {1, 2}, {2, 3}, {3, 4}, {4, 0}, {0, 2}});
  EXPECT_NEAR(concurrent_flow(graph, ends).value(), 3, 1e-7) << "over the chord, over 1, and over 4 and 3";
  EXPECT_NEAR(concurrent_flow(graph, ends, {}, FlowPaths::shortest).value(), 1, 1e-7);
}

TEST(ConcurrentFlow, IsAtLeastTheFlowOverEvenShortestPaths) {
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    auto const graph = undirected(random_pairing_graph(12, 3, seed));
    EXPECT_GE(concurrent_flow(graph).value(), 1 / max_load(count_paths(graph)) - 1e-9);
  }
}

}  // namespace
}  // namespace weft
