#include "weft/routing/vc/minimal.hpp"

#include "weft/core/error.hpp"
#include "weft/routing/vc/graph/graph_routing.hpp"
#include "weft/routing/vc/group/group_routing.hpp"

namespace weft::vc {

std::uint32_t Minimal::vcs_needed(Machine const& machine) const {
  if (machine.whole_groups() != nullptr) return GroupPolicy::minimal().classes.count;
  return GraphPaths(machine).classes(GraphDetour::none);
}

RoutingPtr Minimal::bind(Machine const& machine, VcSupply const& supply) const {
  if (machine.whole_groups() != nullptr) {
    if (params_.choice != MinimalChoice::random)
      throw InputError("minimal on " + machine.topology() + " with choice other than random",
                       "takes any of the global channels between two groups", "leave choice out", "routing");
    auto const policy = GroupPolicy::minimal();
    require_vcs(name, policy.classes.count, supply, "one until the global channel, one from it on");
    return bind_on_groups(machine, policy, supply);
  }
  GraphPaths paths(machine);
  require_vcs(name, paths.classes(GraphDetour::none), supply, paths.why(GraphDetour::none));
  return bind_on_graph(std::move(paths), {.choice = params_.choice}, supply);
}

}  // namespace weft::vc
