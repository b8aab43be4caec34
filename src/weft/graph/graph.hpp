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

/// A directed graph in compressed sparse rows (CSR): the heads of the arcs that leave each vertex are
/// consecutive. Loops and parallel arcs are legal. A symmetric graph contains both arcs of every edge.
/// Distances between pairs (HopTable, count_distances), count_paths, concurrent_flow and DisjointPaths use
/// only paths that do not traverse ends of the graph; other algorithms ignore ends.
class Graph {
 public:
  Graph() : first_(1, 0) {}
  /// Constructs a graph from its rows. `first`: start of the arcs of each vertex in `heads`, followed by the
  /// number of arcs.
  Graph(std::vector<std::uint64_t> first, std::vector<Vertex> heads)
      : first_(std::move(first)), heads_(std::move(heads)) {}
  /// Builds a graph from arcs in any order. The arcs of each vertex keep their order.
  static Graph from_arcs(std::uint64_t vertices, std::span<Arc const> arcs);

  std::uint64_t num_vertices() const { return first_.size() - 1; }
  std::uint64_t num_arcs() const { return heads_.size(); }
  std::uint64_t degree(Vertex v) const { return first_[v + std::size_t{1}] - first_[v]; }
  std::span<Vertex const> heads(Vertex v) const {
    return {heads_.data() + first_[v], static_cast<std::size_t>(degree(v))};
  }
  /// Returns whether paths may traverse a vertex; an end can only be the first or last vertex of a path.
  bool passes(Vertex v) const { return ends_.empty() || !ends_[v]; }
  /// Sets the ends, the vertices that paths do not traverse: ends[v] is true if v is an end; none if empty.
  void set_ends(std::vector<bool> ends) { ends_ = std::move(ends); }
  std::vector<bool> const& ends() const { return ends_; }
  std::span<std::uint64_t const> first() const { return first_; }
  std::span<Vertex const> all_heads() const { return heads_; }
  friend bool operator==(Graph const&, Graph const&) = default;

 private:
  std::vector<std::uint64_t> first_;
  std::vector<Vertex> heads_;
  std::vector<bool> ends_;  // empty: paths may traverse all vertices
};

/// Returns the graph with all arcs reversed and the same ends. The heads of every vertex are in ascending
/// order.
Graph transposed(Graph const& graph);

/// Minimum and maximum out-degree; 0 if there are no vertices.
struct DegreeRange {
  std::uint64_t min = 0, max = 0;
};
DegreeRange degree_range(Graph const& graph);
/// Returns a copy without loops and duplicate arcs, with the same ends. The heads of every vertex are in
/// ascending order.
Graph simple(Graph const& graph);
/// Returns the simple graph with both directions of every arc and the same ends.
Graph undirected(Graph const& graph);
/// Returns the graph with no vertex marked as an end: paths may traverse all vertices.
Graph without_ends(Graph graph);

}  // namespace weft
