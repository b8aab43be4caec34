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

/// Returns the distances of a Cartesian product of two graphs: the distances in its factors add up. `factor`
/// should have few nonzero second differences, like paths, rings and complete graphs: the time is the length
/// of the result times their number.
DistanceCounts product(DistanceCounts const& counts, DistanceCounts const& factor);

/// Returns the steps of the shortest walk on a cycle of k positions that starts at position 0, ends at
/// position `end` and visits all required positions. The end divides the cycle into the arc before it and the
/// arc after it; `gap_before` and `gap_after` are the longest stretches of either that may be skipped. A walk
/// skips one of them and goes back and forth to its ends, or skips neither and goes around the cycle.
constexpr std::uint32_t cycle_walk(std::uint32_t k, std::uint32_t end, std::uint32_t gap_before,
                                   std::uint32_t gap_after) {
  return std::min(2 * k - end - 2 * gap_after, k + end - 2 * gap_before);
}

/// Words over an alphabet: all words, or words without equal adjacent letters.
enum class Words { any, no_letter_twice };

/// Returns the number of ordered pairs of words of that length with a longest overlap (end of the first =
/// beginning of the second) of 0, 1, .., length letters, modulo 2^64. Words are counted by their borders, the
/// overlaps with themselves: few sets of borders exist (L. J. Guibas and A. M. Odlyzko, String overlaps,
/// pattern matching, and nontransitive games, J. Comb. Theory A 30, 1981).
std::vector<std::uint64_t> longest_overlaps(std::uint64_t letters, std::uint32_t length, Words words);

// See grid_metrics.cpp for the closed forms of tori and meshes.

/// Returns the bounds from a routing with at most `load` pairs of routers per channel, for
/// KnownMetrics::uniform_load.
inline Bounds routed(double load, double concentration, std::string method) {
  return {0, load * concentration * concentration, std::move(method)};
}

/// Returns a lower bound on the links between any half of `vertices` and the rest: algebraic connectivity
/// times the product of the halves divided by the number of vertices (Fiedler 1975).
std::uint64_t spectral_cut(double algebraic_connectivity, std::uint64_t vertices);

/// Returns the average number of links between a random half and the rest, an upper bound on the bisection of
/// a graph without loops.
std::uint64_t average_cut(std::uint64_t links, std::uint64_t vertices);

/// Returns bounds for a directed graph that carries all ordered pairs of vertices with `load` pairs over each
/// arc; `doubled` pairs of its arcs form one link each. Lower bound: the links that these pairs need; upper
/// bound: the average of all halves.
Bounds bisection_by_load(std::uint64_t vertices, std::uint64_t arcs, std::uint64_t doubled, double load);

/// Returns the number of links of a product of complete graphs between its first `size` vertices, with the
/// longest side varying fastest, and the rest: the minimum over sets of that size (J. H. Lindsey, Assignment
/// of numbers to vertices, Amer. Math. Monthly 71, 1964).
std::uint64_t hamming_cut(Sides sides, std::uint64_t size);

}  // namespace weft
