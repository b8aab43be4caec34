// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "weft/routing/forwarding/routing_tables.hpp"

namespace weft::routing {

/// Dependencies between the virtual lanes of channels (Dally & Seitz, IEEE Trans. Comput. C-36, 1987) of
/// routes by destination.
struct LaneDependencies : LaneGraph {
  std::uint16_t used = 0;     ///< a bit for each virtual lane used between routers
  std::uint64_t dropped = 0;  ///< channels at which a router drops packets of some pair: lane 15
};

LaneDependencies lane_dependencies(DestinationRoutes const& routes, Network const& network,
                                   Lanes const& lanes, PairLevels const& levels);

}  // namespace weft::routing
