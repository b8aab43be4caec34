// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "weft/core/catalog.hpp"
#include "weft/workload/rounds/flooding.hpp"
#include "weft/workload/rounds/forward.hpp"

namespace weft {

/// All algorithms of collective operations that run in rounds, not as planned schedules. To add one, write
/// one file and add it here. `run` throws InputError for topologies that it does not support.
using RoundsCollectives = Catalog<Flooding, Forward>;

}  // namespace weft
