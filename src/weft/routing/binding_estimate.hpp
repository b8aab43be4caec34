// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "weft/core/estimate.hpp"
#include "weft/core/spec.hpp"

namespace weft {
class AnyTopology;
}

namespace weft::routing {

/// Returns the estimate of binding a routing with every parameter: zero if paths follow from coordinates; for
/// `layered`, the search of a path and its layer for each pair of routers; for `balanced`, its search.
Estimate estimate_binding(Spec const& routing, AnyTopology const& topology);

}  // namespace weft::routing
