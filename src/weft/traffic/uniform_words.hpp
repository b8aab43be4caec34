#pragma once

#include <cstdint>
#include <span>

#include "weft/core/random.hpp"
#include "weft/traffic/pattern.hpp"

namespace weft {

/// A random function of an index, one stream of a traffic's seed: word i is a pure function of (seed, stream,
/// i), so that any batch of them is the same numbers, and loops over i vectorise.
class UniformWords {
 public:
  UniformWords(std::uint64_t seed, TrafficStream stream) {
    auto const [state, increment] = philox(seed, Purpose::traffic, 0, static_cast<std::uint32_t>(stream));
    state_ = state;
    increment_ = increment | 1;
  }
  /// 64 random bits.
  std::uint64_t operator()(std::uint64_t i) const { return mix64(state_ + (i + 1) * increment_); }
  /// Uniform in [0, bound), 1 <= bound <= 2^32; bias at most bound / 2^64.
  std::uint32_t below(std::uint64_t bound, std::uint64_t i) const {
    return scale((*this)(i), static_cast<std::uint32_t>(bound - 1));
  }
  /// Uniform in [0, 1).
  double unit(std::uint64_t i) const { return static_cast<double>((*this)(i) >> 11) * 0x1p-53; }
  /// out[j] = below(bound, first + j).
  void below(std::uint64_t bound, std::uint64_t first, std::span<std::uint32_t> out) const {
    auto const last = static_cast<std::uint32_t>(bound - 1);
    std::uint64_t const state = state_ + (first + 1) * increment_, increment = increment_;
    std::size_t const size = out.size();
    std::uint32_t* const to = out.data();
    for (std::size_t j = 0; j < size; ++j) to[j] = scale(mix64(state + j * increment), last);
  }

 private:
  /// word * (last + 1) >> 64 from products of 32-bit numbers, which vectorise; last + 1 may be 2^32.
  static constexpr std::uint32_t scale(std::uint64_t word, std::uint32_t last) {
    std::uint64_t const high = word >> 32, low = word & 0xffffffff;
    return static_cast<std::uint32_t>((high * last + high + ((low * last + low) >> 32)) >> 32);
  }

  std::uint64_t state_, increment_;
};

}  // namespace weft
