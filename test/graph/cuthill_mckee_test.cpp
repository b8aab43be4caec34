// SPDX-License-Identifier: Apache-2.0
#include "weft/graph/cuthill_mckee.hpp"

#include <algorithm>
#include <set>

#include <gtest/gtest.h>

namespace weft {
namespace {

std::uint32_t bandwidth(Graph const& graph, std::vector<Vertex> const& order) {
  std::vector<std::uint32_t> place(order.size());
  for (std::uint32_t i = 0; i < order.size(); ++i) place[order[i]] = i;
  std::uint32_t maximum = 0;
  for (Vertex v = 0; v < order.size(); ++v)
    for (auto const head : graph.heads(v))
      maximum = std::max(maximum, place[v] > place[head] ? place[v] - place[head] : place[head] - place[v]);
  return maximum;
}

TEST(ReverseCuthillMckee, RestoresTheOrderOfAShuffledPath) {
  std::vector<Arc> arcs;
  auto const name = [](Vertex i) { return i * 7 % 31; };
  for (Vertex i = 0; i + 1 < 31; ++i) {
    arcs.emplace_back(name(i), name(i + 1));
    arcs.emplace_back(name(i + 1), name(i));
  }
  auto const graph = Graph::from_arcs(31, arcs);
  EXPECT_EQ(bandwidth(graph, reverse_cuthill_mckee(graph)), 1U);
}

TEST(ReverseCuthillMckee, ReducesTheBandwidthOfAShuffledGridToItsShortSide) {
  std::vector<Arc> arcs;
  auto const name = [](Vertex r, Vertex c) { return (r * 4 + c) * 11 % 40; };
  auto const join = [&](Vertex a, Vertex b) {
    arcs.emplace_back(a, b);
    arcs.emplace_back(b, a);
  };
  for (Vertex r = 0; r < 10; ++r)
    for (Vertex c = 0; c < 4; ++c) {
      if (r + 1 < 10) join(name(r, c), name(r + 1, c));
      if (c + 1 < 4) join(name(r, c), name(r, c + 1));
    }
  auto const graph = Graph::from_arcs(40, arcs);
  auto const order = reverse_cuthill_mckee(graph);
  EXPECT_EQ(std::set(order.begin(), order.end()).size(), 40U);
  EXPECT_LE(bandwidth(graph, order), 5U);
}

TEST(ReverseCuthillMckee, SupportsDisconnectedGraphs) {
  std::vector<Arc> const arcs{{0, 3}, {3, 0}, {1, 4}, {4, 1}};
  auto const order = reverse_cuthill_mckee(Graph::from_arcs(6, arcs));
  EXPECT_EQ(std::set(order.begin(), order.end()).size(), 6U);
  EXPECT_TRUE(reverse_cuthill_mckee(Graph{}).empty());
}

}  // namespace
}  // namespace weft
