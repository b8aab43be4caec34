#include "weft/routing/vc/valiant.hpp"

#include "weft/core/error.hpp"
#include "weft/routing/vc/graph/graph_routing.hpp"
#include "weft/routing/vc/grid/valiant_on_grid.hpp"
#include "weft/routing/vc/group/group_routing.hpp"

namespace weft::vc {
namespace {

void refuse_rings(RingParams const& params, Machine const& machine) {
  if (params.rings == RingParams{}.rings && params.tie == RingParams{}.tie) return;
  throw InputError("valiant on " + machine.topology() + " with rings or tie",
                   "they are for grids without failures", "leave them out", "routing");
}

}  // namespace

std::uint32_t Valiant::vcs_needed(Machine const& machine) const {
  if (machine.whole_grid() != nullptr) return vcs_of_valiant_on_grid(machine, params_);
  if (machine.whole_groups() != nullptr) return GroupPolicy::valiant().classes.count;
  return GraphPaths(machine).classes(GraphDetour::always);
}

RoutingPtr Valiant::bind(Machine const& machine, VcSupply const& supply) const {
  if (machine.whole_grid() != nullptr) return bind_valiant_on_grid(machine, params_, supply);
  refuse_rings(params_, machine);
  if (machine.whole_groups() != nullptr) {
    auto const policy = GroupPolicy::valiant();
    require_vcs(name, policy.classes.count, supply, why_on_groups);
    return bind_on_groups(machine, policy, supply);
  }
  GraphPaths paths(machine);
  require_vcs(name, paths.classes(GraphDetour::always), supply, paths.why(GraphDetour::always));
  return bind_on_graph(std::move(paths), {.detour = GraphDetour::always}, supply);
}

}  // namespace weft::vc
