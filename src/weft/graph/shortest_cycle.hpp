#pragma once

#include <vector>

#include "weft/core/progress.hpp"
#include "weft/graph/strong_components.hpp"

namespace weft {

/// The vertices of a shortest directed cycle, in order, a loop being one of length 1; empty if the graph has
/// none. Exact: searches of 64 vertices at once inside each component, no deeper than the shortest cycle
/// known. Among several, one through the vertex of the lowest number in any of them: the same on any number
/// of threads.
std::vector<Vertex> shortest_cycle(Graph const& graph, StrongComponents const& components,
                                   Progress& progress = no_progress());

}  // namespace weft
