// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "weft/core/progress.hpp"
#include "weft/graph/graph.hpp"

namespace weft {

/// The number of ordered pairs of vertices at each distance.
struct DistanceCounts {
  /// pairs[d]: pairs at distance d, including each vertex with itself for d = 0. The last index is the
  /// maximum distance.
  std::vector<std::uint64_t> pairs;
  /// The sum of the products of the weights over the pairs at each distance; empty if there are no weights.
  std::vector<std::uint64_t> weighted;
  std::uint64_t unreachable_pairs = 0, unreachable_weighted = 0;
};

/// Counts the ordered pairs at each distance exactly, by breadth-first searches from 512 sources
/// simultaneously, one bit each. Collective. `weights`: weight of each vertex, such as its number of
/// terminals. If `only_weighted`, searches start only from vertices of positive weight, and `pairs` counts
/// only pairs with such a first vertex. Paths do not traverse ends of the graph. Source of the idea: M. Then
/// et al., The more the merrier: efficient multi-source graph traversal, VLDB 2014.
DistanceCounts count_distances(Graph const& graph, std::span<std::uint32_t const> weights = {},
                               Progress& progress = no_progress(), bool only_weighted = false);

/// Returns the sum of d * counts[d].
unsigned __int128 sum_of_distances(std::span<std::uint64_t const> counts);

}  // namespace weft
