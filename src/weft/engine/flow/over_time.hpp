// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

namespace weft::flow {

/// Activity over a run of unknown duration, in at most 32 bins of equal width; the width doubles when the
/// time exceeds the bins.
class OverTime {
 public:
  struct Bin {
    double flow_seconds = 0;  ///< integral over time of the number of moving messages
    double bytes = 0;         ///< bytes of arrived messages
  };

  /// Records that `moving` messages move from time `from` to time `to`.
  void pass(double from, double to, std::uint64_t moving);
  void arrive(double time, double bytes);
  /// Returns the width of a bin in seconds.
  double width() const { return width_; }
  std::vector<Bin> const& bins() const { return bins_; }

 private:
  static constexpr std::size_t max_bins = 32;
  std::size_t bin_of(double time);

  double width_ = 0;
  std::vector<Bin> bins_;
};

}  // namespace weft::flow
