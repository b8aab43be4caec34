// SPDX-License-Identifier: Apache-2.0
#include "weft/graph/symmetry.hpp"

#include <algorithm>
#include <numeric>
#include <set>

#include <gtest/gtest.h>

#include "support/graphs.hpp"

namespace weft {
namespace {

/// Returns the number of orbits, from all permutations of at most 8 vertices.
std::uint64_t orbits_by_permutations(Graph const& graph) {
  auto const n = static_cast<Vertex>(graph.num_vertices());
  std::set<Arc> arcs;
  for (Vertex v = 0; v < n; ++v)
    for (auto const w : graph.heads(v)) arcs.emplace(v, w);
  std::vector<Vertex> image(n), lowest(n);
  std::iota(image.begin(), image.end(), Vertex{0});
  std::iota(lowest.begin(), lowest.end(), Vertex{0});
  do {
    if (std::ranges::all_of(arcs, [&](Arc const& arc) {
          return arcs.contains({image[arc.first], image[arc.second]});
        }))
      for (Vertex v = 0; v < n; ++v) lowest[v] = std::min(lowest[v], image[v]);
  } while (std::ranges::next_permutation(image).found);
  return std::set<Vertex>(lowest.begin(), lowest.end()).size();
}

void expect_orbits(Graph const& graph, std::uint64_t expected) {
  auto const found = count_orbits(graph);
  EXPECT_EQ(found.lower, expected);
  EXPECT_EQ(found.upper, expected);
}

/// Returns a cycle with a chord from each vertex, where the chords repeat (notation of Lederberg, Coxeter and
/// Frucht).
Graph lcf_graph(std::vector<int> const& chords, int repetitions) {
  auto const n = static_cast<int>(chords.size()) * repetitions;
  std::vector<Arc> edges;
  for (int v = 0; v < n; ++v) {
    edges.emplace_back(v, (v + 1) % n);
    auto const to = (v + chords[static_cast<std::size_t>(v) % chords.size()] + n) % n;
    if (v < to) edges.emplace_back(v, to);
  }
  return graph_of_edges(static_cast<std::uint64_t>(n), edges);
}

TEST(Orbits, MatchAllPermutations) {
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    auto const n = static_cast<Vertex>(2 + seed % 6);
    Rng random(seed, Purpose::test, 0);
    std::vector<Arc> arcs, edges;
    for (Vertex a = 0; a < n; ++a)
      for (Vertex b = 0; b < n; ++b)
        if (a != b && random.below(3) == 0) {
          arcs.emplace_back(a, b);
          if (a < b) edges.emplace_back(a, b);
        }
    auto const directed = Graph::from_arcs(n, arcs), symmetric = graph_of_edges(n, edges);
    SCOPED_TRACE(seed);
    expect_orbits(directed, orbits_by_permutations(directed));
    expect_orbits(symmetric, orbits_by_permutations(symmetric));
  }
}

TEST(Orbits, MatchKnownGraphs) {
  expect_orbits(petersen_graph(), 1);
  expect_orbits(hypercube_graph(5), 1);
  expect_orbits(torus_graph(4), 1);
  expect_orbits(cycle_graph(31), 1);
  expect_orbits(complete_graph(40), 1);
  std::vector<Arc> star, path;
  for (Vertex leaf = 1; leaf < 300; ++leaf) star.emplace_back(0, leaf);
  for (Vertex v = 0; v + 1 < 4; ++v) path.emplace_back(v, v + 1);
  expect_orbits(graph_of_edges(300, star), 2);
  expect_orbits(graph_of_edges(4, path), 2);
}

TEST(Orbits, AreDistinguishedInRegularGraphsWithEqualColors) {
  // R. Frucht, Graphs of degree three with a given abstract group, 1949: 12 vertices, no automorphism.
  expect_orbits(lcf_graph({-5, -2, -4, 2, 5, -2, 2, 5, -2, -5, 4, 2}, 1), 12);
  // Gray's graph: cubic, 54 vertices, edge-transitive but not vertex-transitive (I. Z. Bouwer, 1968).
  expect_orbits(lcf_graph({-25, 7, -7, 13, -13, 25}, 9), 2);
  // Two triangles and a hexagon: all vertices of degree 2.
  std::vector<Arc> edges;
  for (Vertex i = 0; i < 3; ++i) {
    edges.emplace_back(i, (i + 1) % 3);
    edges.emplace_back(3 + i, 3 + (i + 1) % 3);
  }
  for (Vertex i = 0; i < 6; ++i) edges.emplace_back(6 + i, 6 + (i + 1) % 6);
  expect_orbits(graph_of_edges(12, edges), 2);
}

TEST(Orbits, PreserveTheDirectionsOfADirectedGraph) {
  std::vector<Arc> ring, into;
  for (Vertex v = 0; v < 9; ++v) ring.emplace_back(v, (v + 1) % 9);
  expect_orbits(Graph::from_arcs(9, ring), 1);
  for (Vertex v = 0; v + 1 < 4; ++v) into.emplace_back(v, v + 1);
  expect_orbits(Graph::from_arcs(4, into), 4);
}

TEST(Orbits, AreBoundedAtTheStepLimit) {
  auto const gray = lcf_graph({-25, 7, -7, 13, -13, 25}, 9);
  auto const found = count_orbits(gray, 1);
  EXPECT_LE(found.lower, 2U);
  EXPECT_GE(found.upper, 2U);
  EXPECT_LT(found.lower, found.upper);
}

}  // namespace
}  // namespace weft
