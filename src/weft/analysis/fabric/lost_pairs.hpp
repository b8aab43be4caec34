// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "weft/network/network.hpp"
#include "weft/routing/forwarding/destination_routes.hpp"

namespace weft::fabric {

/// A pair of ends whose packets are lost.
struct LostPair {
  /// Reason for the loss of a packet.
  enum class LossReason : std::uint8_t { no_entry, dead_port, loops, wrong_host };
  LossReason reason = LossReason::no_entry;
  std::uint32_t from = 0, to = 0;
  std::vector<ChannelIndex> route;  ///< up to the loss; for a loop, up to the first router visited twice
  std::uint32_t router = 0;         ///< last router of the route
};

/// Returns the first `max` lost pairs for each reason, ordered by (reason, destination, source).
std::vector<LostPair> lost_pairs(routing::DestinationRoutes const& routes, Network const& network,
                                 std::size_t max);

}  // namespace weft::fabric
