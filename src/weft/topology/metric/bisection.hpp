#pragma once

#include <cstdint>
#include <string>

#include "weft/core/bounds.hpp"
#include "weft/topology/shape/cartesian_shape.hpp"

namespace weft {

// The closed forms of tori and meshes are in grid_metrics.cpp.

/// A routing that loads no channel with more than `load` pairs of routers, for KnownMetrics::uniform_load.
inline Bounds routed(double load, double concentration, std::string method) {
  return {0, load * concentration * concentration, std::move(method)};
}

/// A lower bound on the links between any half of `vertices` and the rest: algebraic connectivity times the
/// product of the halves by the number of vertices (Fiedler 1975).
std::uint64_t spectral_cut(double algebraic_connectivity, std::uint64_t vertices);

/// The average number of links between a random half and the rest, which some half does not exceed: for a
/// graph without loops.
std::uint64_t average_cut(std::uint64_t links, std::uint64_t vertices);

/// Bounds for a directed graph that carries all ordered pairs of vertices with `load` of them over each arc;
/// `doubled` pairs of its arcs are one link each. Below: the links that those pairs need; above: the average
/// of all halves.
Bounds bisection_by_load(std::uint64_t vertices, std::uint64_t arcs, std::uint64_t doubled, double load);

/// Links of a product of complete graphs between its first `size` vertices, the longest side varying fastest,
/// and the rest: no set of that size has fewer (J. H. Lindsey, Assignment of numbers to vertices, Amer. Math.
/// Monthly 71, 1964).
std::uint64_t hamming_cut(Sides sides, std::uint64_t size);

}  // namespace weft
