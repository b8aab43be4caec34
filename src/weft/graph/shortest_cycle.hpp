// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "weft/core/progress.hpp"
#include "weft/graph/graph.hpp"
#include "weft/graph/strong_components.hpp"

namespace weft {

/// The vertices of a shortest directed cycle, in order, a loop being one of length 1; empty if the graph has
/// none. Exact: searches of 64 vertices at once inside each component, no deeper than the shortest cycle
/// known. Among several, one through the vertex of the lowest number in any of them: the same on any number
/// of threads.
std::vector<Vertex> shortest_cycle(Graph const& graph, StrongComponents const& components,
                                   Progress& progress = no_progress());

/// Length of a shortest cycle of a simple symmetric graph through one of `starts` (all vertices if empty); 0
/// if there is none. One start suffices for a vertex-transitive graph.
std::uint32_t girth(Graph const& graph, std::span<Vertex const> starts = {},
                    Progress& progress = no_progress());

/// Length of a shortest directed cycle through one of `starts` (all vertices if empty), arcs there and back
/// included, loops not; 0 if there is none.
std::uint32_t directed_girth(Graph const& graph, std::span<Vertex const> starts = {},
                             Progress& progress = no_progress());

}  // namespace weft
