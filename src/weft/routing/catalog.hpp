#pragma once

#include "weft/core/catalog.hpp"
#include "weft/routing/clex_direct.hpp"
#include "weft/routing/clex_recursive.hpp"
#include "weft/routing/dimension_order.hpp"
#include "weft/routing/minimal.hpp"
#include "weft/routing/minimal_adaptive.hpp"
#include "weft/routing/valiant.hpp"

namespace weft {

/// All routings that users can name. Adding one is adding it here.
using Routings = Catalog<DimensionOrder, MinimalAdaptive, Valiant, Minimal, ClexDirect, ClexRecursive>;

}  // namespace weft
