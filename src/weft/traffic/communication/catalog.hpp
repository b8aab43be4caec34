// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "weft/core/catalog.hpp"
#include "weft/traffic/communication/derived.hpp"
#include "weft/traffic/communication/regular.hpp"

namespace weft {

/// All communication patterns among the tasks of a job that users can name. Register new ones here.
using Communications = Catalog<task::Halo, task::Transpose, task::AllToAll, task::Multicast, task::Traffic,
                               task::Matrix, task::Monitoring, task::ProgramMessages, task::WorstCase>;

}  // namespace weft
