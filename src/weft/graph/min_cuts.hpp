// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "weft/core/progress.hpp"
#include "weft/graph/graph.hpp"

namespace weft {

/// Maximum number of vertices for exact_bisection.
inline constexpr std::uint64_t max_exact_bisection_vertices = 64;

/// Returns the minimum number of edges between k vertices and the remaining vertices of a simple symmetric
/// graph, for k = 0, 1, .., n, by enumeration of all subsets. Takes time 2^n, for n up to about 40.
std::vector<std::uint32_t> min_cuts(Graph const& graph, Progress& progress = no_progress());

/// Returns the minimum number of arcs that leave a set of k vertices in a graph without loops and duplicates,
/// for k = 0, 1, .., n, by enumeration of all subsets. Takes time 2^n, for n up to about 40.
std::vector<std::uint32_t> min_out_cuts(Graph const& graph, Progress& progress = no_progress());

/// Returns the minimum number of edges between floor(n/2) vertices and the remaining vertices if it is less
/// than `upper`, otherwise `upper`; nullopt if the search needs more than about `steps` partial divisions.
/// Branch and bound over the vertices in a fixed order: a partial division is pruned if its cut, the cheapest
/// attachment of the free vertices to it, and a lower bound on the cut among the free vertices add up to the
/// best known cut or more. The lower bounds are computed by Russian doll search; for the last vertices they
/// are exact, by enumeration.
std::optional<std::uint64_t> exact_bisection(Graph const& graph, std::uint64_t upper,
                                             std::uint64_t steps = ~std::uint64_t{0},
                                             Progress& progress = no_progress());

}  // namespace weft
