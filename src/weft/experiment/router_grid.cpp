#include "weft/experiment/router_grid.hpp"

namespace weft {
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
  auto const sides = topology.sides();
  if (sides.empty() || !has_terminals_along(topology)) return {};
  RouterGrid router_grid{{}, true};
  for (auto dim = static_cast<std::uint32_t>(sides.size()); dim-- > 0;) {
    router_grid.sides.push_back(sides[dim]);
    if (auto const* grid = topology.grid())
      router_grid.wraps = router_grid.wraps && (grid->wraps(dim) || sides[dim] <= 2);
  }
  return router_grid;
}

}  // namespace weft
