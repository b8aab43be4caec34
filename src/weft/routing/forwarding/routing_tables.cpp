#include "weft/routing/forwarding/routing_tables.hpp"

#include <algorithm>

namespace weft::routing {

RoutingTables only_ends(RoutingTables const& tables, std::span<std::uint32_t const> ends) {
  EndNodes nodes;
  for (auto const end : ends) {
    nodes.ports.push_back(tables.ends.ports[end]);
    nodes.router.push_back(tables.ends.router[end]);
    nodes.router_port.push_back(tables.ends.router_port[end]);
  }
  DestinationRoutes routes(tables.routes.num_routers(), nodes.router);
  RoutingTables result{
      .ends = std::move(nodes), .routes = std::move(routes), .lids = {}, .lanes = {}, .notes = tables.notes};
  for (std::uint32_t i = 0; i < ends.size(); ++i) {
    std::ranges::copy(tables.routes.to(ends[i]), result.routes.to(i).begin());
    if (!tables.lids.empty()) result.lids.push_back(tables.lids[ends[i]]);
  }
  if (tables.lanes)
    result.lanes = LevelsAndLanes{tables.lanes->levels.only(ends), tables.lanes->lanes.only(ends)};
  return result;
}

}  // namespace weft::routing
