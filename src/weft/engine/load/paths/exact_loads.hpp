// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <numeric>
#include <optional>
#include <span>
#include <vector>

#include "weft/engine/load/network_load.hpp"

namespace weft::load {

/// A least common multiple with an upper limit.
class CommonMultiple {
 public:
  explicit CommonMultiple(double maximum) : max_(maximum), seen_(small, false) {}
  /// Includes `factor` in the multiple, unless the multiple would exceed the limit. Returns whether it was
  /// included.
  bool take(std::uint64_t factor) {
    if (factor < small && seen_[factor]) return true;
    if (factor < small) seen_[factor] = true;
    auto const more = factor / std::gcd(value_, factor);
    if (static_cast<double>(value_) * static_cast<double>(more) > max_) return false;
    value_ *= more;
    return true;
  }
  std::uint64_t value() const { return value_; }

 private:
  static constexpr std::uint64_t small = 1 << 16;
  double max_;
  std::uint64_t value_ = 1;
  std::vector<bool> seen_;
};

/// Returns the least common multiple over all workers of all ranks; nullopt if it exceeds `maximum`, or if
/// `found` is false on a rank. Collective.
std::optional<std::uint64_t> combined_multiple(std::span<CommonMultiple const> of_worker, double maximum,
                                               bool found);

/// Functions that sum the loads for one kind of paths.
struct LoadSums {
  /// Returns the loads in units of 1 / denominator; nullopt if a load is not a multiple of it.
  std::function<std::optional<std::vector<std::uint64_t>>(std::uint64_t denominator)> exact;
  /// Returns a common denominator of all loads, at most `maximum`; nullopt if there is none.
  std::function<std::optional<std::uint64_t>(double maximum)> common_denominator;
  /// Returns the loads in units of 2^-exponent, with each contribution rounded.
  std::function<std::vector<std::uint64_t>(int exponent)> rounded;
};

/// Returns exact loads in lowest terms if a denominator with loads below 2^62 is found: the least common
/// multiple of 1 .. k, which is divisible by most path counts, or otherwise the exact common denominator. If
/// there is none, returns rounded loads; equal loads remain equal.
NetworkLoads exact_or_rounded(RouterDemand const& demand, LoadSums const& sums);

}  // namespace weft::load
