// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "weft/routing/forwarding/routing_tables.hpp"

namespace weft::routing {

/// Dependencies between the virtual lanes of channels (Dally & Seitz, IEEE Trans. Comput. C-36, 1987) under
/// destination-based routes.
struct LaneDependencies : LaneGraph {
  std::uint16_t used = 0;     ///< a bit for each virtual lane that is used between routers
  std::uint64_t dropped = 0;  ///< number of channels at which a router drops packets of a pair: lane 15
};

LaneDependencies lane_dependencies(DestinationRoutes const& routes, Network const& network,
                                   Lanes const& lanes, PairLevels const& levels);

}  // namespace weft::routing
