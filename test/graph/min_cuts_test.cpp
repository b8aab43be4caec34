// SPDX-License-Identifier: Apache-2.0
#include "weft/graph/min_cuts.hpp"

#include <bit>

#include <gtest/gtest.h>

#include "support/graphs.hpp"

namespace weft {
namespace {

std::vector<std::uint32_t> by_all_subsets(Graph const& graph) {
  std::vector<std::uint32_t> minimum(graph.num_vertices() + 1, 0xffffffff);
  for (std::uint32_t set = 0; set < 1U << graph.num_vertices(); ++set) {
    std::uint32_t cut = 0;
    for (Vertex v = 0; v < graph.num_vertices(); ++v)
      for (auto const w : graph.heads(v)) cut += (set >> v & 1) == 1 && (set >> w & 1) == 0;
    auto& known = minimum[static_cast<std::size_t>(std::popcount(set))];
    known = std::min(known, cut);
  }
  return minimum;
}

TEST(MinCuts, MatchBruteForceOverSubsets) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    auto const graph = random_simple_graph(static_cast<Vertex>(2 + seed % 14), 0.4, seed);
    EXPECT_EQ(min_cuts(graph), by_all_subsets(graph)) << seed;
  }
}

TEST(MinOutCuts, MatchBruteForceOverSubsets) {
  for (std::uint64_t seed = 1; seed <= 30; ++seed) {
    auto const n = static_cast<Vertex>(2 + seed % 14);
    Rng random(seed, Purpose::test, 0);
    std::vector<Arc> arcs;
    for (Vertex a = 0; a < n; ++a)
      for (Vertex b = 0; b < n; ++b)
        if (a != b && random.below(10) < 1 + seed % 5) arcs.emplace_back(a, b);
    auto const graph = Graph::from_arcs(n, arcs);
    EXPECT_EQ(min_out_cuts(graph), by_all_subsets(graph)) << seed;
  }
}

TEST(MinOutCuts, AreOneArcInAUnidirectionalRing) {  // a single arc leaves a run of consecutive vertices
  std::vector<Arc> arcs;
  for (Vertex v = 0; v < 14; ++v) arcs.emplace_back(v, (v + 1) % 14);
  auto const minimum = min_out_cuts(Graph::from_arcs(14, arcs));
  for (std::size_t k = 1; k < 14; ++k) EXPECT_EQ(minimum[k], 1U);
  EXPECT_EQ(minimum[0], 0U);
  EXPECT_EQ(minimum[14], 0U);
}

TEST(MinCuts, AreSubcubesInAHypercube) {  // isoperimetric: subcubes are best
  auto const minimum = min_cuts(hypercube_graph(4));
  EXPECT_EQ(minimum[1], 4U);
  EXPECT_EQ(minimum[2], 6U);
  EXPECT_EQ(minimum[4], 8U);
  EXPECT_EQ(minimum[8], 8U);
}

TEST(ExactBisection, MatchesBruteForceOverSubsets) {
  for (std::uint64_t seed = 1; seed <= 30; ++seed) {
    auto const graph =
        random_simple_graph(static_cast<Vertex>(4 + seed % 13), 0.1 + 0.02 * static_cast<double>(seed), seed);
    EXPECT_EQ(exact_bisection(graph, graph.num_arcs()), by_all_subsets(graph)[graph.num_vertices() / 2])
        << seed;
  }
}

TEST(ExactBisection, StopsAtTheStepLimit) {
  EXPECT_FALSE(exact_bisection(undirected(random_pairing_graph(40, 8, 1)), 160, 1000).has_value());
}

TEST(ExactBisection, MatchesKnownGraphs) {
  EXPECT_EQ(exact_bisection(petersen_graph(), 15), 5);
  EXPECT_EQ(exact_bisection(hypercube_graph(5), 80), 16);
  EXPECT_EQ(exact_bisection(torus_graph(3), 26), 26);  // test/data/topology_metrics.csv
  EXPECT_EQ(exact_bisection(cycle_graph(40), 40), 2);
}

}  // namespace
}  // namespace weft
