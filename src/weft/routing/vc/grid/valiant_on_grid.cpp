#include "weft/routing/vc/grid/valiant_on_grid.hpp"

#include "weft/core/random.hpp"
#include "weft/routing/vc/grid/via_on_grid.hpp"

namespace weft::vc {
namespace {

struct AnyRouter {
  std::uint32_t last;

  std::uint32_t via(Head const& head, QueueView const&) const {
    auto const random = static_cast<std::uint32_t>(head.draw >> 32);
    return static_cast<std::uint32_t>(random * (std::uint64_t{last} + 1) >> 32);
  }
};

}  // namespace

std::uint32_t vcs_of_valiant_on_grid(Machine const& machine, RingParams const& params) {
  return vcs_of_two_legs(machine, params);
}

RoutingPtr bind_valiant_on_grid(Machine const& machine, RingParams const& params, VcSupply const& supply) {
  auto const last = static_cast<std::uint32_t>(machine.grid()->shape().size() - 1);
  return bind_via_on_grid("valiant", machine, params, supply, {}, AnyRouter{last});
}

}  // namespace weft::vc
