#pragma once

#include "weft/core/estimate.hpp"
#include "weft/verb/load/load_assembly.hpp"

/// What jobs need, before their tasks have places.
namespace weft::verb {

/// The flows of a communication, also those that groups stand for.
double num_flows(Communication const& communication);

/// The job and placing its tasks.
Estimate estimate_placing(LoadMachine const& machine, LoadJob const& job);

/// Placing all tasks, and the loads of the channels.
Estimate estimate_loads(LoadAssembly const& assembly);

}  // namespace weft::verb
