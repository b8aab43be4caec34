// SPDX-License-Identifier: Apache-2.0
#include "weft/verb/engines.hpp"
#include "weft/verb/verb.hpp"
#include "weft/workload/load_params.hpp"

namespace weft::verb {

ExperimentPtr LoadEngine::assemble(Scenario const& scenario, Params const& params) {
  LoadParams const load{.topology = scenario.topology,
                        .routing = scenario.routing,
                        .pattern = scenario.traffic == "default" ? LoadParams{}.pattern : scenario.traffic,
                        .mapping = scenario.mapping,
                        .grid = scenario.grid,
                        .ranks_per_node = scenario.ranks_per_node,
                        .seed = scenario.seed,
                        .jobs = scenario.jobs,
                        .failures = with_failures(params, scenario).failures,
                        .details = scenario.details,
                        .times = params.times};
  return verb::assemble({"load", write_params(load_schema, load, false)});
}

}  // namespace weft::verb
