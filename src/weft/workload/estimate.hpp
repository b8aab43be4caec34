// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "weft/core/estimate.hpp"
#include "weft/workload/jobs.hpp"

/// Estimates of the memory and time of jobs, made before their tasks are placed.
namespace weft {

/// Returns the number of flows of a communication, with groups expanded.
double num_flows(Communication const& communication);

/// Returns the estimated cost of creating a job and placing its tasks.
Estimate estimate_placing(RoutedMachine const& machine, LoadJob const& job);

/// Returns the estimated cost of placing all tasks and computing the channel loads.
Estimate estimate_loads(LoadAssembly const& assembly);

}  // namespace weft
