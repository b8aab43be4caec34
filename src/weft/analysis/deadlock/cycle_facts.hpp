#pragma once

#include <cstdint>
#include <vector>

#include "weft/core/progress.hpp"
#include "weft/graph/graph.hpp"

namespace weft::deadlock {

/// The cycles of a dependency graph.
struct CycleFacts {
  std::uint64_t components = 0;  ///< strongly connected ones that hold a cycle
  std::uint64_t vertices = 0;    ///< in some cycle
  std::vector<Vertex> shortest;  ///< the vertices of a shortest one, in order; empty if there is none

  bool cyclic() const { return components != 0; }
};

CycleFacts cycle_facts(Graph const& graph, Progress& progress = no_progress());

}  // namespace weft::deadlock
