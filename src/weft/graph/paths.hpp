// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "weft/core/progress.hpp"
#include "weft/graph/graph.hpp"

namespace weft {

/// Statistics of the shortest paths between all ordered pairs of distinct vertices. Paths do not traverse
/// ends of the graph.
struct PathCounts {
  double mean = 0, min = 0;  ///< number of paths per connected pair
  /// The load of each arc, in the order of Graph::all_heads, if every pair sends the product of its weights,
  /// divided evenly over the shortest paths of the pair.
  std::vector<double> load;
};

/// Computes the statistics by a breadth-first search per vertex that counts paths, followed by the
/// accumulation of U. Brandes (J. Math. Sociol. 25, 2001), on all threads. Parallel arcs count as different
/// paths. `weights`: weight of each vertex, 1 if empty.
PathCounts count_paths(Graph const& graph, std::span<std::uint32_t const> weights = {},
                       Progress& progress = no_progress());

/// Returns the maximum load of an arc relative to its capacity; all capacities are 1 if `capacity` is empty.
double max_load(PathCounts const& paths, std::span<double const> capacity = {});

}  // namespace weft
