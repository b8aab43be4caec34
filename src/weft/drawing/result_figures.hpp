// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "weft/chart/figure.hpp"
#include "weft/core/result.hpp"
#include "weft/network/any_topology.hpp"

namespace weft {

/// Returns the subject of a result: topology, routing and traffic.
std::string subtitle_of(Result const& result, AnyTopology const& topology);

/// Formats the simulated scenario, without the options of the engine.
std::string format_simulated(Result const& result);

/// Returns the task grid of each job: a figure for each array whose name begins with `placement`. `topology`:
/// null if it cannot be constructed; then there are no figures.
std::vector<chart::Figure> task_figures(Result const& result, TopologyPtr const& topology);

}  // namespace weft
