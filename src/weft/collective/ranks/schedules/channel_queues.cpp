// SPDX-License-Identifier: Apache-2.0
#include "weft/collective/ranks/schedules/channel_queues.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "weft/core/error.hpp"

namespace weft::collective {
namespace {

constexpr double maximum = std::numeric_limits<std::uint32_t>::max();

}  // namespace

std::uint32_t slots_for(std::uint64_t blocks, double bandwidth) {
  auto const requested = static_cast<double>(blocks);
  auto slots = std::ceil((requested - capacity_tolerance) / bandwidth);
  while (blocks_carried(bandwidth, slots) < requested) ++slots;
  while (slots > 1 && blocks_carried(bandwidth, slots - 1) >= requested) --slots;
  if (slots > maximum)
    throw InputError(fmt::format("a step needs too many slots: {} blocks cross a channel of bandwidth {}",
                                 blocks, bandwidth),
                     "at most 2^32 - 1", "use fewer or larger packets");
  return static_cast<std::uint32_t>(slots);
}

std::uint32_t slots_per_block(TransferNetwork const& network) {
  double minimum = 1;
  for (std::uint32_t c = 0; c < network.num_channels(); ++c)
    if (network.bandwidth(c) > 0) minimum = std::min(minimum, network.bandwidth(c));
  return slots_for(1, minimum);
}

std::vector<std::uint32_t> capacities(TransferNetwork const& network, std::uint32_t slots) {
  std::vector<std::uint32_t> blocks(network.num_channels());
  for (std::uint32_t c = 0; c < network.num_channels(); ++c)
    blocks[c] = static_cast<std::uint32_t>(std::min(maximum, blocks_carried(network.bandwidth(c), slots)));
  return blocks;
}

}  // namespace weft::collective
