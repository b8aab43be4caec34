#pragma once

#include <bit>
#include <cstdint>
#include <vector>

namespace weft::rounds {

/// Digits of a CLEX node, packed: digit d_i (i = 1..levels, d_1 lowest) in `bits` bits at (i-1)*bits. For m a power of two
/// that is the node's number itself.
class DigitPacking {
 public:
  DigitPacking(std::uint32_t m, std::uint32_t levels)
      : m_(m), levels_(levels), bits_(m == 1 ? 1 : static_cast<std::uint32_t>(std::bit_width(m - 1))) {}
  std::uint32_t total_bits() const { return bits_ * levels_; }
  bool is_identity() const { return std::has_single_bit(m_) && m_ > 1; }
  std::uint64_t mask() const { return (std::uint64_t{1} << bits_) - 1; }
  std::uint32_t shift(std::uint32_t level) const { return (level - 1) * bits_; }
  std::uint64_t pack(std::uint64_t node) const {
    if (is_identity()) return node;
    std::uint64_t packed = 0;
    for (std::uint32_t i = 0; i < levels_; ++i, node /= m_) packed |= node % m_ << i * bits_;
    return packed;
  }

 private:
  std::uint32_t m_, levels_, bits_;
};

/// A message that remembers nothing but its final destination.
template <class Digits>
struct PlainMessage {
  static constexpr bool tracked = false;
  Digits destination;
};

/// A message that also remembers what became of it on its way.
template <class Digits>
struct TrackedMessage {
  static constexpr bool tracked = true;
  Digits destination;
  std::uint32_t hops = 0;
  std::uint32_t rounds = 0;
  std::uint32_t distance = 0;  ///< millimeters of cable

  void arrive(std::uint32_t rounds_taken, std::uint32_t hops_taken, std::uint32_t length) {
    rounds += rounds_taken;
    hops += hops_taken;
    distance += length;
  }
};

/// Cable length in millimeters between two nodes of a clique, from a table of m x m; empty when nobody tracks distances.
class HopLengths {
 public:
  HopLengths() = default;
  HopLengths(std::uint32_t m, std::vector<std::uint32_t> table) : m_(m), table_(std::move(table)) {}
  std::uint32_t operator()(std::uint32_t from, std::uint32_t to) const {
    return table_.empty() ? 0 : table_[std::size_t{from} * m_ + to];
  }

 private:
  std::uint32_t m_ = 0;
  std::vector<std::uint32_t> table_;
};

}  // namespace weft::rounds
