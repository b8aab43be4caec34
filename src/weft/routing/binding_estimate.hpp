// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "weft/core/estimate.hpp"
#include "weft/core/spec.hpp"

namespace weft {
class AnyTopology;
}

namespace weft::routing {

/// Returns the estimated cost of binding a routing with all parameters specified: of the search for a path
/// and a layer for each pair of routers (`layered`), of the search for balanced routes (`balanced`); zero for
/// all others.
Estimate estimate_binding(Spec const& routing, AnyTopology const& topology);

}  // namespace weft::routing
