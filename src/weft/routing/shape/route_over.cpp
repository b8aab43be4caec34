// SPDX-License-Identifier: Apache-2.0
#include "weft/routing/shape/route_over.hpp"

#include <string>

#include "weft/core/error.hpp"

namespace weft::routing {

RouteStructure resolve_structure(std::string_view routing, RouteStructure structure, Machine const& machine) {
  bool const grid = machine.is_whole_grid();
  bool const groups = machine.is_grouped();
  auto const reject = [&](std::string const& what) {
    throw InputError(
        std::string(routing) + " does not support structure=" + what + " on " + machine.topology(),
        machine.has_failures() ? "parts have failed, or the topology has no " + what
                               : "the topology has no " + what,
        "omit structure", "routing");
  };
  if (structure == RouteStructure::grid && !grid) reject("grid");
  if (structure == RouteStructure::groups && !groups) reject("groups");
  if (structure != RouteStructure::automatic) return structure;
  return grid ? RouteStructure::grid : groups ? RouteStructure::groups : RouteStructure::graph;
}

std::vector<std::uint32_t> intermediate_routers(Network const& network) {
  std::vector<std::uint32_t> routers;
  for (std::uint32_t e = 0; e < network.num_terminals(); ++e) {
    auto const home = network.injection_router({e});
    if (!network.is_host(home)) {
      routers.push_back(home.v);
      continue;
    }
    for (std::uint16_t p = 0; p < network.degree(home); ++p)
      if (auto const next = network.target(network.channel(home, {p})); !network.is_host(next))
        routers.push_back(next.v);
  }
  return routers;
}

std::vector<std::uint32_t> intermediate_weights(Network const& network) {
  std::vector<std::uint32_t> weights(network.num_routers(), 0);
  for (auto const r : intermediate_routers(network)) ++weights[r];
  return weights;
}

}  // namespace weft::routing
