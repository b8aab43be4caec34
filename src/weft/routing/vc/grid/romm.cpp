#include "weft/routing/vc/grid/romm.hpp"

#include "weft/core/random.hpp"
#include "weft/routing/vc/grid/via_on_grid.hpp"

namespace weft::vc {
namespace {

/// A router of the box that source and destination span: of each coordinate one on the shorter way, either way if they are equally long.
struct InTheBox {
  std::shared_ptr<GridGeometry const> grid;
  RingTie tie;

  std::uint32_t via(Head const& head, QueueView const&) const {
    RouterId via{head.at};
    for (std::uint32_t dim = 0; dim < grid->dims(); ++dim) {
      auto const here = grid->coord(head.at, dim), goal = grid->coord(head.to, dim);
      if (here == goal) continue;
      auto const draw = RandomWords::derived(head.draw)(dim);
      via = grid->shape().shift(via, dim, between(dim, here, goal, draw) - here);
    }
    return via.v;
  }

 private:
  std::uint32_t between(std::uint32_t dim, std::uint32_t here, std::uint32_t goal, std::uint64_t draw) const {
    auto const any = below32(draw, grid->distance(dim, here, goal) + 1);
    if (grid->axis(dim) == GridGeometry::Axis::complete) return any == 0 ? here : goal;
    bool plus = goal > here;
    auto const side = grid->side(dim);
    if (grid->axis(dim) == GridGeometry::Axis::ring) {
      auto const ahead = plus ? goal - here : goal + side - here;
      plus = 2 * ahead < side || (2 * ahead == side && (tie == RingTie::plus || (draw & 1) != 0));
    }
    if (plus) return here + any < side ? here + any : here + any - side;
    return here >= any ? here - any : here + side - any;
  }
};

}  // namespace

std::uint32_t Romm::vcs_needed(Machine const& machine) const { return vcs_of_two_legs(machine, params_); }

RoutingPtr Romm::bind(Machine const& machine, VcSupply const& supply) const {
  return bind_via_on_grid(name, machine, params_, supply, {.minimal = true},
                          InTheBox{machine.grid(), params_.tie});
}

}  // namespace weft::vc
