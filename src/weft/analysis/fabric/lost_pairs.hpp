// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "weft/network/network.hpp"
#include "weft/routing/forwarding/destination_routes.hpp"

namespace weft::fabric {

/// A pair of ends whose packets do not arrive.
struct LostPair {
  /// Reasons for which a packet does not arrive.
  enum class Fate : std::uint8_t { no_entry, dead_port, loops, wrong_host };
  Fate fate = Fate::no_entry;
  std::uint32_t from = 0, to = 0;
  std::vector<ChannelIndex> route;  ///< as far as it leads; where it loops up to the first router met again
  std::uint32_t router = 0;         ///< at which it ends
};

/// The first `most` pairs of each fate, in order of (fate, destination, source).
std::vector<LostPair> lost_pairs(routing::DestinationRoutes const& routes, Network const& network,
                                 std::size_t most);

}  // namespace weft::fabric
