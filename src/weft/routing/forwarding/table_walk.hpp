// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "weft/network/network.hpp"
#include "weft/routing/forwarding/routing_tables.hpp"

namespace weft::routing {

/// The route of a packet by tables.
struct TableWalk {
  enum class End : std::uint8_t { arrives, no_entry, dead_port, wrong_host, loops, dropped };
  struct Hop {
    ChannelIndex channel;
    std::optional<std::uint8_t> lane;  ///< if service levels determine one
  };
  std::vector<Hop> hops;
  End end = End::arrives;
  RouterId router;  ///< last router, or the router that drops the packet
};

/// Follows a packet from an end at router `at` to another end. A looping route ends after num_routers hops; a
/// dropped packet ends with the hop of its drop lane.
TableWalk walk_by_tables(RoutingTables const& tables, Network const& network, RouterId at, std::uint32_t from,
                         std::uint32_t to);

}  // namespace weft::routing
