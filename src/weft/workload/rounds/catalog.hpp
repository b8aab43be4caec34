// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "weft/core/catalog.hpp"
#include "weft/workload/rounds/flooding.hpp"
#include "weft/workload/rounds/forward.hpp"

namespace weft {

/// All algorithms of collective operations that are not planned schedules but run in rounds. Adding one = one
/// file and an entry here. `run` throws InputError for topologies that it does not fit.
using RoundsCollectives = Catalog<Flooding, Forward>;

}  // namespace weft
