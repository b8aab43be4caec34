// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <cstdint>

#include "weft/engine/flit/masked/lanes.hpp"

namespace weft::flit {

/// Sets of places of cycles: so many words for each of the next ones.
template <class Word>
struct SetsOfCycles {
  using Vector = typename Lanes<Word>::Vector;
  Word* words;
  std::uint64_t last;  ///< one less than the cycles, which are a power of two
  std::size_t stride;  ///< words of a cycle

  Word& word(std::uint64_t cycle, std::size_t i) const { return begin(cycle)[i]; }
  Vector* of(std::uint64_t cycle) const { return reinterpret_cast<Vector*>(begin(cycle)); }

 private:
  Word* begin(std::uint64_t cycle) const { return words + static_cast<std::size_t>(cycle & last) * stride; }
};

/// The sets of places of later cycles, less than `span` away, with their memory.
template <class Word>
class DelayLine : public SetsOfCycles<Word> {
 public:
  /// `vectors`: of a cycle.
  DelayLine(std::uint64_t span, std::size_t vectors)
      : SetsOfCycles<Word>{nullptr, std::bit_ceil(span + 1) - 1, vectors * Lanes<Word>::count},
        memory_(static_cast<std::size_t>(this->last + 1) * vectors) {
    this->words = &memory_.word(0);
  }

 private:
  VectorMemory<Word> memory_;
};

}  // namespace weft::flit
