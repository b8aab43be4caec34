#include "weft/experiment/router_grid.hpp"

namespace weft {
namespace {

/// Whether router r has the terminals r * each .. r * each + each - 1.
template <class T>
bool has_terminals_along(T const& topology) {
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

RouterGrid router_grid(AnyTopology const& any) {
  return std::visit(
      []<class T>(T const& topology) -> RouterGrid {
        if constexpr (Cartesian<T>)
          if (has_terminals_along(topology)) {
            RouterGrid grid{{}, true};
            for (auto dim = topology.shape().dims(); dim-- > 0;) {
              grid.sides.push_back(topology.shape().side(dim));
              if constexpr (requires { topology.wraps(dim); })
                grid.wraps = grid.wraps && (topology.wraps(dim) || topology.shape().side(dim) <= 2);
            }
            return grid;
          }
        return {};
      },
      any);
}

}  // namespace weft
