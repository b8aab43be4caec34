#include "weft/routing/ugal/ugal.hpp"

#include "weft/routing/graph/graph_routing.hpp"
#include "weft/routing/grid/via_on_grid.hpp"
#include "weft/routing/group/group_routing.hpp"
#include "weft/routing/ugal/ugal_on_grid.hpp"

namespace weft::routing {
namespace {

bool over_grid(Machine const& machine) { return machine.is_grid() && !machine.has_failures(); }
bool over_groups(Machine const& machine) { return machine.is_grouped() && !machine.has_failures(); }

}  // namespace

Ugal::Params Ugal::resolved(Params params, Machine const& machine) {
  if (!over_grid(machine)) refuse_ring_params(name, params, machine);
  return params;
}

std::uint32_t Ugal::vcs_needed(Machine const& machine) const {
  resolved(params_, machine);
  if (over_grid(machine)) return vcs_of_two_legs(machine, params_);
  if (over_groups(machine)) return GroupPolicy::ugal(params_).classes.count;
  return GraphPaths(machine).classes(GraphDetour::adaptive);
}

ChannelRoutingPtr Ugal::channels(Machine const& machine, VcSupply const& supply) const {
  resolved(params_, machine);
  if (over_grid(machine)) return bind_ugal_on_grid(machine, params_, supply);
  if (over_groups(machine)) {
    auto const policy = GroupPolicy::ugal(params_);
    auto const vcs = supplied_vcs(name, policy.classes.count, supply, why_on_groups);
    return bind_on_groups(machine, policy, vcs);
  }
  GraphPaths paths(machine);
  auto const vcs =
      supplied_vcs(name, paths.classes(GraphDetour::adaptive), supply, paths.why(GraphDetour::adaptive));
  return bind_on_graph(std::move(paths), {.detour = GraphDetour::adaptive, .comparison = params_}, vcs);
}

}  // namespace weft::routing
