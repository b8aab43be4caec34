// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "weft/core/estimate.hpp"
#include "weft/workload/jobs.hpp"

/// What jobs need, before their tasks have places.
namespace weft {

/// The flows of a communication, also those that groups stand for.
double num_flows(Communication const& communication);

/// The job and placing its tasks.
Estimate estimate_placing(RoutedMachine const& machine, LoadJob const& job);

/// Placing all tasks, and the loads of the channels.
Estimate estimate_loads(LoadAssembly const& assembly);

}  // namespace weft
