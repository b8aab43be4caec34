#include "weft/routing/vc/ugal.hpp"

#include "weft/routing/vc/graph/graph_routing.hpp"
#include "weft/routing/vc/grid/ugal_on_grid.hpp"
#include "weft/routing/vc/group/group_routing.hpp"

namespace weft::vc {
std::uint32_t Ugal::vcs_needed(Subject const& subject) const {
  if (is_whole_grid(subject)) return vcs_of_ugal_on_grid();
  if (is_whole_groups(subject)) return GroupPolicy::ugal(params_).classes.count;
  return GraphPaths(subject).classes(GraphDetour::adaptive);
}

RoutingPtr Ugal::bind(Subject const& subject, VcSupply const& supply) const {
  if (is_whole_grid(subject)) return bind_ugal_on_grid(subject, params_, supply);
  if (is_whole_groups(subject)) {
    auto const policy = GroupPolicy::ugal(params_);
    require_vcs(name, policy.classes.count, supply, why_on_groups);
    return bind_on_groups(subject, policy, supply);
  }
  GraphPaths paths(subject);
  require_vcs(name, paths.classes(GraphDetour::adaptive), supply, paths.why(GraphDetour::adaptive));
  return bind_on_graph(std::move(paths), {.detour = GraphDetour::adaptive, .comparison = params_}, supply);
}

}  // namespace weft::vc
