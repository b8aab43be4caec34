// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "weft/graph/graph.hpp"

namespace weft {

/// The strongly connected components of a directed graph: the vertices of a component can reach each other.
struct StrongComponents {
  /// Component of each vertex; no arc leads from a component to a component with a higher index
  std::vector<std::uint32_t> of;
  std::vector<std::uint32_t> size;  ///< number of vertices per component
  std::vector<bool> cyclic;         ///< whether each component contains a cycle, which may be a loop
};

/// Finds the components by Tarjan's algorithm (SIAM J. Comput. 1, 1972) without recursion, in linear time and
/// memory.
StrongComponents strong_components(Graph const& graph);

}  // namespace weft
