#include "weft/routing/vc/valiant.hpp"

#include "weft/core/error.hpp"
#include "weft/routing/vc/graph/graph_routing.hpp"
#include "weft/routing/vc/grid/valiant_on_grid.hpp"
#include "weft/routing/vc/group/group_routing.hpp"

namespace weft::vc {
namespace {

void refuse_rings(RingParams const& params, Subject const& subject) {
  if (params.rings == RingParams{}.rings && params.tie == RingParams{}.tie) return;
  throw InputError("valiant on " + subject.topology + " with rings or tie",
                   "they are for grids without failures", "leave them out", "routing");
}

}  // namespace

std::uint32_t Valiant::vcs_needed(Subject const& subject) const {
  if (is_whole_grid(subject)) return vcs_of_valiant_on_grid(subject, params_);
  if (is_whole_groups(subject)) return GroupPolicy::valiant().classes.count;
  return GraphPaths(subject).classes(GraphDetour::always);
}

RoutingPtr Valiant::bind(Subject const& subject, VcSupply const& supply) const {
  if (is_whole_grid(subject)) return bind_valiant_on_grid(subject, params_, supply);
  refuse_rings(params_, subject);
  if (is_whole_groups(subject)) {
    auto const policy = GroupPolicy::valiant();
    require_vcs(name, policy.classes.count, supply, why_on_groups);
    return bind_on_groups(subject, policy, supply);
  }
  GraphPaths paths(subject);
  require_vcs(name, paths.classes(GraphDetour::always), supply, paths.why(GraphDetour::always));
  return bind_on_graph(std::move(paths), {.detour = GraphDetour::always}, supply);
}

}  // namespace weft::vc
