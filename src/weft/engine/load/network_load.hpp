#pragma once

#include <cstdint>
#include <vector>

#include "weft/core/progress.hpp"
#include "weft/engine/load/load.hpp"
#include "weft/engine/load/router_traffic.hpp"
#include "weft/routing/form/packet_routing.hpp"
#include "weft/routing/form/shares.hpp"
#include "weft/routing/paths/path_graph.hpp"

namespace weft::load {

/// The loads of all channels of a network.
struct NetworkLoads {
  Loads loads;
  std::vector<std::uint64_t> channel;  ///< by ChannelIndex, in units of 1 / denominator
  double denominator = 1;
  /// Whether the shares are whole multiples of 1 / denominator; else they are rounded.
  bool exact = true;
};

/// The loads by an oblivious routing: by the fastest of the following that the structure of its paths allows. Throws InputError for
/// traffic without a path.
NetworkLoads network_loads(RouterTraffic const& traffic, routing::Shares const& shares,
                           Progress& progress = no_progress());

/// Pair by pair: the traffic to a router after that to the other, on all threads.
NetworkLoads loads_by_shares(RouterTraffic const& traffic, routing::Shares const& shares,
                             Progress& progress = no_progress());

/// All traffic between two routers takes the one path of a routing, but for ties and parallel channels, which share alike
/// (routing/paths/tree_shares.hpp). Destination by destination: what meets on the way goes on as one.
NetworkLoads tree_loads(RouterDemand const& demand, PacketRouting const& routing,
                        Progress& progress = no_progress());

/// Every shortest path through the graph between two routers carries the same share; each of parallel channels makes a path of its
/// own. A search from every router that sends, no farther than it sends; time O(routers * channels) at most, memory 8 bytes per
/// channel and thread. Exact if a common denominator exists for which loads stay below 2^62; else every source's part is rounded to
/// 2^-60 of all that is sent, and the sums, so that equal loads are equal, to 2^-40.
NetworkLoads shortest_path_loads(routing::PathGraph const& graph, RouterDemand const& demand,
                                 Progress& progress = no_progress());

/// On shortest paths through the graph every router divides its traffic evenly among its ports. A search to every router that
/// receives. Exact and rounded as above.
NetworkLoads split_loads(routing::PathGraph const& graph, RouterDemand const& demand,
                         Progress& progress = no_progress());

}  // namespace weft::load
