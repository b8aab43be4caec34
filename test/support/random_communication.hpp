// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

#include "weft/core/random.hpp"
#include "weft/traffic/communication/communication.hpp"

namespace weft {

/// Different terminals for so many tasks, in random order.
inline std::vector<std::uint32_t> shuffled(std::uint32_t terminals, std::uint64_t tasks, std::uint64_t seed) {
  std::vector<std::uint32_t> order(terminals);
  std::iota(order.begin(), order.end(), 0);
  Rng random(seed, Purpose::test, 0);
  for (std::size_t i = order.size(); i > 1; --i) std::swap(order[i - 1], order[random.below(i)]);
  order.resize(tasks);
  return order;
}

/// Flows and groups of every size, some tasks silent, some groups with a member twice.
inline Communication mixed(std::uint32_t tasks, std::uint64_t seed) {
  Rng random(seed, Purpose::test, 1);
  Communication communication{tasks};
  for (std::uint32_t i = 0; i < 2 * tasks; ++i)
    communication.add({static_cast<std::uint32_t>(random.below(tasks)),
                       static_cast<std::uint32_t>(random.below(tasks)), random.below(9)});
  for (std::uint32_t g = 0; g < 5; ++g) {
    std::vector<std::uint32_t> members(1 + random.below(12));
    for (auto& member : members) member = static_cast<std::uint32_t>(random.below(tasks));
    communication.add_group(1 + random.below(4), members);
  }
  communication.add({0, tasks - 1, 1});
  communication.finish();
  return communication;
}

}  // namespace weft
