// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "weft/engine/load/network_load.hpp"

namespace weft {

/// The loads if every shortest path between two routers carries the same share. `two_legs`: through any
/// router.
inline load::NetworkLoads all_minimal_loads(load::RouterTraffic const& traffic, bool two_legs = false) {
  std::vector<std::uint32_t> intermediate;
  if (two_legs) intermediate.assign(traffic.network().num_routers(), 1);
  return load::shortest_path_loads(routing::PathGraph::all(traffic.network()),
                                   load::RouterDemand(traffic, std::move(intermediate)));
}

}  // namespace weft
