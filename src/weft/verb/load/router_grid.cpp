#include "weft/verb/load/router_grid.hpp"

#include "weft/topology/shape/grid.hpp"

namespace weft::verb {
namespace {

/// Whether router r has the terminals r * each .. r * each + each - 1.
bool has_terminals_along(AnyTopology const& topology) {
  auto const routers = topology.num_routers();
  if (routers == 0 || topology.num_terminals() % routers != 0) return false;
  auto const each = topology.num_terminals() / routers;
  for (std::uint64_t r = 0; r < routers; ++r) {
    auto const [first, count] = topology.terminals_at({static_cast<std::uint32_t>(r)});
    if (count != each || first.v != r * each) return false;
  }
  return true;
}

}  // namespace

RouterGrid router_grid(AnyTopology const& topology) {
  RouterGrid machine{topology.sides(), true};
  if (machine.sides.empty() || !has_terminals_along(topology)) return {};
  if (auto const* grid = topology.grid())
    for (std::uint32_t dim = 0; dim < machine.sides.size(); ++dim)
      machine.wraps = machine.wraps && (grid->wraps(dim) || machine.sides[dim] <= 2);
  std::ranges::reverse(machine.sides);
  return machine;
}

}  // namespace weft::verb
