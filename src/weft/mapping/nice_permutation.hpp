#pragma once

#include <cstdint>
#include <optional>

namespace weft::mapping {

/// y -> multiplier * y + offset modulo `size`.
struct AffinePermutation {
  std::uint32_t size, multiplier, offset;
  std::uint32_t operator()(std::uint32_t y) const {
    return static_cast<std::uint32_t>((std::uint64_t{multiplier} * y + offset) % size);
  }
};

/// Two rows of colors 0..size-1 that wrap, the first in order and the second by this permutation, are *nice*
/// if the six neighbors of the two places of any color (left and right in both rows, below in the first,
/// above in the second) differ from one another and from it (Chakaravarthy et al. 2012, appendix A).
bool is_nice(AffinePermutation const& permutation);

/// A nice one: 5 y + 2 where that is, as for all powers of two from 8 on (lemma A.1), else the first by
/// multiplier and offset. Nothing where none is nice, as for sizes below 8.
std::optional<AffinePermutation> nice_permutation(std::uint32_t size);

}  // namespace weft::mapping
