#pragma once

#include <cstdint>

#include "weft/core/random.hpp"

namespace weft::vc {

/// Independent random numbers from one draw of a head.
class DrawWords {
 public:
  explicit DrawWords(std::uint64_t draw) : draw_(draw) {}
  /// Uniform in [0, bound); each call gives another one.
  std::uint32_t below(std::uint32_t bound) {
    return scale32(static_cast<std::uint32_t>(mix64(draw_ += step) >> 32), bound);
  }
  /// Others, independent of those that come.
  DrawWords split() { return DrawWords(mix64(draw_ += step) ^ step); }

 private:
  static constexpr std::uint64_t step = 0x9e3779b97f4a7c15u;
  std::uint64_t draw_;
};

}  // namespace weft::vc
