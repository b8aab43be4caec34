// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "weft/core/catalog.hpp"
#include "weft/workload/rounds/flooding.hpp"
#include "weft/workload/rounds/forward.hpp"

namespace weft {

/// All algorithms of collective operations that run in rounds and not as planned schedules. To add one, write
/// a file and add it here. `run` throws InputError for unsupported topologies.
using RoundsCollectives = Catalog<Flooding, Forward>;

}  // namespace weft
