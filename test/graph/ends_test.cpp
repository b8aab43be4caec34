// SPDX-License-Identifier: Apache-2.0
#include <vector>

#include <gtest/gtest.h>

#include "support/graphs.hpp"
#include "weft/graph/concurrent_flow.hpp"
#include "weft/graph/connectivity.hpp"
#include "weft/graph/distances.hpp"
#include "weft/graph/hop_table.hpp"
#include "weft/graph/order.hpp"
#include "weft/graph/paths.hpp"

/// Paths do not traverse ends of a graph: a host does not forward.
namespace weft {
namespace {

/// Returns a ring of six vertices 0 .. 5; the end 6 is attached to 0 and 3, the ends 7 and 8 to 0 and 3,
/// respectively. Via 6, the path from 7 to 8 would have 4 hops; around the ring it has 5.
Graph ring_with_ends() {
  auto graph =
      graph_of_edges(9, {{0, 1}, {1, 2}, {2, 3}, {3, 4}, {4, 5}, {5, 0}, {0, 6}, {6, 3}, {0, 7}, {3, 8}});
  graph.set_ends({false, false, false, false, false, false, true, true, true});
  return graph;
}

std::vector<std::uint32_t> const one_at_each_end{0, 0, 0, 0, 0, 0, 1, 1, 1};

TEST(Ends, AreNotTraversedByPaths) {
  auto const graph = ring_with_ends();
  EXPECT_EQ(hops_from(graph, 7), (std::vector<std::uint32_t>{1, 2, 3, 4, 3, 2, 2, 0, 5}));
  EXPECT_EQ(hops_from(without_ends(graph), 7)[8], 4U);
  EXPECT_EQ(HopTable(graph).hops(8, 7), 5U);
  EXPECT_EQ(hops_from(reordered(graph, std::vector<Vertex>{8, 7, 6, 5, 4, 3, 2, 1, 0}), 1)[0], 5U);
  for (auto const& same : {simple(graph), transposed(graph), undirected(graph)})
    EXPECT_EQ(hops_from(same, 7)[8], 5U);
}

/// Ordered pairs of the ends: 6-7 and 6-8 at 2 hops, 7-8 at 5 hops.
TEST(Ends, CountPairsWithoutTraversingEnds) {
  auto const counts = count_distances(ring_with_ends(), one_at_each_end, no_progress(), true);
  EXPECT_EQ(counts.weighted, (std::vector<std::uint64_t>{3, 0, 4, 0, 0, 2}));
  auto const standing = count_distances(without_ends(ring_with_ends()), one_at_each_end, no_progress(), true);
  EXPECT_EQ(standing.weighted, (std::vector<std::uint64_t>{3, 0, 4, 0, 2}));
}

/// Only the end 1 connects 0 and 2; the ends 3 and 4 are attached to 0 and 2.
TEST(Ends, DisconnectVerticesBehindThem) {
  auto graph = graph_of_edges(5, {{0, 1}, {1, 2}, {0, 3}, {2, 4}});
  graph.set_ends({false, true, false, true, true});
  std::vector<std::uint32_t> const weights{0, 1, 0, 1, 1};
  auto const counts = count_distances(graph, weights, no_progress(), true);
  EXPECT_EQ(counts.unreachable_weighted, 2U) << "3 and 4";
  EXPECT_TRUE(strongly_connected(graph)) << "as it stands";
  EXPECT_EQ(edge_connectivity(graph), 1U) << "as it stands";
  EXPECT_EQ(arc_disjoint_paths(graph, 3, 4), 0U);
  EXPECT_EQ(arc_disjoint_paths(without_ends(graph), 3, 4), 1U);
}

/// Between 0 and 3 there are two paths around the ring; via 6 there would be a third.
TEST(Ends, AreNotTraversedByDisjointPaths) {
  EXPECT_EQ(arc_disjoint_paths(ring_with_ends(), 0, 3), 2U);
  EXPECT_EQ(arc_disjoint_paths(without_ends(ring_with_ends()), 0, 3), 3U);
  EXPECT_EQ(arc_disjoint_paths(ring_with_ends(), 6, 7), 1U) << "an end has paths of its own";
}

/// A square 0-1-2-3 in which corner 1 is an end: all traffic between 0 and 2 uses 3, whose channels carry 1
/// in each direction. If 1 were not an end, half of the traffic would use it.
TEST(Ends, CarryNoLoad) {
  auto square = cycle_graph(4);
  std::vector<std::uint32_t> const weights{1, 0, 1, 0};
  EXPECT_DOUBLE_EQ(max_load(count_paths(square, weights)), 0.5);
  EXPECT_NEAR(*concurrent_flow(square, weights), 2, 1e-9);
  square.set_ends({false, true, false, false});
  EXPECT_DOUBLE_EQ(max_load(count_paths(square, weights)), 1);
  EXPECT_NEAR(*concurrent_flow(square, weights), 1, 1e-9);
  EXPECT_NEAR(*concurrent_flow(square, weights, {}, FlowPaths::shortest), 1, 1e-9);
}

}  // namespace
}  // namespace weft
