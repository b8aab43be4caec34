#pragma once

#include "weft/routing/ugal/ugal.hpp"

namespace weft::routing {

/// UGAL on a grid: dimension order, or Valiant's two legs of it.
ChannelRoutingPtr bind_ugal_on_grid(Machine const& machine, Ugal::Params const& params,
                                    VcSupply const& supply);

}  // namespace weft::routing
