// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "weft/chart/figure.hpp"
#include "weft/core/result.hpp"
#include "weft/network/any_topology.hpp"

namespace weft {

/// What was computed, in small print: the topology, the routing and who sends to whom.
std::string subtitle_of(Result const& result, AnyTopology const& topology);

/// The simulated scenario, without the options of the engine.
std::string format_simulated(Result const& result);

/// The task grid of each job: of each array `placement`. `topology`: null if it cannot be made.
std::vector<chart::Figure> task_figures(Result const& result, TopologyPtr const& topology);

}  // namespace weft
