#include "weft/verb/load/load_machine.hpp"

#include "weft/engine/load/routings/catalog.hpp"
#include "weft/experiment/assemble.hpp"
#include "weft/network/failures.hpp"
#include "weft/routing/bind.hpp"
#include "weft/routing/bind_context.hpp"
#include "weft/topology/family/percs.hpp"

namespace weft::verb {
namespace {

/// The network of a topology, built once.
std::function<NetworkPtr()> network_on_demand(TopologyPtr const& topology) {
  return [topology, network = std::make_shared<NetworkPtr>()] {
    if (!*network) *network = std::make_shared<Network const>(topology->network({}));
    return *network;
  };
}

load::Machine machine_of(TopologyPtr const& topology) {
  load::Machine machine;
  machine.network = network_on_demand(topology);
  machine.bind = [topology, network = machine.network](Spec const& routing) {
    return bind_routing(routing, *topology, BindContext{network, 1, false});
  };
  machine.routers = topology->num_routers();
  machine.topology = topology->name();
  machine.is_grid = !topology->sides().empty();
  machine.is_bidirectional = topology->bidirectional();
  if (auto const* percs = topology->get_if<Percs>()) machine.percs = *percs;
  return machine;
}

Spec resolve_load_routing(std::string const& text, load::Machine const& machine) {
  auto const routing = parse_spec(text, "routing");
  if (routing.name != "default") return routing;
  if (!routing.arguments.empty()) throw InputError("routing 'default' takes no parameters");
  return {machine.percs ? "percs_direct" : machine.is_grid ? "dimension_order" : "all_minimal", {}};
}

}  // namespace

LoadMachine::LoadMachine(std::string const& topology, std::string const& routing)
    : topology_(make_topology(topology)), machine_(machine_of(topology_)) {
  try {
    check_routing(resolve_load_routing(routing, machine_));
  } catch (InputError const& error) { throw error.at("routing"); }
}

void LoadMachine::check_routing(Spec const& spec) {
  LoadRoutings::pick_params(
      spec,
      [&]<class R>(std::type_identity<R>, typename R::Params const& params) {
        R const routing{params};
        routing.check_machine(machine_);
        routing_ = to_spec<R>(params, true);
        if constexpr (requires { routing.paths(*machine_.percs); })
          percs_paths_ = routing.paths(*machine_.percs);
      },
      "load routing");
}

load::PairShares const& LoadMachine::shares() const {
  if (!shares_)
    shares_ = LoadRoutings::pick(routing_, [&](auto const& routing) { return routing.shares(machine_); });
  return *shares_;
}

load::NetworkLoads LoadMachine::loads(load::RouterTraffic const& traffic, Progress& progress) const {
  return LoadRoutings::pick(
      routing_, [&](auto const& routing) { return load::loads_of(routing, machine_, traffic, progress); });
}

}  // namespace weft::verb
