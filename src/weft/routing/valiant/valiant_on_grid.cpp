#include "weft/routing/valiant/valiant_on_grid.hpp"

#include "weft/core/random.hpp"
#include "weft/routing/grid/via_on_grid.hpp"

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

}  // namespace

ChannelRoutingPtr bind_valiant_on_grid(Machine const& machine, RingParams const& params,
                                       VcSupply const& supply) {
  auto const last = static_cast<std::uint32_t>(machine.grid()->shape().size() - 1);
  return bind_via_on_grid("valiant", machine, params, supply, {.oblivious = true}, AnyRouter{last});
}

}  // namespace weft::routing
