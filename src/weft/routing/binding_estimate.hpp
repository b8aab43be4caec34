#pragma once

#include "weft/core/estimate.hpp"
#include "weft/core/spec.hpp"
#include "weft/network/any_topology.hpp"

namespace weft::routing {

/// Binding a routing to a topology: nothing where paths follow from coordinates; for `layered`, finding a path and
/// its layer for each pair of routers.
Estimate estimate_binding(Spec const& spec, AnyTopology const& topology);

}  // namespace weft::routing
