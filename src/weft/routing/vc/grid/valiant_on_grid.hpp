#pragma once

#include "weft/routing/vc/grid/grid_legs.hpp"
#include "weft/routing/vc/subject.hpp"

namespace weft::vc {

/// Valiant's routing on a grid, each leg in dimension order.
RoutingPtr bind_valiant_on_grid(Subject const& subject, RingParams const& params, VcSupply const& supply);
std::uint32_t vcs_of_valiant_on_grid(Subject const& subject, RingParams const& params);

}  // namespace weft::vc
