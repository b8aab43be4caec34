// SPDX-License-Identifier: Apache-2.0
#include "weft/workload/routed_machine.hpp"

#include <utility>

#include "weft/routing/bind.hpp"
#include "weft/routing/percs/percs.hpp"
#include "weft/workload/change_by_failures.hpp"

namespace weft {

void require_terminals(AnyTopology const& topology) {
  if (topology.num_terminals() == 0)
    throw InputError(topology.spec(false) + " has no terminals", "tasks run on terminals",
                     "attach terminals to the routers, e.g. with concentration=1", "topology");
}

std::string placement_routing(std::string const& routing, Machine const& machine) {
  try {
    routing::resolve(parse_spec(routing, "routing"), machine, routing::Form::shares);
    return routing;
  } catch (InputError const&) { return "default"; }
}

RoutedMachine::RoutedMachine(std::string const& topology, std::string const& routing,
                             FailureParams const& failures)
    : RoutedMachine(make_topology(topology), routing, failures) {}

RoutedMachine::RoutedMachine(TopologyPtr topology, std::string const& routing, FailureParams const& failures)
    : RoutedMachine(topology, Machine(topology, failures), routing) {}

RoutedMachine::RoutedMachine(TopologyPtr topology, Machine machine, std::string const& routing)
    : topology_(std::move(topology)), machine_(std::move(machine)) {
  require_terminals(*topology_);
  at_place("routing", [&] {
    given_ = parse_spec(routing, "routing");
    routing_ = routing::resolve(given_, machine_, routing::Form::shares);
    if (auto const percs = machine_.as<topology::Percs>())
      if (auto const paths = routing::percs_paths_of(routing_, *percs))
        percs_paths_ = std::make_shared<PercsPaths const>(*paths);
  });
  shares_.set_factory([spec = routing_, machine = machine_] { return routing::bind_shares(spec, machine); });
}

std::string RoutedMachine::routing_note() const {
  return change_by_failures(given_, routing_, machine_, topology_, routing::Form::shares);
}

std::vector<bool> RoutedMachine::failed_terminals() const {
  if (!machine_.has_failures()) return {};  // avoids building the network
  std::vector<bool> failed;
  for (std::uint32_t e = 0; e < terminals(); ++e)
    failed.push_back(network().router_failed(network().injection_router({e})) ||
                     network().router_failed(network().ejection_router({e})));
  return failed;
}

load::NetworkLoads RoutedMachine::loads(load::RouterTraffic const& traffic, Progress& progress) const {
  return load::network_loads(traffic, shares(), progress);
}

}  // namespace weft
