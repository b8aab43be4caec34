#include "weft/routing/vc/ugal.hpp"

#include "weft/routing/vc/graph/graph_routing.hpp"
#include "weft/routing/vc/grid/ugal_on_grid.hpp"
#include "weft/routing/vc/group/group_routing.hpp"

namespace weft::vc {
std::uint32_t Ugal::vcs_needed(Machine const& machine) const {
  if (machine.whole_grid() != nullptr) return vcs_of_ugal_on_grid();
  if (machine.whole_groups() != nullptr) return GroupPolicy::ugal(params_).classes.count;
  return GraphPaths(machine).classes(GraphDetour::adaptive);
}

RoutingPtr Ugal::bind(Machine const& machine, VcSupply const& supply) const {
  if (machine.whole_grid() != nullptr) return bind_ugal_on_grid(machine, params_, supply);
  if (machine.whole_groups() != nullptr) {
    auto const policy = GroupPolicy::ugal(params_);
    require_vcs(name, policy.classes.count, supply, why_on_groups);
    return bind_on_groups(machine, policy, supply);
  }
  GraphPaths paths(machine);
  require_vcs(name, paths.classes(GraphDetour::adaptive), supply, paths.why(GraphDetour::adaptive));
  return bind_on_graph(std::move(paths), {.detour = GraphDetour::adaptive, .comparison = params_}, supply);
}

}  // namespace weft::vc
