#pragma once

#include "weft/network/machine.hpp"
#include "weft/routing/grid/grid_legs.hpp"

namespace weft::routing {

/// Valiant's routing on a grid, each leg in dimension order.
ChannelRoutingPtr bind_valiant_on_grid(Machine const& machine, RingParams const& params,
                                       VcSupply const& supply);

}  // namespace weft::routing
