// SPDX-License-Identifier: Apache-2.0
#include "weft/graph/spectrum.hpp"

#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

#include "support/graphs.hpp"

namespace weft {
namespace {

void expect_eigenvalue(Graph const& graph, double expected) {
  auto const found = algebraic_connectivity(graph);
  EXPECT_NEAR(found.connectivity.upper, expected, 1e-9 * std::max(1.0, expected))
      << found.connectivity.method;
  EXPECT_NEAR(found.connectivity.lower, expected, 1e-8 * std::max(1.0, expected))
      << found.connectivity.method;
}

double cycle_eigenvalue(double n) { return 2 - 2 * std::cos(2 * std::numbers::pi / n); }

TEST(AlgebraicConnectivity, MatchesKnownGraphs) {
  expect_eigenvalue(petersen_graph(), 2);
  expect_eigenvalue(complete_graph(8), 8);
  expect_eigenvalue(cycle_graph(200), cycle_eigenvalue(200));
  expect_eigenvalue(graph_of_edges(4, {{0, 1}, {2, 3}}), 0);
  expect_eigenvalue(graph_of_edges(2, {{0, 1}}), 2);
}

TEST(AlgebraicConnectivity, ConvergesByIteration) {
  expect_eigenvalue(hypercube_graph(11), 2);
  expect_eigenvalue(torus_graph(12), cycle_eigenvalue(12));
}

TEST(AlgebraicConnectivity, ConvergesOnLongThinGraphs) {
  expect_eigenvalue(cycle_graph(5000), cycle_eigenvalue(5000));
}

TEST(SpectralCutBound, IsTightOnHypercubes) { EXPECT_EQ(spectral_cut_bound(hypercube_graph(6), 2, 32), 32); }

TEST(SpectralCutBound, UsesTheParityOfTheCut) {
  EXPECT_EQ(spectral_cut_bound(cycle_graph(16), cycle_eigenvalue(16), 8),
            2);  // 0.6: even degrees, an even cut
  EXPECT_EQ(spectral_cut_bound(petersen_graph(), 2, 5), 5);
}

}  // namespace
}  // namespace weft
