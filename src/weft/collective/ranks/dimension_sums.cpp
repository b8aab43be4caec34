#include "weft/collective/ranks/dimension_sums.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace weft::collective {
namespace {

/// Blocks of each rank's part, the order in which they go through the dimensions, and their direction.
struct Lane {
  std::vector<std::uint32_t> dims;
  bool up = true;
  std::uint32_t first = 0, count = 1;
};

class DimensionSums {
 public:
  DimensionSums(Ranks const& ranks, Operation operation, std::vector<Lane> lanes, std::uint32_t per_rank)
      : grid_(ranks.grid()),
        routers_(ranks.vertices()),
        rank_at_(ranks.size()),
        operation_(operation),
        lanes_(std::move(lanes)),
        per_rank_(per_rank) {
    for (std::uint32_t r = 0; r < routers_.size(); ++r) rank_at_[routers_[r]] = r;
    for (auto const dim : grid_->proper_dims()) one_way_ += grid_->side(dim) - 1;
  }

  std::uint32_t rounds() const { return operation_ == Operation::allreduce ? 2 * one_way_ : one_way_; }

  void messages(std::uint32_t round, std::vector<Message>& out) const {
    bool const scatters = operation_ != Operation::allgather && round < one_way_;
    auto const step = scatters || operation_ == Operation::allgather ? round : round - one_way_;
    for (auto const& lane : lanes_) add(lane, scatters, scatters ? step : one_way_ - 1 - step, out);
  }

 private:
  /// The messages of a lane in a step of its reduce-scatter; an allgather goes through its steps backwards.
  void add(Lane const& lane, bool scatters, std::uint32_t step, std::vector<Message>& out) const {
    std::size_t phase = 0;
    for (; step >= grid_->side(lane.dims[phase]) - 1; ++phase) step -= grid_->side(lane.dims[phase]) - 1;
    auto const dim = lane.dims[phase], side = grid_->side(dim);
    auto const stride = static_cast<std::uint32_t>(grid_->shape().stride(dim));
    // Reduce-scatter: the rank at coordinate c sends what is for c - 1 - step. Allgather, with the steps
    // counted backwards from the last: what is for c - (side - 2 - step).
    auto const behind = scatters ? step + 1 : side - 2 - step;
    for (std::uint32_t s = 0; s < routers_.size(); ++s) {
      auto const at = routers_[s], coord = grid_->coord(at, dim);
      auto const next = lane.up ? (coord + 1) % side : (coord + side - 1) % side;
      auto const group = lane.up ? (coord + side - behind) % side : (coord + behind) % side;
      auto const row = at - coord * stride;
      Message message{.from = s, .to = rank_at_[row + next * stride], .count = lane.count};
      message.arrival = scatters ? Arrival::add : Arrival::replace;
      message.heading = {lane.up ? Direction::up : Direction::down, static_cast<std::uint16_t>(dim)};
      add_parts(lane, phase, row + group * stride, message, out);
    }
  }

  /// A message for each rank with the coordinates of `router` in the dimensions up to this phase.
  void add_parts(Lane const& lane, std::size_t phase, std::uint32_t router, Message message,
                 std::vector<Message>& out) const {
    if (++phase == lane.dims.size()) {
      message.first = rank_at_[router] * per_rank_ + lane.first;
      return out.push_back(message);
    }
    auto const dim = lane.dims[phase];
    auto const stride = static_cast<std::uint32_t>(grid_->shape().stride(dim));
    auto const row = router - grid_->coord(router, dim) * stride;
    for (std::uint32_t c = 0; c < grid_->side(dim); ++c)
      add_parts(lane, phase, row + c * stride, message, out);
  }

  std::shared_ptr<GridGeometry const> grid_;
  std::vector<std::uint32_t> routers_, rank_at_;
  Operation operation_;
  std::vector<Lane> lanes_;
  std::uint32_t per_rank_, one_way_ = 0;
};

}  // namespace

std::uint32_t dimension_lanes(Ranks const& ranks, DimensionOrders orders, RingWays ways) {
  auto const dims = static_cast<std::uint32_t>(ranks.grid()->proper_dims().size());
  return (orders == DimensionOrders::all ? std::max(dims, 1u) : 1) * (ways == RingWays::both ? 2 : 1);
}

RankRounds dimension_sums(Ranks const& ranks, Operation operation, DimensionOrders orders, RingWays ways,
                          std::uint32_t per_rank) {
  auto const count = dimension_lanes(ranks, orders, ways), each = per_rank / count;
  std::vector<Lane> lanes;
  for (std::uint32_t i = 0; i < count; ++i) {
    auto dims = ranks.grid()->proper_dims();
    auto const order = ways == RingWays::both ? i / 2 : i;
    std::ranges::rotate(dims, dims.begin() + static_cast<std::ptrdiff_t>(dims.empty() ? 0 : order));
    lanes.push_back({std::move(dims), ways == RingWays::one || i % 2 == 0, i * each, each});
  }
  DimensionSums sums(ranks, operation, std::move(lanes), per_rank);
  auto const rounds = sums.rounds();
  return {rounds, operation == Operation::allgather ? per_rank : ranks.size() * per_rank,
          [sums = std::move(sums)](std::uint32_t round, std::vector<Message>& out) {
            sums.messages(round, out);
          }};
}

}  // namespace weft::collective
