// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "weft/core/result.hpp"
#include "weft/experiment/scenario.hpp"
#include "weft/network/topologies.hpp"
#include "weft/traffic/pattern.hpp"

/// Functions that resolve the topologies, routings, traffic and layouts named in a request.
namespace weft {

/// Parses a spec. Errors name the option `where`.
Spec parse_spec(std::string const& text, std::string const& where);

/// Returns the topology as shown in pictures: its size and the parameters that differ from the defaults, as
/// in "torus:sides=8x8, 64 terminals".
std::string title_of(AnyTopology const& topology);

/// Returns the topology of a request without the parts that its parameters (failure_schema) declare as
/// failed.
template <class Params>
TopologyPtr remaining_topology(Params const& params) {
  return remaining(make_topology(params.topology), failures_of(params, params.seed));
}

/// Adds the failed parts to the settings of a request, if there are any.
template <class Params>
void add_failures(Params const& params, std::vector<Setting>& settings) {
  for (auto& [key, value] : write_params(failure_schema, params.failures, false))
    settings.push_back({key, std::move(value)});
}

/// A pattern on the terminals of a topology, and its text with all parameters.
struct AssembledTraffic {
  TrafficPtr traffic;
  std::string resolved;
};
/// Resolves a pattern. Patterns that require the sides of a grid use the sides of the topology by default.
AssembledTraffic make_pattern(std::string const& spec, AnyTopology const& topology,
                              TrafficContext const& context);

}  // namespace weft
