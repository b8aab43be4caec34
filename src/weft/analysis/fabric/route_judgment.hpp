// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "weft/graph/graph.hpp"
#include "weft/graph/hop_table.hpp"
#include "weft/network/network.hpp"
#include "weft/routing/forwarding/destination_routes.hpp"

namespace weft::fabric {

/// Numbers of delivered and lost packets, over all ordered pairs of distinct ends.
struct DeliveryCounts {
  std::uint64_t pairs = 0;
  std::uint64_t reachable = 0;     ///< the packet arrives
  std::uint64_t no_entry = 0;      ///< a router has no table row for the destination
  std::uint64_t dead_port = 0;     ///< the row refers to a port without a cable
  std::uint64_t loops = 0;         ///< the packet loops forever
  std::uint64_t wrong_host = 0;    ///< the packet arrives at another end node or at a switch
  std::uint64_t not_shortest = 0;  ///< delivered packets with routes that are not shortest
  std::uint32_t max_hops = 0;      ///< maximum channels between routers, over delivered packets
  std::uint64_t sum_hops = 0;
  friend bool operator==(DeliveryCounts const&, DeliveryCounts const&) = default;
};

/// Analysis of destination-based routes, without simulation.
struct RouteJudgment {
  DeliveryCounts delivery;
  std::vector<std::uint64_t> load;  ///< number of routes of delivered pairs, by channel
  /// The dependencies between channels (Dally & Seitz, IEEE Trans. Comput. C-36, 1987): a vertex for each
  /// channel, and an arc from each channel to the next channel of a route that arrives.
  Graph waits;
};

/// Analyzes the routes. `hops`: the hops between the routers of the network. The time is proportional to
/// destinations x routers rather than pairs x hops.
RouteJudgment judge(routing::DestinationRoutes const& routes, Network const& network, HopTable const& hops);

}  // namespace weft::fabric
