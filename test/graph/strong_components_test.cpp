// SPDX-License-Identifier: Apache-2.0
#include "weft/graph/strong_components.hpp"

#include <gtest/gtest.h>

#include "support/graphs.hpp"
#include "weft/graph/order.hpp"

namespace weft {
namespace {

TEST(StrongComponents, MatchReachability) {
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    auto const graph = random_graph(25, 0.02 + 0.004 * static_cast<double>(seed % 20), seed);
    auto const components = strong_components(graph);
    std::vector<std::vector<std::uint32_t>> hops;
    for (Vertex v = 0; v < graph.num_vertices(); ++v) hops.push_back(hops_from(graph, v));
    std::vector<std::uint32_t> size(components.size.size(), 0);
    for (Vertex v = 0; v < graph.num_vertices(); ++v) {
      ++size[components.of[v]];
      bool on_cycle = false;
      for (auto const head : graph.heads(v)) {
        on_cycle = on_cycle || hops[head][v] != unreachable;
        EXPECT_GE(components.of[v], components.of[head]) << "an arc leads to a higher number";
      }
      EXPECT_EQ(components.cyclic[components.of[v]], on_cycle) << seed;
      for (Vertex w = 0; w < graph.num_vertices(); ++w)
        EXPECT_EQ(components.of[v] == components.of[w],
                  hops[v][w] != unreachable && hops[w][v] != unreachable)
            << seed;
    }
    EXPECT_EQ(components.size, size);
  }
}

TEST(StrongComponents, SupportLongPathsWithoutRecursion) {
  constexpr Vertex length = 2000000;
  std::vector<Arc> arcs;
  for (Vertex v = 0; v + 1 < length; ++v) arcs.emplace_back(v, v + 1);
  EXPECT_EQ(strong_components(Graph::from_arcs(length, arcs)).size.size(), length);
  arcs.emplace_back(length - 1, 0);
  EXPECT_EQ(strong_components(Graph::from_arcs(length, arcs)).size, std::vector<std::uint32_t>{length});
}

TEST(StrongComponents, CountALoopAsACycle) {
  auto const graph = Graph::from_arcs(2, std::vector<Arc>{{0, 0}, {0, 1}});
  auto const components = strong_components(graph);
  EXPECT_TRUE(components.cyclic[components.of[0]]);
  EXPECT_FALSE(components.cyclic[components.of[1]]);
}

}  // namespace
}  // namespace weft
