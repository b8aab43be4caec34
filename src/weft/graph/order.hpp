// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include "weft/graph/graph.hpp"
#include "weft/graph/search.hpp"

namespace weft {

/// Hops from `start` to every vertex, over paths that pass through no end of the graph; `unreachable` where
/// none leads.
std::vector<std::uint32_t> hops_from(Graph const& graph, Vertex start);

/// All vertices, those near each other consecutive: clusters of `size` vertices, each grown breadth first
/// from a neighbor of the clusters before it.
std::vector<Vertex> clustered_order(Graph const& graph, std::size_t size);

/// The graph whose vertex i is order[i] of the given one, with the same ends.
Graph reordered(Graph const& graph, std::span<Vertex const> order);

/// Whether the arcs, in the graph as it stands, lead from one vertex to all others and back.
bool strongly_connected(Graph const& graph);

}  // namespace weft
