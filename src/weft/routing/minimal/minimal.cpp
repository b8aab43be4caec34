// SPDX-License-Identifier: Apache-2.0
#include "weft/routing/minimal/minimal.hpp"

#include <memory>

#include "weft/core/error.hpp"
#include "weft/routing/graph/graph_routing.hpp"
#include "weft/routing/group/group_routing.hpp"
#include "weft/routing/packet/kernels.hpp"
#include "weft/routing/paths/shortest_path_shares.hpp"
#include "weft/routing/paths/tree_shares.hpp"

namespace weft::routing {

void Minimal::check(Params const& params) {
  check_samples(params, params.choice == MinimalChoice::adaptive, "choice=adaptive");
}

Minimal::Params Minimal::resolved(Params params, Machine const& machine) {
  if (params.structure == RouteStructure::grid)
    throw InputError("minimal does not support structure=grid",
                     "shortest paths on a grid are shortest paths of the graph",
                     "use structure=graph, or routing=dimension_order", "routing");
  if (params.structure == RouteStructure::automatic)
    params.structure = machine.is_grouped() ? RouteStructure::groups : RouteStructure::graph;
  params.structure = resolve_structure(name, params.structure, machine);
  if (params.structure == RouteStructure::groups && params.choice != MinimalChoice::random)
    throw InputError("minimal:choice has no effect on " + machine.topology(),
                     "packets use any of the global channels between two groups",
                     "omit choice, or add structure=graph", "routing");
  return params;
}

bool Minimal::over_groups(Machine const& machine) const {
  return resolved(params_, machine).structure == RouteStructure::groups;
}

void Minimal::require_form(Form form) const {
  if (form == Form::shares && params_.choice == MinimalChoice::adaptive)
    throw InputError("minimal:choice=adaptive has no exact loads", "the paths depend on queues",
                     "use choice=random or choice=lowest", "routing");
}

std::uint32_t Minimal::vcs_needed(Machine const& machine) const {
  if (over_groups(machine)) return vcs_on_groups(machine, GroupPolicy::minimal());
  return GraphPaths(machine).classes(GraphDetour::none);
}

ChannelRoutingPtr Minimal::channels(Machine const& machine, VcSupply const& supply) const {
  if (over_groups(machine))
    return bind_around_failures(name, machine, GroupPolicy::minimal(),
                                "one before the global channel, one from that channel on", supply);
  GraphPaths paths(machine);
  auto const vcs = supplied_vcs(name, paths.classes(GraphDetour::none), supply, paths.why(GraphDetour::none));
  return bind_on_graph(std::move(paths), {.choice = params_.choice, .sample = params_}, vcs);
}

PacketRoutingPtr Minimal::packets(Machine const& machine) const {
  if (over_groups(machine)) return nullptr;
  return packet_kernels(machine)->shortest_paths(machine, params_.choice);
}

SharesPtr Minimal::shares(Machine const& machine) const {
  if (over_groups(machine)) return nullptr;
  if (params_.choice == MinimalChoice::random) return std::make_shared<SplitShares>(PathGraph::all(machine));
  return std::make_shared<TreeShares>(machine.network(),
                                      packet_kernels(machine)->shortest_paths(machine, params_.choice));
}

SharesPtr AllMinimal::shares(Machine const& machine) const {
  return std::make_shared<ShortestPathShares>(PathGraph::all(machine), PathChoice::all);
}

}  // namespace weft::routing
