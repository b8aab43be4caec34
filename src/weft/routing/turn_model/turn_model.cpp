// SPDX-License-Identifier: Apache-2.0
#include "weft/routing/turn_model/turn_model.hpp"

#include <bit>
#include <utility>

#include "weft/routing/graph/port_choice.hpp"

namespace weft::routing {
namespace {

std::vector<std::uint32_t> dims_with_hops(GridGeometry const& grid) {
  std::vector<std::uint32_t> dims;
  for (std::uint32_t dim = 0; dim < grid.dims(); ++dim)
    if (grid.side(dim) > 1) dims.push_back(dim);
  return dims;
}

/// Turns that are forbidden because hops in some directions must precede all hops in the others.
class TwoStages {
 public:
  TwoStages(GridGeometry const& grid, ForbiddenTurns model) : grid_(grid), dims_(dims_with_hops(grid)) {
    auto const all = (std::uint64_t{1} << dims_.size()) - 1;
    auto const last = all ^ all >> 1, first = all & 1;
    early_ = {all, 0};
    if (model == ForbiddenTurns::west_first) early_ = {all & ~last, 0};
    if (model == ForbiddenTurns::north_last) early_ = {all, first};
  }

  /// Calls `visit(dim, next phase)` for each dimension in which a packet may move.
  template <class Visit>
  void for_each_allowed(Head const& head, Visit visit) const {
    std::uint64_t needed = 0, early = 0;
    for (std::size_t i = 0; i < dims_.size(); ++i) {
      auto const here = grid_.coord(head.at, dims_[i]), goal = grid_.coord(head.target, dims_[i]);
      auto const bit = std::uint64_t{here != goal} << i;
      needed |= bit;
      early |= bit & early_[goal > here];
    }
    for (auto allowed = early != 0 ? early : needed; allowed != 0; allowed &= allowed - 1)
      visit(dims_[static_cast<std::size_t>(std::countr_zero(allowed))], std::uint16_t{0});
  }

 private:
  GridGeometry const& grid_;
  std::vector<std::uint32_t> dims_;       // at most 32, since there are at most 2^32 routers
  std::array<std::uint64_t, 2> early_{};  // dimensions with early hops: in minus direction, in plus direction
};

/// Chiu's function ROUTE. Phase of a packet: whether it has left the column of its source.
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
    auto const here = at(head.at, column_), goal = at(head.target, column_);
    bool const turns_off = at(head.at, row_) != at(head.target, row_);
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
class TurnModelRouting final : public ChannelRouting {
 public:
  template <class... Args>
  TurnModelRouting(std::shared_ptr<GridGeometry const> grid, std::uint32_t vcs,
                   TurnModel::Params const& params, Args... args)
      : grid_(std::move(grid)),
        turns_(*grid_, args...),
        vcs_(VcBlocks(vcs, 1).all()),
        params_(params),
        width_(max_productive(*grid_)) {}

  ChannelTraits traits() const override {
    return {.width = width_,
            .hop_bound = grid_->diameter(),
            .minimal = true,
            .uses_local_queues = params_.selection == PortSelection::least_loaded};
  }
  void route(std::span<Head const> heads, QueueView const& queues, std::span<Candidate> out,
             std::span<std::uint16_t> count) const override {
    auto* candidates = out.data();
    for (std::size_t i = 0; i < heads.size(); ++i, candidates += width_) {
      auto const& head = heads[i];
      auto* end = candidates;
      if (params_.selection == PortSelection::all)
        for_each_way(head, [&](std::uint16_t port, std::uint16_t phase) { *end++ = candidate(port, phase); });
      else
        *end++ = chosen(head, queues);
      count[i] = static_cast<std::uint16_t>(end - candidates);
    }
  }
  void possible(Head const& head, Possible& out) const override {
    for_each_way(head, [&](std::uint16_t port, std::uint16_t phase) {
      out.candidates.push_back(candidate(port, phase));
    });
  }

 private:
  /// Calls `visit(port, next phase)` for each port that a packet may use.
  template <class Visit>
  void for_each_way(Head const& head, Visit visit) const {
    turns_.for_each_allowed(head, [&](std::uint32_t dim, std::uint16_t phase) {
      for_each_productive(*grid_, head.at, head.target, dim, [&](std::uint16_t port) { visit(port, phase); });
    });
  }
  Candidate candidate(std::uint16_t port, std::uint16_t phase) const {
    return {.vcs = vcs_, .phase = phase, .port = port};
  }
  [[gnu::noinline]] Candidate chosen(Head const& head, QueueView const& queues) const {
    PortChoice shortest(MinimalChoice::adaptive, params_, head.at, queues, Rng::derived(head.draw));
    PortOption lowest{.port = 0xffff};
    for_each_way(head, [&](std::uint16_t port, std::uint16_t phase) {
      shortest.offer({port, phase});
      if (port < lowest.port) lowest = {port, phase};
    });
    auto const option = params_.selection == PortSelection::lowest ? lowest : shortest.option();
    return candidate(option.port, option.phase);
  }

  std::shared_ptr<GridGeometry const> grid_;
  Turns turns_;
  std::uint64_t vcs_;
  TurnModel::Params params_;
  std::uint16_t width_;
};

}  // namespace

void TurnModel::check(Params const& params) {
  check_samples(params, params.selection == PortSelection::least_loaded, "selection=least_loaded");
}

bool TurnModel::serves(Machine const& machine) const {
  if (!machine.is_grid()) return false;
  auto const& grid = *machine.grid();
  for (std::uint32_t dim = 0; dim < grid.dims(); ++dim)
    if (grid.axis(dim) != GridGeometry::Axis::path && grid.side(dim) > 2) return false;
  return params_.model != ForbiddenTurns::odd_even || dims_with_hops(grid).size() <= 2;
}

ChannelRoutingPtr TurnModel::channels(Machine const& machine, VcSupply const& supply) const {
  auto const vcs = supplied_vcs(name, 1, supply, "");
  if (params_.model == ForbiddenTurns::odd_even)
    return std::make_shared<TurnModelRouting<OddEven>>(machine.grid(), vcs, params_);
  return std::make_shared<TurnModelRouting<TwoStages>>(machine.grid(), vcs, params_, params_.model);
}

}  // namespace weft::routing
