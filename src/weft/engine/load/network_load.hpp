#pragma once

#include <cstdint>
#include <vector>

#include "weft/core/estimate.hpp"
#include "weft/core/progress.hpp"
#include "weft/engine/load/load.hpp"
#include "weft/engine/load/router_traffic.hpp"
#include "weft/network/network_size.hpp"
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

/// The loads by an oblivious routing, from the fastest of the functions below that the structure of its paths
/// allows. Throws InputError for traffic without a path.
NetworkLoads network_loads(RouterTraffic const& traffic, routing::Shares const& shares,
                           Progress& progress = no_progress());

/// The traffic of a job, before its tasks have places.
struct LoadWork {
  double flows = 0;   ///< also those that groups stand for
  double hops = 0;    ///< of a shortest path on average
  bool grid = false;  ///< the routers are a grid, whose paths need no search
};

/// network_loads() of that traffic in a network that exists.
Estimate estimate_network_loads(NetworkSize const& size, LoadWork const& work);

/// Pair by pair: one destination router after the other, on all threads.
NetworkLoads loads_by_shares(RouterTraffic const& traffic, routing::Shares const& shares,
                             Progress& progress = no_progress());

/// All traffic between two routers takes the one path of a routing, except that ties and parallel channels
/// share equally (routing/paths/tree_shares.hpp). Destination by destination: traffic that meets on a path is
/// merged.
NetworkLoads tree_loads(RouterDemand const& demand, PacketRouting const& routing,
                        Progress& progress = no_progress());

/// Every shortest path through the graph between two routers carries the same share; each parallel channel is
/// a path of its own. A search from every sending router, no farther than it sends; time O(routers *
/// channels) at most, memory 8 bytes per channel and thread. Exact if a common denominator exists for which
/// loads stay below 2^62; else every source's part is rounded to 2^-60 of all traffic, and the sums, so that
/// equal loads are equal, to 2^-40.
NetworkLoads shortest_path_loads(routing::PathGraph const& graph, RouterDemand const& demand,
                                 Progress& progress = no_progress());

/// On shortest paths through the graph every router divides its traffic evenly among its ports. A search to
/// every receiving router. Exact and rounded as above.
NetworkLoads split_loads(routing::PathGraph const& graph, RouterDemand const& demand,
                         Progress& progress = no_progress());

/// The loads of either method on a grid of rings and paths, pair by pair: the shortest paths of a pair fill a
/// box. `by_port`: those of split_loads. For traffic with few partners.
NetworkLoads box_loads(GridGeometry const& grid, bool by_port, RouterDemand const& demand,
                       Progress& progress = no_progress());
/// Whether that is faster than searches.
bool boxes_are_small(GridGeometry const& grid, RouterDemand const& demand);

}  // namespace weft::load
