// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>

#include "weft/core/progress.hpp"
#include "weft/graph/graph.hpp"

namespace weft {

/// Counts arc-disjoint paths between pairs of vertices of a graph by maximum flows (Dinic's algorithm). Paths
/// do not traverse ends of the graph. One data structure serves all pairs.
class DisjointPaths {
 public:
  explicit DisjointPaths(Graph const& graph);
  ~DisjointPaths();
  DisjointPaths(DisjointPaths&&) noexcept;
  DisjointPaths& operator=(DisjointPaths&&) noexcept;

  /// Returns the maximum number of arc-disjoint paths between two different vertices; stops counting at
  /// `enough`.
  std::uint64_t count(Vertex from, Vertex to, std::uint64_t enough = ~std::uint64_t{0});

 private:
  class Flow;
  std::unique_ptr<Flow> flow_;
};

/// Returns the maximum number of arc-disjoint paths of a single pair; stops counting at `enough`.
std::uint64_t arc_disjoint_paths(Graph const& graph, Vertex from, Vertex to,
                                 std::uint64_t enough = ~std::uint64_t{0});

/// Returns the minimum number of edges whose removal disconnects a simple symmetric graph of two or more
/// vertices, ignoring ends; 0 if the graph is not connected. Uses maximum flows between the vertices of a
/// dominating set: a cut of fewer edges than the minimum degree has on both sides a vertex without an edge
/// across the cut (A. H. Esfahanian and S. L. Hakimi, Networks 14, 1984; D. W. Matula, FOCS 1987).
std::uint64_t edge_connectivity(Graph const& graph, Progress& progress = no_progress());

/// Returns the minimum number of arcs to remove so that the graph is no longer strongly connected, ignoring
/// ends. Uses maximum flows around a cycle through all vertices (C. P. Schnorr, SIAM J. Comput. 8, 1979).
std::uint64_t arc_connectivity(Graph const& graph, Progress& progress = no_progress());

}  // namespace weft
