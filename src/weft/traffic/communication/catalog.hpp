#pragma once

#include "weft/core/catalog.hpp"
#include "weft/traffic/communication/all_to_all.hpp"
#include "weft/traffic/communication/halo.hpp"
#include "weft/traffic/communication/matrix.hpp"
#include "weft/traffic/communication/monitoring.hpp"
#include "weft/traffic/communication/multicast.hpp"
#include "weft/traffic/communication/program_messages.hpp"
#include "weft/traffic/communication/traffic.hpp"
#include "weft/traffic/communication/transpose.hpp"
#include "weft/traffic/communication/worst_case.hpp"

namespace weft {

/// All communication patterns of a job's tasks that users can name. Adding one is adding it here.
using Communications = Catalog<task::Halo, task::Transpose, task::AllToAll, task::Multicast, task::Traffic,
                               task::Matrix, task::Monitoring, task::ProgramMessages, task::WorstCase>;

}  // namespace weft
