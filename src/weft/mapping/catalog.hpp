#pragma once

#include "weft/core/catalog.hpp"
#include "weft/mapping/best.hpp"
#include "weft/mapping/blocks.hpp"
#include "weft/mapping/hybrid.hpp"
#include "weft/mapping/lattice_coloring.hpp"
#include "weft/mapping/linear.hpp"
#include "weft/mapping/modular_coloring.hpp"
#include "weft/mapping/percs_annealing.hpp"
#include "weft/mapping/random.hpp"

namespace weft {

/// All mappings that users can name. Adding one is adding it here.
using Mappings =
    Catalog<Linear, Random, Blocks, ModularColoring, LatticeColoring, Hybrid, PercsAnnealing, Best>;

}  // namespace weft
