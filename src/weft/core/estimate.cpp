// SPDX-License-Identifier: Apache-2.0
#include "weft/core/estimate.hpp"

#include <algorithm>

namespace weft {
namespace {

/// Starting a thread takes about 50 microseconds; the gain should be at least ten times as large.
constexpr double min_seconds_per_thread = 5e-4;
constexpr double max_threads = 65536;

}  // namespace

Estimate Estimate::then(Estimate const& next) const {
  return {std::max(bytes, next.bytes), seconds + next.seconds,
          seconds >= next.seconds ? useful_threads : next.useful_threads};
}

Estimate Estimate::and_then(Estimate const& next) const {
  auto both = then(next);
  both.bytes = bytes + next.bytes;
  return both;
}

unsigned useful_threads(double tasks, double seconds) {
  return static_cast<unsigned>(
      std::clamp(std::min(tasks, seconds / min_seconds_per_thread), 1.0, max_threads));
}

}  // namespace weft
