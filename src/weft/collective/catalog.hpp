#pragma once

#include "weft/collective/trees/arc_disjoint_trees.hpp"
#include "weft/collective/trees/single_tree.hpp"
#include "weft/core/catalog.hpp"

namespace weft {

/// All algorithms of collective operations that are planned as schedules, by the names that users write. Adding one is adding it
/// here.
using CollectiveAlgorithms = Catalog<collective::ArcDisjointTrees, collective::SingleTree>;

}  // namespace weft
