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

/// A directed graph in compressed rows: the heads of the arcs that leave each vertex, consecutive. Loops and
/// parallel arcs are legal. A symmetric graph holds both arcs of every edge. Distances between
/// pairs (HopTable, count_distances), count_paths, concurrent_flow and DisjointPaths know paths that pass
/// through no end of the graph; other algorithms take the graph as it stands.
class Graph {
 public:
  Graph() : first_(1, 0) {}
  /// `first`: where the arcs of each vertex begin in `heads`, and at the end their number.
  Graph(std::vector<std::uint64_t> first, std::vector<Vertex> heads)
      : first_(std::move(first)), heads_(std::move(heads)) {}
  /// The arcs in any order; those of a vertex keep theirs.
  static Graph from_arcs(std::uint64_t vertices, std::span<Arc const> arcs);

  std::uint64_t num_vertices() const { return first_.size() - 1; }
  std::uint64_t num_arcs() const { return heads_.size(); }
  std::uint64_t degree(Vertex v) const { return first_[v + std::size_t{1}] - first_[v]; }
  std::span<Vertex const> heads(Vertex v) const {
    return {heads_.data() + first_[v], static_cast<std::size_t>(degree(v))};
  }
  /// Whether paths may pass through a vertex; they only begin or end at an end.
  bool passes(Vertex v) const { return ends_.empty() || !ends_[v]; }
  /// `ends`: whether each vertex is an end, which no path passes through.
  void set_ends(std::vector<bool> ends) { ends_ = std::move(ends); }
  std::vector<bool> const& ends() const { return ends_; }
  std::span<std::uint64_t const> first() const { return first_; }
  std::span<Vertex const> all_heads() const { return heads_; }
  friend bool operator==(Graph const&, Graph const&) = default;

 private:
  std::vector<std::uint64_t> first_;
  std::vector<Vertex> heads_;
  std::vector<bool> ends_;  // empty: paths may pass through all
};

/// All arcs reversed, with the same ends; the heads of every vertex ascend.
Graph transposed(Graph const& graph);

/// Minimum and maximum number of arcs that leave a vertex; 0 without vertices.
struct DegreeRange {
  std::uint64_t least = 0, most = 0;
};
DegreeRange degree_range(Graph const& graph);
/// A copy without loops and repetitions, with the same ends; the heads of every vertex ascend.
Graph simple(Graph const& graph);
/// The simple graph with both directions of every arc, with the same ends.
Graph undirected(Graph const& graph);
/// The graph without ends: paths may pass through all vertices.
Graph as_it_stands(Graph graph);

}  // namespace weft
