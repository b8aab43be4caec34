#pragma once

#include "weft/core/catalog.hpp"
#include "weft/routing/vc/clex/clex_direct.hpp"
#include "weft/routing/vc/clex/clex_recursive.hpp"
#include "weft/routing/vc/graph/layered.hpp"
#include "weft/routing/vc/graph/up_down.hpp"
#include "weft/routing/vc/grid/dal.hpp"
#include "weft/routing/vc/grid/dimension_order.hpp"
#include "weft/routing/vc/grid/minimal_adaptive.hpp"
#include "weft/routing/vc/grid/o1turn.hpp"
#include "weft/routing/vc/grid/romm.hpp"
#include "weft/routing/vc/grid/turn_model.hpp"
#include "weft/routing/vc/group/booksim_ugal.hpp"
#include "weft/routing/vc/group/par.hpp"
#include "weft/routing/vc/level/destination_tag.hpp"
#include "weft/routing/vc/level/nearest_common_ancestor.hpp"
#include "weft/routing/vc/minimal.hpp"
#include "weft/routing/vc/ugal.hpp"
#include "weft/routing/vc/valiant.hpp"

namespace weft::vc {

/// All routings with virtual channels that users can name. Adding one is adding it here. Each states, beside name, doc, Params and
/// schema: `needs`, what it needs of a topology, in words; `knows_failures` if it routes around them; `serves(machine)`;
/// `vcs_needed(machine)`, the least number of virtual channels with which it is free of deadlock; `bind(machine, supply)`.
using Routings = Catalog<DimensionOrder, Minimal, O1turn, Romm, Valiant, MinimalAdaptive, TurnModel, Ugal,
                         Par, BooksimUgal, Dal, NearestCommonAncestor, DestinationTag, ClexDirect,
                         ClexRecursive, UpDown, Layered>;

}  // namespace weft::vc
