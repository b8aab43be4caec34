// SPDX-License-Identifier: Apache-2.0
#include "weft/engine/flow/over_time.hpp"

#include <algorithm>
#include <cmath>

namespace weft::flow {

/// Returns the index of the first bin that ends at or after `time`; adds or merges bins as needed.
std::size_t OverTime::bin_of(double time) {
  if (width_ == 0) width_ = time > 0 ? time / max_bins : 0;
  while (width_ > 0 && time > width_ * max_bins * (1 + 1e-12)) {
    width_ *= 2;
    for (std::size_t i = 0; i < bins_.size(); i += 2) {
      auto sum = bins_[i];
      if (i + 1 < bins_.size()) {
        sum.flow_seconds += bins_[i + 1].flow_seconds;
        sum.bytes += bins_[i + 1].bytes;
      }
      bins_[i / 2] = sum;
    }
    bins_.resize((bins_.size() + 1) / 2);
  }
  auto const bin = width_ > 0 ? std::ceil(time / width_) - 1 : 0;
  auto const number = static_cast<std::size_t>(std::clamp(bin, 0.0, max_bins - 1.0));
  if (number >= bins_.size()) bins_.resize(number + 1);
  return number;
}

void OverTime::pass(double from, double to, std::uint64_t moving) {
  auto const last = bin_of(to);
  auto const flows = static_cast<double>(moving);
  for (auto bin = bin_of(from); bin <= last; ++bin) {
    auto const begin = std::max(from, static_cast<double>(bin) * width_),
               end = bin == last ? to : static_cast<double>(bin + 1) * width_;
    bins_[bin].flow_seconds += std::max(0.0, end - begin) * flows;
  }
}

void OverTime::arrive(double time, double bytes) { bins_[bin_of(time)].bytes += bytes; }

}  // namespace weft::flow
