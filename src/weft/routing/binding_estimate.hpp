// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "weft/core/estimate.hpp"
#include "weft/core/spec.hpp"

namespace weft {
class AnyTopology;
}

namespace weft::routing {

/// Binding a routing with every parameter written out: nothing where paths follow from coordinates; for
/// `layered`, finding a path and its layer for each pair of routers; for `balanced`, the search.
Estimate estimate_binding(Spec const& routing, AnyTopology const& topology);

}  // namespace weft::routing
