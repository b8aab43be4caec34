#pragma once

#include <string>
#include <vector>

#include "weft/analysis/metrics.hpp"
#include "weft/core/progress.hpp"
#include "weft/core/result.hpp"
#include "weft/experiment/scenario.hpp"
#include "weft/experiment/setup.hpp"

namespace weft {

/// Several topologies side by side: their metrics (table `metrics`) and cost (table `cost`), and, if the scenario sends messages, what the same traffic
/// costs on each (table `simulated`). The topology and the layout of `scenario` are not used.
Result compare(std::vector<std::string> const& topologies, Scenario const& scenario,
               MetricOptions const& options = {}, Setup const& setup = {},
               Progress& progress = no_progress());

}  // namespace weft
