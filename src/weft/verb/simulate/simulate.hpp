#pragma once

#include "weft/core/progress.hpp"
#include "weft/core/result.hpp"
#include "weft/experiment/scenario.hpp"

namespace weft {

/// Throws InputError if the scenario cannot be run, naming the part at fault; simulates nothing.
void check_scenario(Scenario const& scenario);

/// Runs one scenario. The result holds it with every parameter written out. Throws InputError on a scenario that cannot be
/// run, naming the part at fault.
Result simulate(Scenario const& scenario, Progress& progress = no_progress());

}  // namespace weft
