// SPDX-License-Identifier: Apache-2.0
#include "weft/graph/weighted_graph.hpp"

#include <algorithm>
#include <numeric>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace weft {
namespace {

WeightedGraph graph_of(std::uint64_t vertices, std::vector<std::tuple<Vertex, Vertex, std::int64_t>> edges) {
  std::vector<std::tuple<Vertex, Vertex, std::int64_t>> arcs;
  for (auto const& [a, b, weight] : edges) {
    arcs.emplace_back(a, b, weight);
    arcs.emplace_back(b, a, weight);
  }
  std::ranges::sort(arcs);
  std::vector<Arc> plain;
  WeightedGraph graph;
  for (auto const& [a, b, weight] : arcs) {
    plain.emplace_back(a, b);
    graph.arc_weight.push_back(weight);
  }
  graph.graph = Graph::from_arcs(vertices, plain);
  graph.vertex_weight.assign(vertices, 1);
  return graph;
}

/// Returns two complete graphs, on the even and on the odd vertices, with light edges between them.
WeightedGraph two_cliques(Vertex size) {
  std::vector<std::tuple<Vertex, Vertex, std::int64_t>> edges;
  for (Vertex i = 0; i < 2 * size; ++i)
    for (Vertex j = i + 1; j < 2 * size; ++j)
      if (i % 2 == j % 2)
        edges.emplace_back(i, j, 10);
      else if (j == i + 1)
        edges.emplace_back(i, j, 1);
  return graph_of(2 * std::uint64_t{size}, edges);
}

std::int64_t weight_of_first(WeightedGraph const& graph, Division const& side) {
  std::int64_t sum = 0;
  for (std::size_t v = 0; v < side.size(); ++v)
    if (side[v] == 0) sum += graph.vertex_weight[v];
  return sum;
}

TEST(Split, FindsTheLightCut) {
  auto const graph = two_cliques(12);
  auto const side = split(graph, 12, 12, 1);
  EXPECT_EQ(graph.cut(side), 23);
  for (Vertex v = 0; v < 24; ++v) EXPECT_EQ(side[v], side[v % 2]);
}

TEST(Split, CutMatchesItsDefinition) {
  auto const graph = graph_of(4, {{0, 1, 5}, {1, 2, 7}, {2, 3, 11}, {0, 3, 13}});
  EXPECT_EQ(graph.cut({0, 0, 1, 1}), 20);
  EXPECT_EQ(graph.cut({0, 1, 0, 1}), 36);
  EXPECT_EQ(graph.cut({0, 0, 0, 0}), 0);
}

TEST(Split, IgnoresVerticesOfWeightZero) {
  auto graph = two_cliques(6);
  for (Vertex v = 0; v < 12; ++v) graph.vertex_weight[v] = v < 4 ? 3 : 0;
  auto const side = split(graph, 6, 6, 1);
  EXPECT_EQ(weight_of_first(graph, side), 6);
}

TEST(Split, IsDeterminedByTheSeed) {
  auto const graph = two_cliques(40);
  EXPECT_EQ(split(graph, 33, 33, 5), split(graph, 33, 33, 5));
}

RC_GTEST_PROP(Split, MeetsAnySizeExactly, ()) {
  auto const n = *rc::gen::inRange<Vertex>(1, 60);
  std::vector<std::tuple<Vertex, Vertex, std::int64_t>> edges;
  for (Vertex i = 0; i < n; ++i)
    for (Vertex j = i + 1; j < n; ++j)
      if (*rc::gen::inRange(0, 8) == 0) edges.emplace_back(i, j, *rc::gen::inRange(1, 1000));
  auto const graph = graph_of(n, edges);
  auto const size = *rc::gen::inRange<std::int64_t>(0, std::int64_t{n} + 1);
  RC_ASSERT(weight_of_first(graph, split(graph, size, size, 3)) == size);
}

TEST(Induced, KeepsTheEdgesBetweenItsVertices) {
  auto const graph = graph_of(5, {{0, 1, 5}, {1, 2, 7}, {2, 3, 11}, {3, 4, 13}, {0, 4, 2}});
  auto const part = induced(graph, std::vector<Vertex>{4, 3, 1});
  EXPECT_EQ(part.graph.num_arcs(), 2U);
  EXPECT_EQ(part.graph.heads(0)[0], 1U);
  EXPECT_EQ(part.arc_weight, (std::vector<std::int64_t>{13, 13}));
  EXPECT_EQ(part.graph.degree(2), 0U);
}

}  // namespace
}  // namespace weft
