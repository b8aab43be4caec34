#pragma once

#include <cstdint>
#include <span>

#include "weft/core/progress.hpp"
#include "weft/graph/graph.hpp"

namespace weft {

/// Length of a shortest cycle of a simple symmetric graph through one of `starts` (all vertices if empty); 0
/// if there is none. One start suffices for a vertex-transitive graph.
std::uint32_t girth(Graph const& graph, std::span<Vertex const> starts = {},
                    Progress& progress = no_progress());

/// Length of a shortest directed cycle through one of `starts` (all vertices if empty), arcs there and back
/// included, loops not; 0 if there is none.
std::uint32_t directed_girth(Graph const& graph, std::span<Vertex const> starts = {},
                             Progress& progress = no_progress());

}  // namespace weft
