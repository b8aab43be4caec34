#include "weft/verb/load/load_machine.hpp"

#include <utility>

#include "weft/routing/bind.hpp"
#include "weft/routing/percs/percs.hpp"

namespace weft::verb {

void require_terminals(AnyTopology const& topology) {
  if (topology.num_terminals() == 0)
    throw InputError(topology.spec(false), "has no terminals, on which tasks run",
                     "give its routers some, as with concentration=1", "topology");
}

LoadMachine::LoadMachine(std::string const& topology, std::string const& routing,
                         FailureParams const& failures)
    : LoadMachine(make_topology(topology), routing, failures) {}

LoadMachine::LoadMachine(TopologyPtr topology, std::string const& routing, FailureParams const& failures)
    : topology_(std::move(topology)), machine_(topology_, failures) {
  require_terminals(*topology_);
  at_place("routing", [&] {
    routing_ = routing::resolve(parse_spec(routing, "routing"), machine_, routing::Form::shares);
    if (auto const percs = machine_.as<topology::Percs>())
      if (auto const paths = routing::percs_paths_of(routing_, *percs))
        percs_paths_ = std::make_shared<PercsPaths const>(*paths);
  });
  shares_.made_by([spec = routing_, machine = machine_] { return routing::bind_shares(spec, machine); });
}

load::NetworkLoads LoadMachine::loads(load::RouterTraffic const& traffic, Progress& progress) const {
  return load::network_loads(traffic, shares(), progress);
}

}  // namespace weft::verb
