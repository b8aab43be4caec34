#pragma once

#include <cstdint>
#include <cstring>
#include <numeric>
#include <utility>
#include <vector>

#include "weft/core/random.hpp"

namespace weft::rounds {

/// Deals the relays of A(1): every sender hands its copies, in order, to the relays of a uniformly random permutation, a
/// fresh one after each m copies, so that each relay gets floor or ceil of (copies / m) from it. The permutations are
/// drawn one element at a time (Fisher-Yates), only as far as they are used.
class RelayAssignment {
 public:
  explicit RelayAssignment(std::uint32_t m)
      : m_(m), identity_(small() ? std::size_t{m} * m : m), rows_(std::size_t{m} * m), next_(m, unset) {
    for (std::size_t i = 0; i < identity_.size(); i += m)
      std::iota(identity_.begin() + static_cast<std::ptrdiff_t>(i),
                identity_.begin() + static_cast<std::ptrdiff_t>(i + m), std::uint16_t{0});
  }

  /// Forgets all permutations: the next phase begins.
  void start_phase() {
    if (small()) {
      std::memcpy(rows_.data(), identity_.data(), rows_.size() * sizeof(std::uint16_t));
      std::memset(next_.data(), 0, next_.size() * sizeof(std::uint32_t));
    } else {
      std::fill(next_.begin(), next_.end(), unset);
    }
  }

  /// The relay of the sender's next copy, from 32 random bits.
  std::uint32_t deal(std::uint32_t sender, std::uint32_t random) {
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
  bool small() const { return m_ <= 64; }  // copying all rows is then cheaper than asking for each

  std::uint32_t m_;
  std::vector<std::uint16_t> identity_, rows_;
  std::vector<std::uint32_t> next_;
};

}  // namespace weft::rounds
