// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "weft/core/progress.hpp"
#include "weft/graph/graph.hpp"
#include "weft/graph/strong_components.hpp"

namespace weft {

/// Returns the vertices of a shortest directed cycle, in order; empty if the graph is acyclic. A loop is a
/// cycle of length 1. Exact: searches from 64 vertices simultaneously inside each component, limited to the
/// length of the shortest known cycle. Among several shortest cycles, returns the one through the vertex with
/// the lowest index, regardless of the number of threads.
std::vector<Vertex> shortest_cycle(Graph const& graph, StrongComponents const& components,
                                   Progress& progress = no_progress());

/// Returns the length of a shortest cycle of a simple symmetric graph through one of `starts` (all vertices
/// if empty); 0 if there is none. A single start suffices for a vertex-transitive graph.
std::uint32_t girth(Graph const& graph, std::span<Vertex const> starts = {},
                    Progress& progress = no_progress());

/// Returns the length of a shortest directed cycle through one of `starts` (all vertices if empty); 0 if
/// there is none. A pair of opposite arcs is a cycle, a loop is not.
std::uint32_t directed_girth(Graph const& graph, std::span<Vertex const> starts = {},
                             Progress& progress = no_progress());

}  // namespace weft
