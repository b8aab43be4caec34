// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "weft/graph/graph.hpp"

namespace weft {

/// The strongly connected components of a directed graph: vertices of one component reach each other.
struct StrongComponents {
  /// component of each vertex; arcs never lead from a component to one of a higher number
  std::vector<std::uint32_t> of;
  std::vector<std::uint32_t> size;  ///< number of vertices per component
  std::vector<bool> cyclic;         ///< whether each component contains a cycle, which may be a loop
};

/// Tarjan's algorithm (SIAM J. Comput. 1, 1972), without recursion: time and memory linear in the graph.
StrongComponents strong_components(Graph const& graph);

}  // namespace weft
