// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "weft/network/network.hpp"
#include "weft/routing/forwarding/routing_tables.hpp"

namespace weft::routing {

/// The path of a packet under forwarding tables.
struct TableWalk {
  enum class End : std::uint8_t { arrives, no_entry, dead_port, wrong_host, loops, dropped };
  struct Hop {
    ChannelIndex channel;
    std::optional<std::uint8_t> lane;  ///< lane, if service levels determine it
  };
  std::vector<Hop> hops;
  End end = End::arrives;
  RouterId router;  ///< last router of the path, or the router that drops the packet
};

/// Follows a packet from end `from` at router `at` to end `to`. A looping path ends after num_routers hops;
/// the path of a dropped packet ends with the hop on the drop lane.
TableWalk walk_by_tables(RoutingTables const& tables, Network const& network, RouterId at, std::uint32_t from,
                         std::uint32_t to);

}  // namespace weft::routing
