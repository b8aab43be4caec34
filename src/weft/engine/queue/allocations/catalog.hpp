#pragma once

#include "weft/core/catalog.hpp"
#include "weft/engine/queue/allocations/box.hpp"
#include "weft/engine/queue/allocations/consecutive.hpp"
#include "weft/engine/queue/allocations/curve.hpp"
#include "weft/engine/queue/allocations/fewest_fragments.hpp"
#include "weft/engine/queue/allocations/first_free.hpp"
#include "weft/engine/queue/allocations/hybrid.hpp"
#include "weft/engine/queue/allocations/per_group.hpp"
#include "weft/engine/queue/allocations/random.hpp"
#include "weft/engine/queue/allocations/spread.hpp"
#include "weft/engine/queue/allocations/tree.hpp"

namespace weft::queue {

/// All allocations that users can name. Adding one is adding it here.
using Allocations =
    Catalog<FirstFree, RandomNodes, Consecutive, Box, Curve, PerGroup, Tree, Spread, Hybrid, FewestFragments>;

}  // namespace weft::queue
