// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>
#include <numeric>
#include <utility>
#include <vector>

#include "weft/core/random.hpp"
#include "weft/engine/rounds/clex/clex_draws.hpp"

namespace weft::rounds {

/// Step 2 of A(l): a node with x messages assigns floor(x/m) messages to each of its m edges, and one more to
/// each edge of a random subset.
class EdgeAssignment {
 public:
  /// `pool`: the result of draw_pool(), used only if subset=pooled.
  EdgeAssignment(std::uint32_t m, Subset subset, std::vector<std::uint16_t> const& pool)
      : m_(m), pooled_(subset == Subset::pooled), pool_(pool.data()), marked_(m > 64 ? m : 0) {}

  /// Writes the edges of x messages to edge[0], .., edge[x - 1].
  void assign(std::uint32_t x, Rng& rng, std::uint16_t* edge) {
    if (pooled_) return assign_cyclic(x, pool_ + std::size_t{below32(rng(), m_)} * m_, edge);
    for (; x >= m_; x -= m_)
      for (std::uint32_t w = 0; w < m_; ++w) *edge++ = static_cast<std::uint16_t>(w);
    if (x == 0) return;
    if (m_ <= 64)
      assign_remainder_bitset(x, rng, edge);
    else
      assign_remainder_bytes(x, rng, edge);
  }

 private:
  void assign_cyclic(std::uint32_t x, std::uint16_t const* permutation, std::uint16_t* edge) {
    for (std::uint32_t q = 0, w = 0; q < x; ++q, w = w + 1 == m_ ? 0 : w + 1) edge[q] = permutation[w];
  }

  void assign_remainder_bitset(std::uint32_t x, Rng& rng, std::uint16_t* edge) {
    bool const draw_the_idle = x > m_ - x;
    std::uint64_t chosen = 0;
    for (std::uint32_t missing = draw_the_idle ? m_ - x : x; missing > 0;) {
      std::uint64_t const bit = std::uint64_t{1} << below32(rng(), m_);
      missing -= (chosen & bit) == 0;
      chosen |= bit;
    }
    if (draw_the_idle) chosen = ~chosen & (m_ == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << m_) - 1);
    for (; chosen != 0; chosen &= chosen - 1) *edge++ = static_cast<std::uint16_t>(std::countr_zero(chosen));
  }

  void assign_remainder_bytes(std::uint32_t x, Rng& rng, std::uint16_t* edge) {
    bool const draw_the_idle = x > m_ - x;
    std::fill(marked_.begin(), marked_.end(), std::uint8_t{0});
    for (std::uint32_t missing = draw_the_idle ? m_ - x : x; missing > 0;) {
      auto& mark = marked_[below32(rng(), m_)];
      missing -= mark == 0;
      mark = 1;
    }
    for (std::uint32_t w = 0; w < m_; ++w)
      if (marked_[w] != static_cast<std::uint8_t>(draw_the_idle)) *edge++ = static_cast<std::uint16_t>(w);
  }

  std::uint32_t m_;
  bool pooled_;
  std::uint16_t const* pool_;
  std::vector<std::uint8_t> marked_;
};

/// Assignment of copies to relays in A(1). Every sender assigns its copies, in order, to the relays of a
/// uniformly random permutation, with a new permutation after every m copies, so that each relay receives
/// floor(copies / m) or ceil(copies / m). Permutations are drawn one element at a time (Fisher-Yates), only
/// as far as they are used.
class RelayAssignment {
 public:
  explicit RelayAssignment(std::uint32_t m)
      : m_(m), identity_(small() ? std::size_t{m} * m : m), rows_(std::size_t{m} * m), next_(m, unset) {
    for (std::size_t i = 0; i < identity_.size(); i += m)
      std::iota(identity_.begin() + static_cast<std::ptrdiff_t>(i),
                identity_.begin() + static_cast<std::ptrdiff_t>(i + m), std::uint16_t{0});
  }

  /// Resets all permutations for the next phase.
  void start_phase() {
    if (small()) {
      std::memcpy(rows_.data(), identity_.data(), rows_.size() * sizeof(std::uint16_t));
      std::memset(next_.data(), 0, next_.size() * sizeof(std::uint32_t));
    } else {
      std::fill(next_.begin(), next_.end(), unset);
    }
  }

  /// Returns the relay of the next copy of `sender`, drawn with the 32 random bits `random`.
  std::uint32_t next_relay(std::uint32_t sender, std::uint32_t random) {
    std::uint16_t* row = rows_.data() + std::size_t{sender} * m_;
    std::uint32_t at = next_[sender];
    if (at == unset) [[unlikely]] {
      std::memcpy(row, identity_.data(), m_ * sizeof(std::uint16_t));
      at = 0;
    }
    std::uint32_t const chosen = at + scale32(random, m_ - at);
    std::uint16_t const relay = row[chosen];
    row[chosen] = row[at];
    row[at] = relay;
    next_[sender] = at + 1 == m_ ? 0 : at + 1;
    return relay;
  }

 private:
  static constexpr std::uint32_t unset = ~std::uint32_t{0};
  bool small() const { return m_ <= 64; }  // then copying all rows is cheaper than checking each

  std::uint32_t m_;
  std::vector<std::uint16_t> identity_, rows_;
  std::vector<std::uint32_t> next_;
};

}  // namespace weft::rounds
