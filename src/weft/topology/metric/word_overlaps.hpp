#pragma once

#include <cstdint>
#include <vector>

namespace weft {

/// Words over an alphabet: any, or such that no letter follows itself.
enum class Words { any, no_letter_twice };

/// Of all ordered pairs of words of that length, how many have a longest overlap (end of the first = beginning of the second)
/// of 0, 1, .., length letters. In 64-bit numbers, so that sums are modulo 2^64. Words are counted by their borders, the
/// overlaps with themselves: few sets of borders exist (L. J. Guibas and A. M. Odlyzko, String overlaps, pattern matching,
/// and nontransitive games, J. Comb. Theory A 30, 1981).
std::vector<std::uint64_t> longest_overlaps(std::uint64_t letters, std::uint32_t length, Words words);

}  // namespace weft
