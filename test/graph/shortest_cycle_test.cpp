// SPDX-License-Identifier: Apache-2.0
#include "weft/graph/shortest_cycle.hpp"

#include <algorithm>

#include <gtest/gtest.h>

#include "support/graphs.hpp"
#include "weft/core/parallel.hpp"
#include "weft/graph/order.hpp"

namespace weft {
namespace {

std::vector<Vertex> shortest_cycle_of(Graph const& graph) {
  return shortest_cycle(graph, strong_components(graph));
}

std::size_t length_by_distances(Graph const& graph) {
  std::uint32_t best = unreachable;
  for (Vertex v = 0; v < graph.num_vertices(); ++v) {
    auto const hops = [&](Vertex from) { return hops_from(graph, from)[v]; };
    for (auto const head : graph.heads(v))
      if (hops(head) != unreachable) best = std::min(best, hops(head) + 1);
  }
  return best == unreachable ? 0 : best;
}

void expect_cycle(Graph const& graph, std::vector<Vertex> const& cycle) {
  for (std::size_t i = 0; i < cycle.size(); ++i) {
    auto const heads = graph.heads(cycle[i]);
    EXPECT_NE(std::ranges::find(heads, cycle[(i + 1) % cycle.size()]), heads.end());
  }
}

TEST(ShortestCycle, MatchesDistances) {
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    auto const graph = simple(random_graph(150, 0.004 + 0.001 * static_cast<double>(seed % 10), seed));
    auto const cycle = shortest_cycle_of(graph);
    EXPECT_EQ(cycle.size(), length_by_distances(graph)) << seed;
    expect_cycle(graph, cycle);
    EXPECT_EQ(shortest_cycle_of(graph), cycle) << "the threads must not matter";
    Threads const one{1};
    EXPECT_EQ(shortest_cycle_of(graph), cycle) << "the threads must not matter";
  }
}

TEST(ShortestCycle, ContainsTheLowestVertexOfAllShortestCycles) {
  std::vector<Arc> arcs{{9, 8}, {8, 7}, {7, 9}, {3, 5}, {5, 4}, {4, 3}, {0, 3}, {7, 0}};
  EXPECT_EQ(shortest_cycle_of(Graph::from_arcs(10, arcs)), (std::vector<Vertex>{3, 5, 4}));
  arcs.emplace_back(6, 6);
  EXPECT_EQ(shortest_cycle_of(Graph::from_arcs(10, arcs)), std::vector<Vertex>{6});
  EXPECT_TRUE(shortest_cycle_of(Graph::from_arcs(3, std::vector<Arc>{{0, 1}, {1, 2}, {0, 2}})).empty());
}

/// Returns the length of a shortest cycle, by removing each edge in turn.
std::uint32_t girth_by_removal(Graph const& graph) {
  std::uint32_t best = unreachable;
  for (Vertex a = 0; a < graph.num_vertices(); ++a)
    for (auto const b : graph.heads(a)) {
      std::vector<Arc> arcs;
      for (Vertex v = 0; v < graph.num_vertices(); ++v)
        for (auto const w : graph.heads(v))
          if (!(v == a && w == b) && !(v == b && w == a)) arcs.emplace_back(v, w);
      if (auto const hops = hops_from(Graph::from_arcs(graph.num_vertices(), arcs), a)[b];
          hops != unreachable)
        best = std::min(best, hops + 1);
    }
  return best == unreachable ? 0 : best;
}

std::uint32_t directed_girth_by_distances(Graph const& graph) {
  std::uint32_t best = unreachable;
  for (Vertex v = 0; v < graph.num_vertices(); ++v)
    for (auto const w : graph.heads(v))
      if (auto const back = hops_from(graph, w)[v]; w != v && back != unreachable)
        best = std::min(best, back + 1);
  return best == unreachable ? 0 : best;
}

TEST(Girth, MatchesKnownGraphs) {
  EXPECT_EQ(girth(petersen_graph()), 5);
  EXPECT_EQ(girth(cycle_graph(17)), 17);
  EXPECT_EQ(girth(complete_graph(4)), 3);
  EXPECT_EQ(girth(hypercube_graph(5)), 4);
  EXPECT_EQ(girth(graph_of_edges(4, {{0, 1}, {1, 2}, {1, 3}})), 0);
  EXPECT_EQ(girth(Graph{}), 0);
  EXPECT_EQ(directed_girth(cycle_graph(9)), 2);
  EXPECT_EQ(directed_girth(Graph::from_arcs(3, std::vector<Arc>{{0, 1}, {1, 2}, {2, 0}, {0, 0}})), 3);
  EXPECT_EQ(directed_girth(Graph::from_arcs(3, std::vector<Arc>{{0, 1}, {1, 2}, {0, 2}})), 0);
}

TEST(Girth, OneStartSufficesForVertexTransitiveGraphs) {
  std::vector<Vertex> const start{3};
  EXPECT_EQ(girth(petersen_graph(), start), 5);
  EXPECT_EQ(girth(torus_graph(3), start), 3);
}

TEST(Girth, MatchesPlainSearches) {
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    auto const graph = random_graph(30, 0.03 + 0.002 * static_cast<double>(seed % 10), seed);
    EXPECT_EQ(girth(undirected(graph)), girth_by_removal(undirected(graph))) << seed;
    EXPECT_EQ(directed_girth(simple(graph)), directed_girth_by_distances(simple(graph))) << seed;
  }
}

}  // namespace
}  // namespace weft
