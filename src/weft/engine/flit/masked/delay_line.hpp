// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <cstdint>

#include "weft/engine/flit/masked/lanes.hpp"

namespace weft::flit {

/// Bit sets of virtual channels for each of the next cycles, `stride` words per cycle.
template <class Word>
struct SetsOfCycles {
  using Vector = typename Lanes<Word>::Vector;
  Word* words;
  std::uint64_t last;  ///< number of cycles, a power of two, minus one
  std::size_t stride;  ///< words per cycle

  Word& word(std::uint64_t cycle, std::size_t i) const { return begin(cycle)[i]; }
  Vector* of(std::uint64_t cycle) const { return reinterpret_cast<Vector*>(begin(cycle)); }

 private:
  Word* begin(std::uint64_t cycle) const { return words + static_cast<std::size_t>(cycle & last) * stride; }
};

/// Bit sets of virtual channels for future cycles, at most `span` cycles ahead, with their memory.
template <class Word>
class DelayLine : public SetsOfCycles<Word> {
 public:
  /// `vectors`: number of vectors per cycle.
  DelayLine(std::uint64_t span, std::size_t vectors)
      : SetsOfCycles<Word>{nullptr, std::bit_ceil(span + 1) - 1, vectors * Lanes<Word>::count},
        memory_(static_cast<std::size_t>(this->last + 1) * vectors) {
    this->words = &memory_.word(0);
  }

 private:
  VectorMemory<Word> memory_;
};

}  // namespace weft::flit
