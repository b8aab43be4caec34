// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>

namespace weft {

/// Returns the message-hops per second of run(), which returns their number.
template <class Run>
double hops_per_second(Run const& run) {
  auto const begin = std::chrono::steady_clock::now();
  auto const hops = run();
  return static_cast<double>(hops) /
         std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

}  // namespace weft
