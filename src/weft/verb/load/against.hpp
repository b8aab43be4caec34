// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>

#include "weft/experiment/experiment.hpp"
#include "weft/workload/load_params.hpp"
#include "weft/workload/routed_machine.hpp"

namespace weft::verb {

/// Creates the experiment of a request without `against` on a machine.
using AssembleLoad =
    std::function<ExperimentPtr(std::shared_ptr<RoutedMachine const> machine, LoadParams const& request)>;

/// Returns the experiment that compares the placement of a request with the mapping `against`, on one machine
/// and on the same hosts, or on the hosts that the mapping names. The first table, `placements`, has the
/// throughput of both, and an upper bound for all placements if the mapping `against` (best) computes one.
/// Throws InputError for several jobs.
ExperimentPtr load_against(LoadParams const& request, AssembleLoad const& assemble);

}  // namespace weft::verb
