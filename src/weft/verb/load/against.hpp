// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

#include "weft/experiment/experiment.hpp"
#include "weft/workload/load_params.hpp"

namespace weft::verb {

/// The load of the placement of a request, and of the mapping `against` on the same hosts, or on those that
/// it names. The table
/// `placements` stands in front: the throughput of both, and the bound that no placement exceeds, where the
/// other mapping (best) finds one. `assemble` makes the experiment of a request without `against`. Throws
/// InputError for several jobs.
ExperimentPtr load_against(LoadParams const& request,
                           std::function<ExperimentPtr(LoadParams const&)> const& assemble);

}  // namespace weft::verb
