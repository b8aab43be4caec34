#pragma once

#include "weft/core/catalog.hpp"
#include "weft/routing/dimension_order.hpp"

namespace weft {

/// All routings that users can name. Adding one is adding it here.
using Routings = Catalog<DimensionOrder>;

}  // namespace weft
