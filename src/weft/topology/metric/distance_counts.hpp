#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

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

}  // namespace weft
