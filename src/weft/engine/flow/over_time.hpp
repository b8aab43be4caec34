// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

namespace weft::flow {

/// What happens in equal parts of a time whose end is not known: at most 32 of them, which become twice as
/// wide when the time outgrows them.
class OverTime {
 public:
  struct Bin {
    double flow_seconds = 0;  ///< the integral of the number of messages that move
    double bytes = 0;         ///< of messages that arrived
  };

  /// Between two moments so many messages move.
  void pass(double from, double to, std::uint64_t moving);
  void arrive(double time, double bytes);
  /// Seconds of a bin.
  double width() const { return width_; }
  std::vector<Bin> const& bins() const { return bins_; }

 private:
  static constexpr std::size_t most_bins = 32;
  std::size_t bin_of(double time);

  double width_ = 0;
  std::vector<Bin> bins_;
};

}  // namespace weft::flow
