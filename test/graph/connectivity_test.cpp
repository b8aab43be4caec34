// SPDX-License-Identifier: Apache-2.0
#include "weft/graph/connectivity.hpp"

#include <gtest/gtest.h>

#include "support/graphs.hpp"

namespace weft {
namespace {

/// Returns the minimum cut over all subsets of vertices, by enumeration.
std::uint64_t min_cut_by_subsets(Graph const& graph) {
  auto best = ~std::uint64_t{0};
  for (std::uint32_t set = 1; set + 1 < 1U << graph.num_vertices(); ++set) {
    std::uint64_t arcs_out = 0;
    for (Vertex v = 0; v < graph.num_vertices(); ++v)
      for (auto const w : graph.heads(v)) arcs_out += (set >> v & 1) == 1 && (set >> w & 1) == 0;
    best = std::min(best, arcs_out);
  }
  return best;
}

TEST(Connectivity, MatchesKnownGraphs) {
  EXPECT_EQ(edge_connectivity(petersen_graph()), 3);
  EXPECT_EQ(edge_connectivity(cycle_graph(30)), 2);
  EXPECT_EQ(edge_connectivity(complete_graph(9)), 8);
  EXPECT_EQ(edge_connectivity(hypercube_graph(6)), 6);
  EXPECT_EQ(edge_connectivity(graph_of_edges(5, {{0, 1}, {1, 2}, {0, 2}, {3, 4}})), 0);
  // two triangles joined by one edge
  EXPECT_EQ(edge_connectivity(graph_of_edges(6, {{0, 1}, {1, 2}, {0, 2}, {3, 4}, {4, 5}, {3, 5}, {0, 3}})),
            1);
  EXPECT_EQ(arc_connectivity(Graph::from_arcs(3, std::vector<Arc>{{0, 1}, {1, 2}, {2, 0}})), 1);
  EXPECT_EQ(arc_connectivity(Graph::from_arcs(3, std::vector<Arc>{{0, 1}, {1, 2}})), 0);
}

TEST(Connectivity, MatchesBruteForceOverSubsets) {
  for (std::uint64_t seed = 1; seed <= 100; ++seed) {
    auto const graph = simple(random_graph(11, 0.2 + 0.005 * static_cast<double>(seed), seed));
    EXPECT_EQ(arc_connectivity(graph), min_cut_by_subsets(graph)) << seed;
    EXPECT_EQ(edge_connectivity(undirected(graph)), min_cut_by_subsets(undirected(graph))) << seed;
  }
}

TEST(Connectivity, CountsDisjointPaths) {
  EXPECT_EQ(arc_disjoint_paths(hypercube_graph(4), 0, 15), 4);
  EXPECT_EQ(arc_disjoint_paths(hypercube_graph(4), 0, 15, 2), 2);
  EXPECT_EQ(arc_disjoint_paths(Graph::from_arcs(2, std::vector<Arc>{{0, 1}, {0, 1}}), 0, 1), 2);
}

}  // namespace
}  // namespace weft
