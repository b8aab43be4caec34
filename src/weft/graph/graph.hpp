// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace weft {

/// A vertex of a Graph, 0 .. num_vertices-1.
using Vertex = std::uint32_t;
/// A directed edge from first to second.
using Arc = std::pair<Vertex, Vertex>;

/// A directed graph in compressed rows: the heads of the arcs that leave each vertex are consecutive. Loops
/// and parallel arcs are legal. A symmetric graph contains both arcs of every edge. Distances between pairs
/// (HopTable, count_distances), count_paths, concurrent_flow and DisjointPaths use only paths that do not
/// traverse ends of the graph; other algorithms ignore ends.
class Graph {
 public:
  Graph() : first_(1, 0) {}
  /// `first`: start of the arcs of each vertex in `heads`, followed by their number.
  Graph(std::vector<std::uint64_t> first, std::vector<Vertex> heads)
      : first_(std::move(first)), heads_(std::move(heads)) {}
  /// Builds a graph from arcs in any order; the order of each vertex's arcs is kept.
  static Graph from_arcs(std::uint64_t vertices, std::span<Arc const> arcs);

  std::uint64_t num_vertices() const { return first_.size() - 1; }
  std::uint64_t num_arcs() const { return heads_.size(); }
  std::uint64_t degree(Vertex v) const { return first_[v + std::size_t{1}] - first_[v]; }
  std::span<Vertex const> heads(Vertex v) const {
    return {heads_.data() + first_[v], static_cast<std::size_t>(degree(v))};
  }
  /// Returns whether paths may traverse a vertex; an end can only be the first or last vertex of a path.
  bool passes(Vertex v) const { return ends_.empty() || !ends_[v]; }
  /// `ends`: whether each vertex is an end, which paths do not traverse.
  void set_ends(std::vector<bool> ends) { ends_ = std::move(ends); }
  std::vector<bool> const& ends() const { return ends_; }
  std::span<std::uint64_t const> first() const { return first_; }
  std::span<Vertex const> all_heads() const { return heads_; }
  friend bool operator==(Graph const&, Graph const&) = default;

 private:
  std::vector<std::uint64_t> first_;
  std::vector<Vertex> heads_;
  std::vector<bool> ends_;  // empty: paths may traverse all
};

/// Returns the graph with all arcs reversed and the same ends; the heads of every vertex are in ascending
/// order.
Graph transposed(Graph const& graph);

/// Minimum and maximum out-degree; 0 without vertices.
struct DegreeRange {
  std::uint64_t min = 0, max = 0;
};
DegreeRange degree_range(Graph const& graph);
/// Returns a copy without loops and duplicates, with the same ends; the heads of every vertex are in
/// ascending order.
Graph simple(Graph const& graph);
/// Returns the simple graph with both directions of every arc, with the same ends.
Graph undirected(Graph const& graph);
/// Returns the graph without ends: paths may traverse all vertices.
Graph without_ends(Graph graph);

}  // namespace weft
