#pragma once

#include <cstdint>
#include <vector>

#include "weft/engine/load/load.hpp"
#include "weft/engine/load/router_traffic.hpp"
#include "weft/routing/routing.hpp"

namespace weft::load {

/// The loads of all channels of a network.
struct NetworkLoads {
  Loads loads;
  std::vector<std::uint64_t> channel;  ///< by ChannelIndex, in units of 1 / denominator
  std::uint64_t denominator = 1;
  /// Whether the shares are whole multiples of 1 / denominator. If no common denominator below 2^63 exists, they are
  /// computed in floating point and rounded to 2^-20.
  bool exact = true;
};

/// Every shortest path between two routers carries the same share; each of parallel channels makes a path of its own.
/// `valiant`: of the two legs by way of a uniformly random router. Throws InputError for traffic without a path.
NetworkLoads all_minimal_loads(RouterTraffic const& traffic, bool valiant = false);

/// All traffic between two routers takes the path of a routing that draws nothing and has no state.
/// `valiant`: as above.
NetworkLoads single_path_loads(RouterTraffic const& traffic, RoutingFunction const& routing,
                               bool valiant = false);

}  // namespace weft::load
