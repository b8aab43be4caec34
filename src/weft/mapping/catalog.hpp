#pragma once

#include "weft/core/catalog.hpp"
#include "weft/mapping/best.hpp"
#include "weft/mapping/blocks.hpp"
#include "weft/mapping/file_mapping.hpp"
#include "weft/mapping/greedy.hpp"
#include "weft/mapping/grid_embedding.hpp"
#include "weft/mapping/host_list.hpp"
#include "weft/mapping/hybrid.hpp"
#include "weft/mapping/lattice_coloring.hpp"
#include "weft/mapping/linear.hpp"
#include "weft/mapping/local_search.hpp"
#include "weft/mapping/modular_coloring.hpp"
#include "weft/mapping/percs_annealing.hpp"
#include "weft/mapping/random.hpp"
#include "weft/mapping/recursive_bisection.hpp"
#include "weft/mapping/reverse_cuthill_mckee.hpp"
#include "weft/mapping/scotch.hpp"
#include "weft/mapping/space_filling_curve.hpp"

namespace weft::mapping {

/// All mappings that users can name. Adding one is adding it here.
using Mappings = Catalog<Linear, Random, Blocks, SpaceFillingCurve, GridEmbedding, ReverseCuthillMckee,
                         Greedy, RecursiveBisection, Scotch, LocalSearch, ModularColoring, LatticeColoring,
                         Hybrid, PercsAnnealing, FileMapping, HostList, Best>;

}  // namespace weft::mapping
