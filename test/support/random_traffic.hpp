// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "support/list_traffic.hpp"
#include "weft/core/random.hpp"

namespace weft {

/// Between 0 and 2 * mean messages of each terminal to uniform destinations.
inline ListTraffic random_traffic(std::uint64_t terminals, std::uint64_t mean, std::uint64_t seed) {
  std::vector<std::vector<std::uint32_t>> list(terminals);
  Rng rng(seed, Purpose::test, 0);
  for (auto& of_terminal : list) {
    of_terminal.resize(rng.below(2 * mean + 1));
    for (auto& to : of_terminal) to = static_cast<std::uint32_t>(rng.below(terminals));
  }
  return ListTraffic(std::move(list));
}

}  // namespace weft
