// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "weft/chart/figure.hpp"
#include "weft/core/result.hpp"
#include "weft/network/any_topology.hpp"

namespace weft {

/// The subject of a result in small print: topology, routing and traffic.
std::string subtitle_of(Result const& result, AnyTopology const& topology);

/// The simulated scenario, without the options of the engine.
std::string format_simulated(Result const& result);

/// The task grid of each job: of each array `placement`. `topology`: null if it cannot be made.
std::vector<chart::Figure> task_figures(Result const& result, TopologyPtr const& topology);

}  // namespace weft
