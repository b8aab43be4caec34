// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

#include "weft/experiment/experiment.hpp"
#include "weft/workload/load_params.hpp"

namespace weft::verb {

/// Returns the experiment that compares the placement of a request with the mapping `against` on the same
/// hosts, or on those that
/// it names. The first table, `placements`, has the throughput of both, and an upper bound for all
/// placements if the mapping `against` (best) computes one. `assemble`: creates the experiment of a request
/// without `against`. Throws InputError for several jobs.
ExperimentPtr load_against(LoadParams const& request,
                           std::function<ExperimentPtr(LoadParams const&)> const& assemble);

}  // namespace weft::verb
