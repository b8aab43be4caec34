#pragma once

#include "weft/network/machine.hpp"
#include "weft/routing/vc/grid/grid_legs.hpp"

namespace weft::vc {

/// Valiant's routing on a grid, each leg in dimension order.
RoutingPtr bind_valiant_on_grid(Machine const& machine, RingParams const& params, VcSupply const& supply);
std::uint32_t vcs_of_valiant_on_grid(Machine const& machine, RingParams const& params);

}  // namespace weft::vc
