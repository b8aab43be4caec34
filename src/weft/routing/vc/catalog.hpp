#pragma once

#include "weft/core/catalog.hpp"
#include "weft/routing/vc/dimension_order.hpp"

namespace weft::vc {

/// All routings with virtual channels that users can name. Adding one is adding it here. Each states, beside name, doc, Params and
/// schema: `needs`, what it needs of a topology, in words; `serves(subject)`; `vcs_needed(subject)`, the least number of virtual channels
/// with which it is free of deadlock; `bind(subject, supply)`.
using Routings = Catalog<DimensionOrder>;

}  // namespace weft::vc
