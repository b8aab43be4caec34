#include "weft/verb/load/load_machine.hpp"

#include <utility>

#include "weft/routing/bind.hpp"
#include "weft/routing/percs/percs.hpp"
#include "weft/verb/change_by_failures.hpp"

namespace weft::verb {

void require_terminals(AnyTopology const& topology) {
  if (topology.num_terminals() == 0)
    throw InputError(topology.spec(false), "has no terminals, on which tasks run",
                     "give its routers some, as with concentration=1", "topology");
}

std::string placement_routing(std::string const& routing, Machine const& machine) {
  try {
    routing::resolve(parse_spec(routing, "routing"), machine, routing::Form::shares);
    return routing;
  } catch (InputError const&) { return "default"; }
}

LoadMachine::LoadMachine(std::string const& topology, std::string const& routing,
                         FailureParams const& failures)
    : LoadMachine(make_topology(topology), routing, failures) {}

LoadMachine::LoadMachine(TopologyPtr topology, std::string const& routing, FailureParams const& failures)
    : LoadMachine(topology, Machine(topology, failures), routing) {}

LoadMachine::LoadMachine(TopologyPtr topology, Machine machine, std::string const& routing)
    : topology_(std::move(topology)), machine_(std::move(machine)) {
  require_terminals(*topology_);
  at_place("routing", [&] {
    given_ = parse_spec(routing, "routing");
    routing_ = routing::resolve(given_, machine_, routing::Form::shares);
    if (auto const percs = machine_.as<topology::Percs>())
      if (auto const paths = routing::percs_paths_of(routing_, *percs))
        percs_paths_ = std::make_shared<PercsPaths const>(*paths);
  });
  shares_.made_by([spec = routing_, machine = machine_] { return routing::bind_shares(spec, machine); });
}

std::string LoadMachine::routing_note() const {
  return change_by_failures(given_, routing_, machine_, topology_, routing::Form::shares);
}

std::vector<bool> LoadMachine::failed_terminals() const {
  if (!machine_.has_failures()) return {};  // needs no network
  std::vector<bool> failed;
  for (std::uint32_t e = 0; e < terminals(); ++e)
    failed.push_back(network().router_failed(network().injection_router({e})) ||
                     network().router_failed(network().ejection_router({e})));
  return failed;
}

load::NetworkLoads LoadMachine::loads(load::RouterTraffic const& traffic, Progress& progress) const {
  return load::network_loads(traffic, shares(), progress);
}

}  // namespace weft::verb
