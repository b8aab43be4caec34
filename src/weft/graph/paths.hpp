// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "weft/core/progress.hpp"
#include "weft/graph/graph.hpp"

namespace weft {

/// The shortest paths between all ordered pairs of distinct vertices. They pass through no end of the graph.
struct PathCounts {
  double mean = 0, least = 0;  ///< paths of a pair, over the pairs that have one
  /// The load of each arc, in the order of Graph::all_heads, if every pair sends the product of its weights,
  /// divided evenly over its shortest paths.
  std::vector<double> load;
};

/// By a breadth-first search per vertex that counts paths, and the accumulation of U. Brandes (J. Math.
/// Sociol. 25, 2001), on all threads. Parallel arcs are paths of their own. `weights`: 1 each if empty.
PathCounts count_paths(Graph const& graph, std::span<std::uint32_t const> weights = {},
                       Progress& progress = no_progress());

/// The maximum load of an arc relative to its capacity (1 each if empty).
double max_load(PathCounts const& paths, std::span<double const> capacity = {});

}  // namespace weft
