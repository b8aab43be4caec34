#include "weft/routing/valiant/valiant.hpp"

#include <memory>
#include <utility>

#include "weft/core/random.hpp"
#include "weft/routing/graph/graph_routing.hpp"
#include "weft/routing/grid/grid_legs.hpp"
#include "weft/routing/group/group_routing.hpp"
#include "weft/routing/packet/kernels.hpp"
#include "weft/routing/packet/via.hpp"
#include "weft/routing/paths/shortest_path_shares.hpp"
#include "weft/routing/paths/tree_shares.hpp"

namespace weft::routing {
namespace {

struct AnyRouter {
  std::uint32_t last;

  std::uint32_t via(Head const& head, QueueView const&) const {
    auto const random = static_cast<std::uint32_t>(head.draw >> 32);
    return static_cast<std::uint32_t>(random * (std::uint64_t{last} + 1) >> 32);
  }
  void visit_vias(std::uint32_t, std::uint32_t, auto visit) const {
    for (std::uint32_t via = 0; via <= last; ++via) visit(via, 1);
  }
};

ChannelRoutingPtr bind_valiant_on_grid(Machine const& machine, RingParams const& params,
                                       VcSupply const& supply) {
  auto const last = static_cast<std::uint32_t>(machine.grid()->shape().size() - 1);
  return bind_via_on_grid("valiant", machine, params, supply, {.oblivious = true}, AnyRouter{last});
}

}  // namespace

Valiant::Params Valiant::resolved(Params params, Machine const& machine) {
  params.over = resolve_over(name, params.over, machine);
  if (params.over != RouteOver::grid) check_no_ring_params(name, params, machine);
  return params;
}

std::uint32_t Valiant::vcs_needed(Machine const& machine) const {
  switch (over(machine)) {
    case RouteOver::grid: return vcs_of_two_legs(machine, params_);
    case RouteOver::groups: return vcs_on_groups(machine, GroupPolicy::valiant());
    default: return GraphPaths(machine).classes(GraphDetour::always);
  }
}

ChannelRoutingPtr Valiant::channels(Machine const& machine, VcSupply const& supply) const {
  auto const shape = over(machine);
  if (shape == RouteOver::grid) return bind_valiant_on_grid(machine, params_, supply);
  if (shape == RouteOver::groups)
    return bind_around_failures(name, machine, GroupPolicy::valiant(), why_on_groups, supply);
  GraphPaths paths(machine);
  auto const vcs =
      supplied_vcs(name, paths.classes(GraphDetour::always), supply, paths.why(GraphDetour::always));
  return bind_on_graph(std::move(paths), {.detour = GraphDetour::always}, vcs);
}

PacketRoutingPtr Valiant::packets(Machine const& machine) const {
  auto const shape = over(machine);
  auto const kernels = packet_kernels(machine);
  if (shape == RouteOver::groups) return nullptr;
  if (shape == RouteOver::graph)
    return std::make_shared<ViaRandomRouter>(kernels->shortest_paths(machine, MinimalChoice::random),
                                             intermediate_routers(*machine.network()),
                                             machine.network()->has_multihomed_hosts());
  auto leg = kernels->dimension_order(params_.tie);
  return leg ? std::make_shared<ViaRandomRouter>(std::move(leg), machine.num_routers()) : nullptr;
}

SharesPtr Valiant::shares(Machine const& machine) const {
  auto const shape = over(machine);
  auto const& network = machine.network();
  if (shape == RouteOver::groups || machine.has_failures())
    return nullptr;  // not every router may be reached
  if (shape == RouteOver::graph)
    return std::make_shared<TwoLegShares>(std::make_shared<SplitShares>(PathGraph::all(*network)),
                                          intermediate_weights(*network));
  auto leg = packet_kernels(machine)->dimension_order(params_.tie);
  if (!leg) return nullptr;
  return std::make_shared<TwoLegShares>(std::make_shared<TreeShares>(network, std::move(leg)),
                                        std::vector<std::uint32_t>(machine.num_routers(), 1));
}

}  // namespace weft::routing
