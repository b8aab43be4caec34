#pragma once

#include "weft/core/progress.hpp"
#include "weft/core/result.hpp"
#include "weft/experiment/scenario.hpp"

namespace weft {

/// Runs a scenario on the engine `flit`. Throws InputError on one that cannot be run.
Result run_flit(Scenario const& scenario, Progress& progress = no_progress());

}  // namespace weft
