// SPDX-License-Identifier: Apache-2.0
#include "weft/graph/bisection.hpp"

#include <gtest/gtest.h>

#include "support/graphs.hpp"

namespace weft {
namespace {

Bounds bisection_of(Graph const& graph, BisectionEffort const& effort = {}) {
  return bisect(graph, algebraic_connectivity(graph), {}, effort).edges;
}

TEST(Bisection, MatchesKnownGraphs) {
  EXPECT_EQ(bisection_of(petersen_graph()).upper, 5);
  EXPECT_TRUE(bisection_of(petersen_graph()).exact());
  EXPECT_EQ(bisection_of(complete_graph(9)).upper, 20);
  auto const cube = bisection_of(hypercube_graph(8));
  EXPECT_EQ(cube.upper, 128);
  EXPECT_TRUE(cube.exact()) << cube.method;
}

TEST(Bisection, IsWithinItsBoundsOnATorus) {  // 2 k^2 for even k (Dally & Towles)
  auto const bounds = bisection_of(torus_graph(8));
  EXPECT_EQ(bounds.upper, 128);
  EXPECT_EQ(bounds.lower, 76);
}

TEST(Bisection, IsExactIfAProvenBoundEqualsTheCut) {
  auto const torus = torus_graph(8);
  auto const bounds =
      bisect(torus, algebraic_connectivity(torus), {.lower = 128, .method = "routing"}, {}).edges;
  EXPECT_TRUE(bounds.exact());
}

TEST(Halves, AreBalancedAndReportTheirCut) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    auto const graph = random_simple_graph(static_cast<Vertex>(30 + seed), 0.15, seed);
    auto const halves = find_halves(graph, algebraic_connectivity(graph), {}, 0);
    EXPECT_EQ(halves.cut, cut_size(graph, halves.side));
    auto const ones = static_cast<std::uint64_t>(std::ranges::count(halves.side, 1));
    EXPECT_LE(std::max(2 * ones, 2 * (graph.num_vertices() - ones)), graph.num_vertices() + 1);
  }
}

TEST(Refinement, BalancesAnyStart) {
  auto const graph = torus_graph(5);
  for (std::uint8_t const all : {0, 1}) {
    Division side(graph.num_vertices(), all);
    Refinement(graph).run(side);
    auto const ones = std::ranges::count(side, 1);
    EXPECT_TRUE(ones == 62 || ones == 63);
  }
}

TEST(Bisection, SupportsGraphsWithoutEdges) {
  EXPECT_EQ(bisection_of(Graph::from_arcs(5, {})).upper, 0);
  EXPECT_EQ(bisection_of(Graph::from_arcs(1, {})).upper, 0);
}

}  // namespace
}  // namespace weft
