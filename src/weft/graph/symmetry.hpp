// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "weft/core/progress.hpp"
#include "weft/graph/graph.hpp"

namespace weft {

/// Bounds on the number of vertex orbits under automorphisms; exact if they are equal.
struct OrbitCount {
  std::uint64_t lower = 0, upper = 0;
};

/// Counts the orbits of a graph without loops and duplicates under the automorphisms that preserve the
/// directions of its arcs. Colors are refined by the colors of in- and out-neighbors; a color class contains
/// at least one orbit. Two vertices of a class are then compared by individualization and refinement with
/// backtracking (B. D. McKay, Practical graph isomorphism, Congressus Numerantium 30, 1981); every mapping is
/// verified arc by arc, and merges the orbits along its cycles. Visits about `steps` arcs; undecided cases
/// widen the bounds.
OrbitCount count_orbits(Graph const& graph, std::uint64_t steps = ~std::uint64_t{0},
                        Progress& progress = no_progress());

}  // namespace weft
