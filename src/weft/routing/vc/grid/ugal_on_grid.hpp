#pragma once

#include "weft/network/machine.hpp"
#include "weft/routing/vc/ugal_params.hpp"
#include "weft/routing/vc/vc_routing.hpp"

namespace weft::vc {

/// UGAL on a grid all of whose axes are complete: dimension order, or Valiant's two legs of it.
RoutingPtr bind_ugal_on_grid(Machine const& machine, UgalParams const& params, VcSupply const& supply);
std::uint32_t vcs_of_ugal_on_grid();

}  // namespace weft::vc
