// SPDX-License-Identifier: Apache-2.0
#include "weft/routing/romm/romm.hpp"

#include "weft/core/random.hpp"
#include "weft/routing/grid/grid_legs.hpp"

namespace weft::routing {
namespace {

/// Draws a router in the box spanned by the source and the destination: each coordinate lies between their
/// coordinates in the shorter direction, or in either direction if both are equally long.
struct InTheBox {
  std::shared_ptr<GridGeometry const> grid;
  RingTie tie;

  std::uint32_t intermediate(Head const& head, QueueView const&) const {
    RouterId intermediate{head.at};
    for (std::uint32_t dim = 0; dim < grid->dims(); ++dim) {
      auto const here = grid->coord(head.at, dim), goal = grid->coord(head.to, dim);
      if (here == goal) continue;
      auto const draw = RandomWords::derived(head.draw)(dim);
      intermediate = grid->shape().shift(intermediate, dim, between(dim, here, goal, draw) - here);
    }
    return intermediate.v;
  }

  void visit_intermediates(std::uint32_t from, std::uint32_t to, auto visit) const {
    visit_intermediates(0, {from}, 1, from, to, visit);
  }

 private:
  /// Visits the routers of the box that differ from `intermediate` only in dimension `dim` and higher
  /// dimensions; `intermediate` must equal `from` in these dimensions.
  void visit_intermediates(std::uint32_t dim, RouterId intermediate, std::uint64_t weight, std::uint32_t from,
                           std::uint32_t to, auto& visit) const {
    if (dim == grid->dims()) return visit(intermediate.v, weight);
    auto const here = grid->coord(from, dim), goal = grid->coord(to, dim);
    if (here == goal) return visit_intermediates(dim + 1, intermediate, weight, from, to, visit);
    bool const is_tie = grid->axis(dim) == GridGeometry::Axis::ring && tie == RingTie::random &&
                        2 * grid->distance(dim, here, goal) == grid->side(dim);
    for (std::uint64_t direction = 0; direction < (is_tie ? 2 : 1); ++direction)
      for (std::uint32_t any = 0; any <= grid->distance(dim, here, goal); ++any)
        visit_intermediates(
            dim + 1,
            grid->shape().shift(intermediate, dim, along(dim, here, goal, any, direction != 0) - here),
            weight, from, to, visit);
  }
  std::uint32_t between(std::uint32_t dim, std::uint32_t here, std::uint32_t goal, std::uint64_t draw) const {
    auto const any = below32(draw, grid->distance(dim, here, goal) + 1);
    return along(dim, here, goal, any, (draw & 1) != 0);
  }
  /// Returns the coordinate that is `any` steps from `here` towards `goal`.
  std::uint32_t along(std::uint32_t dim, std::uint32_t here, std::uint32_t goal, std::uint32_t any,
                      bool plus_on_tie) const {
    if (grid->axis(dim) == GridGeometry::Axis::complete) return any == 0 ? here : goal;
    bool plus = goal > here;
    auto const side = grid->side(dim);
    if (grid->axis(dim) == GridGeometry::Axis::ring) {
      auto const ahead = plus ? goal - here : goal + side - here;
      plus = 2 * ahead < side || (2 * ahead == side && (tie == RingTie::plus || plus_on_tie));
    }
    if (plus) return here + any < side ? here + any : here + any - side;
    return here >= any ? here - any : here + side - any;
  }
};

}  // namespace

std::uint32_t Romm::vcs_needed(Machine const& machine) const { return vcs_of_two_legs(machine, params_); }

ChannelRoutingPtr Romm::channels(Machine const& machine, VcSupply const& supply) const {
  return bind_two_legs_on_grid(name, machine, params_, supply, {.minimal = true, .oblivious = true},
                               InTheBox{machine.grid(), params_.tie});
}

}  // namespace weft::routing
