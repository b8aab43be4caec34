// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "weft/collective/flooding/clex_flooding.hpp"
#include "weft/collective/ranks/broadcasts.hpp"
#include "weft/collective/ranks/doubling.hpp"
#include "weft/collective/ranks/exchanges.hpp"
#include "weft/collective/ranks/rings.hpp"
#include "weft/collective/trees/in_network.hpp"
#include "weft/collective/trees/tree_algorithms.hpp"
#include "weft/core/catalog.hpp"

namespace weft {

/// All algorithms for collective operations that users can name. Register new ones here.
using CollectiveAlgorithms =
    Catalog<collective::SingleTree, collective::ArcDisjointTrees, collective::PackedTrees,
            collective::Binomial, collective::Ring, collective::RecursiveDoubling, collective::Rabenseifner,
            collective::Bruck, collective::Pairwise, collective::Direct, collective::DimensionRings,
            collective::Randomized, collective::ClexFlooding, collective::Dissemination,
            collective::ScatterAllgather, collective::InNetwork>;

}  // namespace weft
