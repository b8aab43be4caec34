// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>

#include "weft/core/progress.hpp"
#include "weft/graph/graph.hpp"

namespace weft {

/// Counts paths that share no arc, between any pairs of vertices of one graph, by maximum flows (Dinic). They
/// pass through no end of the graph. What it builds once serves all pairs.
class DisjointPaths {
 public:
  explicit DisjointPaths(Graph const& graph);
  ~DisjointPaths();
  DisjointPaths(DisjointPaths&&) noexcept;
  DisjointPaths& operator=(DisjointPaths&&) noexcept;

  /// The maximum number of paths between two different vertices that share no arc; the search stops at
  /// `enough`.
  std::uint64_t count(Vertex from, Vertex to, std::uint64_t enough = ~std::uint64_t{0});

 private:
  class Flow;
  std::unique_ptr<Flow> flow_;
};

/// The same for one pair.
std::uint64_t arc_disjoint_paths(Graph const& graph, Vertex from, Vertex to,
                                 std::uint64_t enough = ~std::uint64_t{0});

/// The minimum number of edges whose removal, in the graph as it stands, disconnects a simple symmetric graph
/// of two vertices or more; 0 if it is not connected. By maximum flows between the vertices of a dominating
/// set: a cut of fewer edges than the minimum degree has on both sides a vertex without an edge across (A. H.
/// Esfahanian and S. L. Hakimi, Networks 14, 1984; D. W. Matula, FOCS 1987).
std::uint64_t edge_connectivity(Graph const& graph, Progress& progress = no_progress());

/// The minimum number of arcs whose removal, in the graph as it stands, leaves some vertex without a path to
/// some other. By maximum flows around a cycle through all vertices (C. P. Schnorr, SIAM J. Comput. 8, 1979).
std::uint64_t arc_connectivity(Graph const& graph, Progress& progress = no_progress());

}  // namespace weft
