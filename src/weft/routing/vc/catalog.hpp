#pragma once

#include "weft/core/catalog.hpp"
#include "weft/routing/vc/dal.hpp"
#include "weft/routing/vc/dimension_order.hpp"
#include "weft/routing/vc/minimal_adaptive.hpp"
#include "weft/routing/vc/o1turn.hpp"
#include "weft/routing/vc/romm.hpp"
#include "weft/routing/vc/turn_model.hpp"
#include "weft/routing/vc/ugal.hpp"
#include "weft/routing/vc/valiant.hpp"

namespace weft::vc {

/// All routings with virtual channels that users can name. Adding one is adding it here. Each states, beside name, doc, Params and
/// schema: `needs`, what it needs of a topology, in words; `serves(subject)`; `vcs_needed(subject)`, the least number of virtual channels
/// with which it is free of deadlock; `bind(subject, supply)`.
using Routings = Catalog<DimensionOrder, O1turn, Romm, Valiant, MinimalAdaptive, TurnModel, Ugal, Dal>;

}  // namespace weft::vc
