#pragma once

#include "weft/core/catalog.hpp"
#include "weft/engine/load/routings/all_minimal.hpp"
#include "weft/engine/load/routings/dimension_order.hpp"
#include "weft/engine/load/routings/k_shortest.hpp"
#include "weft/engine/load/routings/minimal.hpp"
#include "weft/engine/load/routings/percs.hpp"
#include "weft/engine/load/routings/table.hpp"
#include "weft/engine/load/routings/up_down.hpp"
#include "weft/engine/load/routings/valiant.hpp"

namespace weft {

/// All routings whose loads can be told, by the names that users write. Adding one is adding it here.
using LoadRoutings = Catalog<load::PercsDirect, load::PercsIndirect, load::AllMinimal, load::DimensionOrder,
                             load::Minimal, load::Valiant, load::KShortest, load::UpDown, load::Table>;

}  // namespace weft
