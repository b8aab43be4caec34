// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "weft/graph/graph.hpp"

namespace weft {

/// Edges of a graph: the edge to which each arc belongs, in the order of Graph::all_heads. Both arcs of an
/// undirected edge may belong to one edge.
struct EdgesOfArcs {
  std::span<std::uint32_t const> edge;
  std::size_t count = 0;  ///< number of edges
};

/// Returns, for each vertex, the sum over all ordered pairs of other vertices of the fraction of their
/// shortest paths that traverse the vertex. If `with_ends`, paths also traverse their first and last vertex.
/// Ignores ends of the graph, which must not contain parallel arcs. Uses the accumulation of U. Brandes (J.
/// Math. Sociol. 25, 2001) on all threads, in the order of operations of NetworkX: unlike the loads of
/// count_paths, the results equal those of NetworkX in every bit.
std::vector<double> vertex_betweenness(Graph const& graph, bool with_ends);

/// Returns this sum for each edge, in either direction.
std::vector<double> edge_betweenness(Graph const& graph, EdgesOfArcs edges);

}  // namespace weft
