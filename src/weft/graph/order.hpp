// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include "weft/graph/graph.hpp"
#include "weft/graph/search.hpp"

namespace weft {

/// Returns the hops from `start` to every vertex over paths that do not traverse ends of the graph, or
/// `unreachable`.
std::vector<std::uint32_t> hops_from(Graph const& graph, Vertex start);

/// Returns all vertices in an order that places nearby vertices together: clusters of `size` vertices, each
/// grown breadth first from a neighbor of the previous clusters.
std::vector<Vertex> clustered_order(Graph const& graph, std::size_t size);

/// Returns the graph renumbered: its vertex i is vertex order[i] of `graph`. The ends are preserved.
Graph reordered(Graph const& graph, std::span<Vertex const> order);

/// Returns whether every vertex is reachable from every other vertex, ignoring ends.
bool strongly_connected(Graph const& graph);

}  // namespace weft
