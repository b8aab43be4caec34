// SPDX-License-Identifier: Apache-2.0
#include "weft/graph/betweenness.hpp"

#include <numeric>

#include <gtest/gtest.h>

#include "support/graphs.hpp"
#include "weft/core/parallel.hpp"
#include "weft/graph/distances.hpp"
#include "weft/graph/paths.hpp"

namespace weft {
namespace {

/// Makes each arc an edge.
std::vector<std::uint32_t> arcs_as_edges(Graph const& graph) {
  std::vector<std::uint32_t> edges(graph.num_arcs());
  std::iota(edges.begin(), edges.end(), 0U);
  return edges;
}

TEST(Betweenness, CountsThePairsOfAPath) {  // 0 - 1 - 2: the pairs (0, 2) and (2, 0) traverse 1
  auto const path = graph_of_edges(3, {{0, 1}, {1, 2}});
  EXPECT_EQ(vertex_betweenness(path, false), (std::vector<double>{0, 2, 0}));
  EXPECT_EQ(vertex_betweenness(path, true), (std::vector<double>{4, 6, 4}));
  std::vector<std::uint32_t> const edges{0, 0, 1, 1};  // arcs of 0, of 1 (to 0, to 2), of 2
  EXPECT_EQ(edge_betweenness(path, {edges, 2}), (std::vector<double>{4, 4}));
}

TEST(Betweenness, DividesPairsOverTheirPaths) {  // a square: each opposite pair has two paths
  EXPECT_EQ(vertex_betweenness(cycle_graph(4), false), (std::vector<double>(4, 1)));
  auto const square = cycle_graph(4);
  EXPECT_EQ(edge_betweenness(square, {arcs_as_edges(square), 8}), (std::vector<double>(8, 2)));
}

TEST(Betweenness, OfPairsWithoutPathsIsZero) {
  auto const arcs = std::vector<Arc>{{0, 1}, {1, 2}, {3, 3}};
  EXPECT_EQ(vertex_betweenness(Graph::from_arcs(4, arcs), false), (std::vector<double>{0, 1, 0, 0}));
  EXPECT_TRUE(vertex_betweenness(Graph(), false).empty());
}

TEST(Betweenness, OfArcsIsTheirLoad) {
  for (std::uint64_t seed = 1; seed <= 6; ++seed) {
    auto const graph = simple(random_graph(70, 0.05, seed));
    auto const edges = arcs_as_edges(graph);
    auto const found = edge_betweenness(graph, {edges, edges.size()});
    auto const loads = count_paths(graph).load;
    ASSERT_EQ(found.size(), loads.size());
    for (std::size_t arc = 0; arc < loads.size(); ++arc) EXPECT_NEAR(found[arc], loads[arc], 1e-9);
    auto const through = vertex_betweenness(graph, false);
    auto const counts = count_distances(graph);
    std::uint64_t pairs = 0;
    for (std::size_t d = 1; d < counts.pairs.size(); ++d) pairs += counts.pairs[d];
    auto const hops = static_cast<double>(sum_of_distances(counts.pairs));  // a path of h hops: h - 1 inside
    EXPECT_NEAR(std::accumulate(through.begin(), through.end(), 0.0), hops - static_cast<double>(pairs),
                1e-6);
  }
}

TEST(Betweenness, DoesNotDependOnThreads) {
  auto const graph = simple(random_graph(200, 0.03, 5));
  Threads const one(1);
  auto const alone = vertex_betweenness(graph, true);
  Threads const three(3);
  EXPECT_EQ(vertex_betweenness(graph, true), alone);
}

}  // namespace
}  // namespace weft
