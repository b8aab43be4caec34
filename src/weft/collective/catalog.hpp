#pragma once

#include "weft/collective/flooding/clex_flooding.hpp"
#include "weft/collective/ranks/binomial.hpp"
#include "weft/collective/ranks/bruck.hpp"
#include "weft/collective/ranks/dimension_rings.hpp"
#include "weft/collective/ranks/direct.hpp"
#include "weft/collective/ranks/dissemination.hpp"
#include "weft/collective/ranks/pairwise.hpp"
#include "weft/collective/ranks/rabenseifner.hpp"
#include "weft/collective/ranks/randomized.hpp"
#include "weft/collective/ranks/recursive_doubling.hpp"
#include "weft/collective/ranks/ring.hpp"
#include "weft/collective/ranks/scatter_allgather.hpp"
#include "weft/collective/trees/arc_disjoint_trees.hpp"
#include "weft/collective/trees/in_network.hpp"
#include "weft/collective/trees/packed_trees.hpp"
#include "weft/collective/trees/single_tree.hpp"
#include "weft/core/catalog.hpp"

namespace weft {

/// All algorithms of collective operations that are planned as schedules, by the names that users write.
/// Adding one is adding it here.
using CollectiveAlgorithms =
    Catalog<collective::SingleTree, collective::ArcDisjointTrees, collective::PackedTrees,
            collective::Binomial, collective::Ring, collective::RecursiveDoubling, collective::Rabenseifner,
            collective::Bruck, collective::Pairwise, collective::Direct, collective::DimensionRings,
            collective::Randomized, collective::ClexFlooding, collective::Dissemination,
            collective::ScatterAllgather, collective::InNetwork>;

}  // namespace weft
