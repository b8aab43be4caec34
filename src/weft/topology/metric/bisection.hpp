// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "weft/core/bounds.hpp"
#include "weft/topology/shape/cartesian_shape.hpp"

namespace weft {

/// The number of pairs at each distance, starting with distance 0. Counts are up to 2^64 - 1, sums modulo
/// 2^64.
using DistanceCounts = std::vector<std::uint64_t>;

/// Returns the distances of a Cartesian product of two graphs, in which distances of the factors add up. The
/// time is the length of the result times the number of nonzero second differences of `factor`, which is
/// small for paths, rings and complete graphs.
DistanceCounts product(DistanceCounts const& counts, DistanceCounts const& factor);

/// Returns the steps of the shortest walk on a cycle of k positions that starts at position 0, ends at
/// position `end` and visits all required positions. Position `end` divides the cycle into two arcs;
/// `gap_before` and `gap_after` are the longest stretches of the arc before it and of the arc after it that
/// contain no required position. A walk skips one of these gaps and goes back and forth to its ends, or skips
/// neither and goes around the cycle.
constexpr std::uint32_t cycle_walk(std::uint32_t k, std::uint32_t end, std::uint32_t gap_before,
                                   std::uint32_t gap_after) {
  return std::min(2 * k - end - 2 * gap_after, k + end - 2 * gap_before);
}

/// Words over an alphabet: all words, or words without equal adjacent letters.
enum class Words { any, distinct_neighbors };

/// Returns the number of ordered pairs of words of `length` letters with a longest overlap (end of the first
/// = beginning of the second) of 0, 1, .., length letters, modulo 2^64. Groups words by their borders, the
/// overlaps of a word with itself, because there are few sets of borders (L. J. Guibas and A. M. Odlyzko,
/// String overlaps, pattern matching, and nontransitive games, J. Comb. Theory A 30, 1981).
std::vector<std::uint64_t> longest_overlaps(std::uint64_t letters, std::uint32_t length, Words words);

// See grid_metrics.cpp for the closed forms of tori and meshes.

/// Returns bounds for KnownMetrics::uniform_load from a routing that sends at most `load` pairs of routers
/// over a channel, with `concentration` terminals per router.
inline Bounds routed(double load, double concentration, std::string method) {
  return {0, load * concentration * concentration, std::move(method)};
}

/// Returns a lower bound on the number of links between any half of `vertices` and the rest: algebraic
/// connectivity times the product of the sizes of the halves, divided by the number of vertices (Fiedler
/// 1975).
std::uint64_t spectral_cut(double algebraic_connectivity, std::uint64_t vertices);

/// Returns the average number of links between a random half and the rest, an upper bound on the bisection of
/// a graph without self loops.
std::uint64_t average_cut(std::uint64_t links, std::uint64_t vertices);

/// Returns bounds on the bisection of a directed graph under a routing of all ordered pairs of vertices with
/// `load` pairs per arc, if `doubled` pairs of its arcs form one link each. Lower bound: the links that the
/// pairs between two halves need; upper bound: the average over all halves.
Bounds bisection_by_load(std::uint64_t vertices, std::uint64_t arcs, std::uint64_t doubled, double load);

/// Returns the number of links, in a product of complete graphs, between the first `size` vertices, with the
/// longest side varying fastest, and the rest: the minimum over all sets of `size` vertices (J. H. Lindsey,
/// Assignment of numbers to vertices, Amer. Math. Monthly 71, 1964).
std::uint64_t hamming_cut(Sides sides, std::uint64_t size);

}  // namespace weft
