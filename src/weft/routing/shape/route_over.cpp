#include "weft/routing/shape/route_over.hpp"

#include <string>

#include "weft/core/error.hpp"

namespace weft::routing {

RouteOver resolve_over(std::string_view routing, RouteOver over, Machine const& machine, bool groups_may_fail) {
  bool const grid = machine.is_whole_grid();
  bool const groups = machine.is_grouped() && (groups_may_fail || !machine.has_failures());
  auto const refuse = [&](std::string const& what) {
    throw InputError(std::string(routing) + " over " + what + " on " + machine.topology(),
                     machine.has_failures() ? "parts have failed, or the topology has no " + what
                                            : "the topology has no " + what,
                     "omit over", "routing");
  };
  if (over == RouteOver::grid && !grid) refuse("grid");
  if (over == RouteOver::groups && !groups) refuse("groups");
  if (over != RouteOver::automatic) return over;
  return grid ? RouteOver::grid : groups ? RouteOver::groups : RouteOver::graph;
}

std::vector<std::uint32_t> routers_of_terminals(Network const& network) {
  std::vector<std::uint32_t> routers;
  for (std::uint32_t e = 0; e < network.num_terminals(); ++e)
    routers.push_back(network.injection_router({e}).v);
  return routers;
}

std::vector<std::uint32_t> terminals_of_routers(Network const& network) {
  std::vector<std::uint32_t> terminals;
  for (std::uint32_t r = 0; r < network.num_routers(); ++r)
    terminals.push_back(network.terminals_at({r}).count);
  return terminals;
}

}  // namespace weft::routing
