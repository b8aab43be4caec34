#pragma once

#include "weft/core/spec.hpp"
#include "weft/network/machine.hpp"
#include "weft/routing/vc/vc_routing.hpp"

namespace weft::vc {

/// The routing that the spec names, bound to a network and virtual channels. Throws InputError for a pair that cannot work (naming the
/// routings that serve the topology) and for too few virtual channels (saying how many it needs).
RoutingPtr bind(Spec const& spec, Machine const& machine, VcSupply const& supply);

/// The least number of virtual channels per port with which the routing that the spec names is free of deadlock.
std::uint32_t vcs_needed(Spec const& spec, Machine const& machine);

/// The routing that suits a topology if none is named, e.g. dimension_order on grids.
std::string default_routing(Machine const& machine);

/// `spec` with every parameter written out.
Spec resolved(Spec const& spec);

}  // namespace weft::vc
