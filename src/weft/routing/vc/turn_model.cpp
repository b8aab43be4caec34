#include "weft/routing/vc/turn_model.hpp"

#include <utility>

namespace weft::vc {
namespace {

std::vector<std::uint32_t> dims_with_hops(GridGeometry const& grid) {
  std::vector<std::uint32_t> dims;
  for (std::uint32_t dim = 0; dim < grid.dims(); ++dim)
    if (grid.side(dim) > 1) dims.push_back(dim);
  return dims;
}

/// Turns that are forbidden by the directions before and after them.
class TwoStages {
 public:
  TwoStages(GridGeometry const& grid, ForbiddenTurns model)
      : grid_(grid), model_(model), dims_(dims_with_hops(grid)) {}

  /// Calls `visit(dim, phase after)` for the dimensions that a packet may take.
  template <class Visit>
  void for_each_allowed(Head const& head, Visit visit) const {
    bool any_early = false;
    for (auto const dim : dims_)
      if (is_needed(head, dim) && is_early(head, dim)) {
        any_early = true;
        visit(dim, std::uint16_t{0});
      }
    if (any_early) return;
    for (auto const dim : dims_)
      if (is_needed(head, dim)) visit(dim, std::uint16_t{0});
  }

 private:
  bool is_needed(Head const& head, std::uint32_t dim) const {
    return grid_.coord(head.at, dim) != grid_.coord(head.aim, dim);
  }
  bool is_early(Head const& head, std::uint32_t dim) const {
    bool const plus = grid_.coord(head.aim, dim) > grid_.coord(head.at, dim);
    switch (model_) {
      case ForbiddenTurns::west_first: return !plus && dim != dims_.back();
      case ForbiddenTurns::north_last: return !plus || dim == dims_.front();
      default: return !plus;
    }
  }
  GridGeometry const& grid_;
  ForbiddenTurns model_;
  std::vector<std::uint32_t> dims_;
};

/// Chiu's function ROUTE. A packet's phase: whether it has left the column of its source.
class OddEven {
 public:
  explicit OddEven(GridGeometry const& grid) : grid_(grid) {
    auto dims = dims_with_hops(grid);
    dims.resize(2, grid.dims());
    column_ = dims[0];
    row_ = dims[1];
  }

  template <class Visit>
  void for_each_allowed(Head const& head, Visit visit) const {
    auto const here = at(head.at, column_), goal = at(head.aim, column_);
    bool const turns_off = at(head.at, row_) != at(head.aim, row_);
    bool const odd = here % 2 != 0, west = goal < here;
    if (here == goal) return visit(row_, head.phase);
    if (turns_off && (west ? !odd : odd || head.phase == 0)) visit(row_, head.phase);
    if (west || !turns_off || goal % 2 != 0 || goal - here != 1) visit(column_, std::uint16_t{1});
  }

 private:
  std::uint32_t at(std::uint32_t r, std::uint32_t dim) const {
    return dim < grid_.dims() ? grid_.coord(r, dim) : 0;
  }
  GridGeometry const& grid_;
  std::uint32_t column_, row_;
};

template <class Turns>
class TurnModelRouting final : public Routing {
 public:
  template <class... Args>
  TurnModelRouting(std::shared_ptr<GridGeometry const> grid, std::uint32_t vcs, PortSelection selection,
                   Args... args)
      : grid_(std::move(grid)),
        turns_(*grid_, args...),
        vcs_(VcBlocks(vcs, 1).all()),
        selection_(selection),
        width_(most_productive(*grid_)) {}

  Traits traits() const override {
    return {.width = width_,
            .hop_bound = grid_->diameter(),
            .minimal = true,
            .sees_queues = selection_ == PortSelection::least_loaded};
  }
  void route(std::span<Head const> heads, QueueView const& queues, std::span<Candidate> out,
             std::span<std::uint16_t> count) const override {
    for (std::size_t i = 0; i < heads.size(); ++i) {
      auto const& head = heads[i];
      auto* const ways = &out[i * width_];
      count[i] = 0;
      if (selection_ == PortSelection::all)
        for_each_way(head, [&](Candidate const& it) { ways[count[i]++] = it; });
      else
        ways[count[i]++] = least_loaded(head, queues);
    }
  }
  void possible(Head const& head, Possible& out) const override {
    for_each_way(head, [&](Candidate const& it) { out.ways.push_back(it); });
  }

 private:
  template <class Visit>
  void for_each_way(Head const& head, Visit visit) const {
    turns_.for_each_allowed(head, [&](std::uint32_t dim, std::uint16_t phase) {
      for_each_productive(*grid_, head.at, head.aim, dim, [&](std::uint16_t port) {
        visit(Candidate{.vcs = vcs_, .phase = phase, .port = port});
      });
    });
  }
  Candidate least_loaded(Head const& head, QueueView const& queues) const {
    Cheapest cheapest(head.draw);
    for_each_way(head, [&](Candidate const& it) { cheapest.offer(it, queues.local(head.at, it.port)); });
    return cheapest.best();
  }

  std::shared_ptr<GridGeometry const> grid_;
  Turns turns_;
  std::uint64_t vcs_;
  PortSelection selection_;
  std::uint16_t width_;
};

}  // namespace

bool TurnModel::serves(Subject const& subject) const {
  if (!subject.grid) return false;
  auto const& grid = *subject.grid;
  for (std::uint32_t dim = 0; dim < grid.dims(); ++dim)
    if (grid.axis(dim) != GridGeometry::Axis::path && grid.side(dim) > 2) return false;
  return params_.model != ForbiddenTurns::odd_even || dims_with_hops(grid).size() <= 2;
}

RoutingPtr TurnModel::bind(Subject const& subject, VcSupply const& supply) const {
  if (params_.model == ForbiddenTurns::odd_even)
    return std::make_shared<TurnModelRouting<OddEven>>(subject.grid, supply.vcs, params_.selection);
  return std::make_shared<TurnModelRouting<TwoStages>>(subject.grid, supply.vcs, params_.selection,
                                                       params_.model);
}

}  // namespace weft::vc
