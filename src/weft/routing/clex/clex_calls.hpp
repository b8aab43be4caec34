#pragma once

#include <bit>
#include <cstdint>

/// The flattened order of A(l), the recursion of Lenzen & Wattenhofer (arXiv 1607.00298).
///
/// A(l) calls A(1) 2^(l-1) times on every message; call c >= 1 follows an exchange over level 2 + ctz(c). The
/// random digits of an intermediate destination are drawn when a message needs them, which gives the same
/// distribution: each digit of an intermediate destination is used by exactly one call. So a call targets
/// either a digit of the final destination or a fresh uniform digit, and a message needs no state beyond its
/// final destination.
namespace weft {

/// Calls of A(1) that make up A(levels).
constexpr std::uint64_t num_calls(std::uint32_t levels) { return std::uint64_t{1} << (levels - 1); }

/// Exchange level before call c (c >= 1).
constexpr std::uint32_t exchange_level(std::uint64_t call) {
  return 2 + static_cast<std::uint32_t>(std::countr_zero(call));
}

/// The level whose digit of the final destination call c of A(levels) targets, or 0 if it targets a random
/// digit.
constexpr std::uint32_t target_level(std::uint32_t levels, std::uint64_t call) {
  std::uint64_t const from_end = num_calls(levels) - 1 - call;
  if (from_end == 0) return 1;
  return std::has_single_bit(from_end) ? 2 + static_cast<std::uint32_t>(std::countr_zero(from_end)) : 0;
}

}  // namespace weft
