// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <vector>

#include "weft/core/random.hpp"
#include "weft/graph/graph.hpp"

namespace weft {

/// The symmetric graph of these edges.
inline Graph graph_of_edges(std::uint64_t vertices, std::vector<Arc> const& edges) {
  std::vector<Arc> arcs;
  for (auto const& [a, b] : edges) {
    arcs.emplace_back(a, b);
    arcs.emplace_back(b, a);
  }
  return Graph::from_arcs(vertices, arcs);
}

inline Graph cycle_graph(Vertex n) {
  std::vector<Arc> edges;
  for (Vertex v = 0; v < n; ++v) edges.emplace_back(v, (v + 1) % n);
  return graph_of_edges(n, edges);
}

inline Graph complete_graph(Vertex n) {
  std::vector<Arc> edges;
  for (Vertex a = 0; a < n; ++a)
    for (Vertex b = 0; b < a; ++b) edges.emplace_back(a, b);
  return graph_of_edges(n, edges);
}

inline Graph hypercube_graph(unsigned dimensions) {
  std::vector<Arc> edges;
  for (Vertex v = 0; v < Vertex{1} << dimensions; ++v)
    for (unsigned i = 0; i < dimensions; ++i)
      if (auto const w = v ^ Vertex{1} << i; v < w) edges.emplace_back(v, w);
  return graph_of_edges(Vertex{1} << dimensions, edges);
}

/// k x k x k vertices on a grid with wrap-around, k >= 3.
inline Graph torus_graph(Vertex k) {
  std::vector<Arc> edges;
  for (Vertex v = 0; v < k * k * k; ++v)
    for (Vertex stride = 1; stride < k * k * k; stride *= k)
      edges.emplace_back(v, v / stride % k + 1 < k ? v + stride : v - (k - 1) * stride);
  return graph_of_edges(k * k * k, edges);
}

inline Graph petersen_graph() {
  std::vector<Arc> edges;
  for (Vertex i = 0; i < 5; ++i) {
    edges.emplace_back(i, (i + 1) % 5);
    edges.emplace_back(5 + i, 5 + (i + 2) % 5);
    edges.emplace_back(i, 5 + i);
  }
  return graph_of_edges(10, edges);
}

/// `degree` random matchings of points; may have a few loops and parallel edges.
inline Graph random_pairing_graph(Vertex n, unsigned degree, std::uint64_t seed) {
  Rng rng(seed, Purpose::test, n);
  std::vector<Vertex> points;
  for (Vertex v = 0; v < n; ++v) points.insert(points.end(), degree, v);
  for (auto i = points.size(); i > 1; --i) std::swap(points[i - 1], points[rng.below(i)]);
  std::vector<Arc> edges;
  for (std::size_t i = 0; i + 1 < points.size(); i += 2) edges.emplace_back(points[i], points[i + 1]);
  return graph_of_edges(n, edges);
}

/// Directed, each arc with probability p.
inline Graph random_graph(Vertex n, double p, std::uint64_t seed) {
  Rng rng(seed, Purpose::test, n);
  std::vector<Arc> arcs;
  for (Vertex a = 0; a < n; ++a)
    for (Vertex b = 0; b < n; ++b)
      if (rng.uniform() < p) arcs.emplace_back(a, b);
  return Graph::from_arcs(n, arcs);
}

/// A symmetric simple one.
inline Graph random_simple_graph(Vertex n, double p, std::uint64_t seed) {
  return undirected(random_graph(n, p / 2, seed));
}

}  // namespace weft
