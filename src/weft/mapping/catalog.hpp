// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "weft/core/catalog.hpp"
#include "weft/mapping/best.hpp"
#include "weft/mapping/blocks.hpp"
#include "weft/mapping/file_mapping.hpp"
#include "weft/mapping/graph_orders.hpp"
#include "weft/mapping/grid_embedding.hpp"
#include "weft/mapping/local_search.hpp"
#include "weft/mapping/orders.hpp"
#include "weft/mapping/percs/lattice_coloring.hpp"
#include "weft/mapping/percs/modular_coloring.hpp"
#include "weft/mapping/percs/percs_annealing.hpp"
#include "weft/mapping/scotch.hpp"

namespace weft::mapping {

/// All mappings that users can name. Register new ones here.
using Mappings = Catalog<Linear, Random, Blocks, SpaceFillingCurve, GridEmbedding, ReverseCuthillMckee,
                         Greedy, RecursiveBisection, Scotch, LocalSearch, ModularColoring, LatticeColoring,
                         Hybrid, PercsAnnealing, FileMapping, HostList, Best>;

}  // namespace weft::mapping
