#pragma once

#include "weft/core/catalog.hpp"
#include "weft/verb/collective/rounds/flooding.hpp"
#include "weft/verb/collective/rounds/forward.hpp"

namespace weft::verb {

/// All algorithms of collective operations that run in rounds, by the names that users write. Adding one is adding it here.
using RoundsCollectives = Catalog<Flooding, Forward>;

}  // namespace weft::verb
