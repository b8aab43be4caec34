// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "weft/core/bounds.hpp"
#include "weft/topology/shape/cartesian_shape.hpp"

namespace weft {

/// The number of pairs at each distance, starting with 0; counts of up to 2^64 - 1, sums modulo 2^64.
using DistanceCounts = std::vector<std::uint64_t>;

/// The distances of a Cartesian product of two graphs: those of its factors add up. `factor` has few second
/// differences other than 0, as paths, rings and complete graphs have: the time is the length of the answer
/// times their number.
DistanceCounts product(DistanceCounts const& counts, DistanceCounts const& factor);

/// Steps of the shortest walk on a cycle of k places that starts at place 0, ends at place `end` and passes
/// all required places. The end divides the cycle in the arc before it and the arc after it; `gap_before` and
/// `gap_after` are the longest stretches of either that need not be passed. A walk omits one of them and goes
/// back and forth to its ends, or omits none and goes around the cycle.
constexpr std::uint32_t cycle_walk(std::uint32_t k, std::uint32_t end, std::uint32_t gap_before,
                                   std::uint32_t gap_after) {
  return std::min(2 * k - end - 2 * gap_after, k + end - 2 * gap_before);
}

/// Words over an alphabet: any, or such that no letter follows itself.
enum class Words { any, no_letter_twice };

/// The number of ordered pairs of words of that length with a longest overlap (end of the first = beginning
/// of the second) of 0, 1, .., length letters. In 64-bit numbers, so that sums are modulo 2^64. Words are
/// counted by their borders, the overlaps with themselves: few sets of borders exist (L. J. Guibas and A. M.
/// Odlyzko, String overlaps, pattern matching, and nontransitive games, J. Comb. Theory A 30, 1981).
std::vector<std::uint64_t> longest_overlaps(std::uint64_t letters, std::uint32_t length, Words words);

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
