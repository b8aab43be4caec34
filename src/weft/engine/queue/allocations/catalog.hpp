// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "weft/core/catalog.hpp"
#include "weft/engine/queue/allocations/box.hpp"
#include "weft/engine/queue/allocations/by_group.hpp"
#include "weft/engine/queue/allocations/by_node.hpp"

namespace weft::queue {

/// All allocations that users can name. Register new ones here.
using Allocations =
    Catalog<FirstFree, RandomNodes, Consecutive, Box, Curve, PerGroup, Tree, Spread, Hybrid, FewestFragments>;

}  // namespace weft::queue
