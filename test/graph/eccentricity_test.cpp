// SPDX-License-Identifier: Apache-2.0
#include "weft/graph/eccentricity.hpp"

#include <algorithm>

#include <gtest/gtest.h>

#include "support/graphs.hpp"
#include "support/sanitized.hpp"
#include "weft/core/parallel.hpp"
#include "weft/graph/order.hpp"

namespace weft {
namespace {

TEST(Eccentricity, IsTheDistanceToTheFarEndOfAPath) {
  std::vector<Arc> edges;
  for (Vertex v = 0; v < 99; ++v) edges.emplace_back(v, v + 1);
  auto const found = eccentricities(graph_of_edges(100, edges));
  for (Vertex v = 0; v < 100; ++v) EXPECT_EQ(found[v], std::max(v, 99 - v));
}

TEST(Eccentricity, OfVerticesWithoutPathsIsUnreachable) {
  auto const arcs = std::vector<Arc>{{0, 1}, {1, 2}};
  EXPECT_EQ(eccentricities(Graph::from_arcs(3, arcs)),
            (std::vector<std::uint32_t>{2, unreachable, unreachable}));
  EXPECT_EQ(eccentricities(Graph::from_arcs(1, {})), std::vector<std::uint32_t>{0});
  EXPECT_TRUE(eccentricities(Graph()).empty());
}

TEST(Eccentricity, MatchesPlainSearches) {
  for (std::uint64_t seed = 1; seed <= 8; seed += sanitized ? 4 : 1)
    for (double const density : {0.005, 0.02, 0.2}) {
      auto const graph = random_graph(150, density, seed);
      auto const found = eccentricities(graph);
      for (Vertex v = 0; v < 150; ++v) EXPECT_EQ(found[v], std::ranges::max(hops_from(graph, v)));
    }
}

TEST(Eccentricity, DoesNotDependOnThreads) {
  auto const graph = torus_graph(6);
  Threads const one(1);
  auto const alone = eccentricities(graph);
  Threads const four(4);
  EXPECT_EQ(eccentricities(graph), alone);
  EXPECT_EQ(alone, std::vector<std::uint32_t>(216, 9));  // 3 in each dimension
}

}  // namespace
}  // namespace weft
