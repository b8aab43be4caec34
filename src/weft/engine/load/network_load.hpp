#pragma once

#include <cstdint>
#include <vector>

#include "weft/core/progress.hpp"
#include "weft/engine/load/load.hpp"
#include "weft/engine/load/pair_shares.hpp"
#include "weft/engine/load/router_traffic.hpp"
#include "weft/routing/routing.hpp"

namespace weft::load {

/// The loads of all channels of a network.
struct NetworkLoads {
  Loads loads;
  std::vector<std::uint64_t> channel;  ///< by ChannelIndex, in units of 1 / denominator
  double denominator = 1;
  /// Whether the shares are whole multiples of 1 / denominator; else they are rounded.
  bool exact = true;
};

/// The loads by any routing, pair by pair: the traffic to a router after that to the other, on all threads. Throws
/// InputError for traffic without a path.
NetworkLoads loads_by_shares(RouterTraffic const& traffic, PairShares const& shares,
                             Progress& progress = no_progress());

/// Every shortest path between two routers carries the same share; each of parallel channels makes a path of its own.
/// `valiant`: of the two legs by way of a uniformly random router. A search from every router that sends, no farther than it
/// sends; time O(routers * channels) at most, memory 8 bytes per channel and thread. Exact if a common denominator exists for
/// which loads stay below 2^62; else every source's part is rounded to 2^-60 of all that is sent, and the sums, so that equal
/// loads are equal, to 2^-40. Throws InputError for traffic without a path.
NetworkLoads all_minimal_loads(RouterTraffic const& traffic, bool valiant = false,
                               Progress& progress = no_progress());

/// All traffic between two routers takes the path of a routing without state that draws at most among parallel channels, which
/// share alike. `valiant`: as above. Destination by destination: what meets on the way goes on as one.
NetworkLoads single_path_loads(RouterTraffic const& traffic, RoutingFunction const& routing,
                               bool valiant = false, Progress& progress = no_progress());

}  // namespace weft::load
