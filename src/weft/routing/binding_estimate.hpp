// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "weft/core/estimate.hpp"
#include "weft/core/spec.hpp"

namespace weft {
class AnyTopology;
}

namespace weft::routing {

/// Returns the estimate for binding a routing with all parameters specified: the search of a path and a layer
/// for each pair of routers (`layered`), the search of balanced routes (`balanced`), zero for all others.
Estimate estimate_binding(Spec const& routing, AnyTopology const& topology);

}  // namespace weft::routing
