// SPDX-License-Identifier: Apache-2.0
#include "weft/experiment/channels.hpp"

#include <algorithm>
#include <cmath>

#include "weft/core/error.hpp"
#include "weft/experiment/assemble.hpp"
#include "weft/network/router_names.hpp"

namespace weft {

Table channel_table(AnyTopology const& topology, std::vector<double> const& values, std::string name,
                    std::string title, Column value) {
  Table table{std::move(name),
              std::move(title),
              {{"from", "", "source router"},
               {"port", "", "output port of the source"},
               {"to", "", "target router"},
               {"to_port", "", "input port of the target"},
               {"class"},
               std::move(value)},
              {}};
  auto const classes = topology.classes();
  RouterLabels labels(topology);
  std::vector<Value> cells;
  for (std::uint32_t r = 0; r < topology.num_routers(); ++r) cells.push_back(labels.cell({r}));
  visit_channels(topology, [&](std::uint64_t number, RouterId r, PortId p) {
    auto const far = topology.neighbor(r, p);
    auto const amount = values[number];
    table.add_row({cells[r.v], labels.port_number(r, p), cells[far.router.v],
                   labels.port_number(far.router, far.port), classes[topology.class_of(r, p).v].name,
                   std::isnan(amount) ? Value{} : Value{amount}});
  });
  return table;
}

TopologyPtr topology_of(Result const& result) {
  try {
    return make_topology(result.setting("topology"));
  } catch (InputError const&) { return nullptr; }
}

FailureParams failures_in(Result const& result) {
  auto const keys = detail::param_names(failure_schema);
  Spec given;
  for (auto const& [key, value] : result.scenario)
    if (std::ranges::find(keys, key) != keys.end()) given.arguments.push_back({key, value});
  auto failures = read_params<FailureParams>(failure_schema, given);
  failures.seed = static_cast<std::int64_t>(result.seed);
  return failures;
}

std::string title_of(Result const& result, TopologyPtr const& topology) {
  return topology == nullptr ? result.setting("topology") : weft::title_of(*topology);
}

}  // namespace weft
