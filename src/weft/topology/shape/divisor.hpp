// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace weft {

/// Division of 32-bit numbers by a divisor fixed at construction (1 .. 2^32) without a division instruction:
/// the upper half of (n + 1) * floor((2^64 - 1) / d), which is exact for all n and d in these ranges.
class Divisor {
 public:
  explicit constexpr Divisor(std::uint64_t divisor = 1)
      : divisor_(divisor), reciprocal_(~std::uint64_t{0} / divisor) {}

  constexpr std::uint64_t value() const { return divisor_; }
  constexpr std::uint32_t quotient(std::uint32_t n) const {
    return static_cast<std::uint32_t>(static_cast<unsigned __int128>(std::uint64_t{n} + 1) * reciprocal_ >>
                                      64);
  }
  constexpr std::uint32_t remainder(std::uint32_t n) const {
    return n - quotient(n) * static_cast<std::uint32_t>(divisor_);
  }

 private:
  std::uint64_t divisor_, reciprocal_;
};

}  // namespace weft
