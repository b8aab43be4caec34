// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "weft/core/progress.hpp"
#include "weft/graph/graph.hpp"

namespace weft {

/// The number of orbits of the vertices: classes of vertices that automorphisms map to each other. Equal
/// bounds: exact.
struct OrbitCount {
  std::uint64_t lower = 0, upper = 0;
};

/// The orbits of a graph without loops and repetitions under the automorphisms that keep the directions of
/// its arcs. Colors are refined by those of out- and in-neighbors; a color class is at least one orbit. Two
/// vertices of a class are then compared by individualization and refinement with backtracking (B. D. McKay,
/// Practical graph isomorphism, Congressus Numerantium 30, 1981); every mapping is verified arc by arc, and
/// merges the orbits along its cycles. Visits about `steps` arcs, then what is undecided lies between the
/// bounds.
OrbitCount count_orbits(Graph const& graph, std::uint64_t steps = ~std::uint64_t{0},
                        Progress& progress = no_progress());

}  // namespace weft
