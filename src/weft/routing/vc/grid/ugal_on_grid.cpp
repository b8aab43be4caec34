#include "weft/routing/vc/grid/ugal_on_grid.hpp"

#include "weft/core/random.hpp"
#include "weft/routing/vc/grid/via_on_grid.hpp"

namespace weft::vc {
namespace {

class ByQueues {
 public:
  ByQueues(std::shared_ptr<GridGeometry const> grid, UgalParams const& params)
      : grid_(std::move(grid)), params_(params), leg_(grid_, {}) {}

  std::uint32_t via(Head const& head, QueueView const& queues) const {
    auto const random = static_cast<std::uint32_t>(head.draw >> 32);
    auto const via = static_cast<std::uint32_t>(random * grid_->shape().size() >> 32);
    if (via == head.at || via == head.to) return no_via;
    bool const minimal =
        params_.view == QueueSight::local
            ? params_.minimal(estimate(head.at, head.to, hops(head.at, head.to), queues),
                              estimate(head.at, via, hops(head.at, via) + hops(via, head.to), queues))
            : params_.minimal(sum(head.at, head.to, queues),
                              sum(head.at, via, queues) + sum(via, head.to, queues));
    return minimal ? no_via : via;
  }

 private:
  std::int64_t hops(std::uint32_t from, std::uint32_t to) const {
    std::int64_t differ = 0;
    for (std::uint32_t dim = 0; dim < grid_->dims(); ++dim)
      differ += grid_->coord(from, dim) != grid_->coord(to, dim);
    return differ;
  }
  /// The shortest queue of the parallel ports.
  static std::int64_t shortest(DimensionOrderLeg::Step const& step, auto queue) {
    std::int64_t least = queue(step.port);
    for (std::uint32_t copy = 1; copy < step.copies; ++copy)
      least = std::min<std::int64_t>(least, queue(step.port + copy));
    return least;
  }
  std::int64_t estimate(std::uint32_t at, std::uint32_t first_aim, std::int64_t hops,
                        QueueView const& queues) const {
    return hops * shortest(leg_.step(at, first_aim, 0, true),
                           [&](std::uint32_t port) { return queues.local(at, port); });
  }
  std::int64_t sum(std::uint32_t from, std::uint32_t to, QueueView const& queues) const {
    std::int64_t flits = 0;
    for (auto at = from; at != to;) {
      auto const dim = leg_.next_dim(at, to);
      flits += shortest(leg_.along(dim, at, to, 0, true),
                        [&](std::uint32_t port) { return queues.global(at, port); });
      at = grid_->shape().shift({at}, dim, grid_->coord(to, dim) - grid_->coord(at, dim)).v;
    }
    return flits;
  }

  std::shared_ptr<GridGeometry const> grid_;
  UgalParams params_;
  DimensionOrderLeg leg_;
};

}  // namespace

std::uint32_t vcs_of_ugal_on_grid() { return 2; }

RoutingPtr bind_ugal_on_grid(Machine const& machine, UgalParams const& params, VcSupply const& supply) {
  bool const local = params.view == QueueSight::local;
  return bind_via_on_grid("ugal", machine, {}, supply, {.sees_queues = local, .sees_all_queues = !local},
                          ByQueues(machine.grid(), params));
}

}  // namespace weft::vc
