// SPDX-License-Identifier: Apache-2.0
#include "weft/collective/ranks/rings.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "weft/collective/postconditions.hpp"
#include "weft/core/error.hpp"

namespace weft::collective {
namespace {

/// A cycle of ranks, and the blocks [first, first + count) of each rank's part that travel around it.
struct RingLane {
  std::vector<std::uint32_t> order;
  std::uint32_t first, count;
};

/// Appends the messages of a round, in which each rank forwards the part of the rank that is `behind`
/// positions before it.
void pass_on(RingLane const& lane, std::uint32_t behind, std::uint32_t per_rank, Arrival arrival,
             std::vector<Message>& out) {
  auto const n = static_cast<std::uint32_t>(lane.order.size());
  for (std::uint32_t p = 0; p < n; ++p)
    out.push_back({.from = lane.order[p],
                   .to = lane.order[p + 1 == n ? 0 : p + 1],
                   .first = lane.order[p >= behind ? p - behind : p + n - behind] * per_rank + lane.first,
                   .count = lane.count,
                   .arrival = arrival});
}

Postcondition promise_for(Ranks const& ranks, Operation operation, std::uint32_t per_rank) {
  switch (operation) {
    case Operation::allgather: return allgather_postcondition(ranks, per_rank);
    case Operation::reduce_scatter: return reduce_scatter_postcondition(ranks, per_rank);
    default: return allreduce_postcondition(ranks, ranks.size() * per_rank);
  }
}

}  // namespace

std::uint32_t Ring::blocks_per_rank(std::uint32_t n, Task const& task) const {
  if (task.operation == Operation::allgather) return rounded_up(name, task.packets, ways(), n);
  return rounded_up(name, task.packets, std::uint64_t{n} * ways()) / n;
}

void Ring::check_machine(Ranks const& ranks, Task const& task) const { blocks_per_rank(ranks.size(), task); }

Plan Ring::plan(Ranks const& ranks, Task const& task) const {
  return make_plan(promise_for(ranks, task.operation, blocks_per_rank(ranks.size(), task)),
                   rounds_along(rank_order(ranks, params_.order), task), ranks, task, params_.embedding);
}

RankRounds Ring::rounds(std::uint32_t ranks, Task const& task) const {
  return rounds_along(all_ranks(ranks), task);
}

RankRounds Ring::rounds_along(std::vector<std::uint32_t> const& order, Task const& task) const {
  auto const n = static_cast<std::uint32_t>(order.size());
  auto const per_rank = blocks_per_rank(n, task), half = per_rank / ways();
  std::vector<RingLane> lanes{{order, 0, half}};
  if (params_.ways == RingDirections::both) {
    lanes.push_back({order, half, half});
    std::ranges::reverse(lanes[1].order);
  }
  bool const gathers = task.operation == Operation::allgather;
  auto messages = [=, lanes = std::move(lanes)](std::uint32_t round, std::vector<Message>& out) {
    bool const is_sum = !gathers && round < n - 1;
    auto const behind = is_sum ? round + 1 : gathers ? round : round - (n - 1);
    for (auto const& lane : lanes)
      pass_on(lane, behind, per_rank, is_sum ? Arrival::add : Arrival::replace, out);
  };
  return {task.operation == Operation::allreduce ? 2 * (n - 1) : n - 1, gathers ? per_rank : n * per_rank,
          std::move(messages)};
}

namespace {

/// The blocks [first, first + count) of each rank's part, with their order of dimensions and their direction.
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
  /// Appends the messages of a lane in a step of a reduce-scatter or, unless `scatters`, of an allgather,
  /// which executes the steps in reverse order.
  void add(Lane const& lane, bool scatters, std::uint32_t step, std::vector<Message>& out) const {
    std::size_t phase = 0;
    for (; step >= grid_->side(lane.dims[phase]) - 1; ++phase) step -= grid_->side(lane.dims[phase]) - 1;
    auto const dim = lane.dims[phase], side = grid_->side(dim);
    auto const stride = static_cast<std::uint32_t>(grid_->shape().stride(dim));
    // Reduce-scatter: the rank at coordinate c sends the part of coordinate c - 1 - step. Allgather, with
    // steps counted from the last: the part of coordinate c - (side - 2 - step).
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

  /// Appends a message for the part of each rank that agrees with `router` in the dimensions up to `phase`.
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

/// Returns the number of parts of the vector that use distinct orders of dimensions or directions.
std::uint32_t dimension_lanes(Ranks const& ranks, DimensionOrders orders, RingDirections ways) {
  auto const dims = static_cast<std::uint32_t>(ranks.grid()->proper_dims().size());
  return (orders == DimensionOrders::all ? std::max(dims, 1u) : 1) * (ways == RingDirections::both ? 2 : 1);
}

/// Returns the messages of a reduce-scatter, an allgather, or both (allreduce) around the rings of a grid
/// with one rank at every router, dimension by dimension. In a ring of k ranks, the k - 1 rounds of a
/// reduce-scatter leave each rank the sums of a k-th of its vector, which the next dimension divides further;
/// an allgather uses the reverse order of dimensions. A rank therefore sends (P - 1) / P of the vector in
/// each of the two, for any sides. Equal parts of the vector use all `orders` and `ways` concurrently.
/// `per_rank`: number of blocks of a rank's final part of the vector (for allgather: of its message), a
/// multiple of dimension_lanes().
RankRounds dimension_sums(Ranks const& ranks, Operation operation, DimensionOrders orders,
                          RingDirections ways, std::uint32_t per_rank) {
  auto const count = dimension_lanes(ranks, orders, ways), each = per_rank / count;
  std::vector<Lane> lanes;
  for (std::uint32_t i = 0; i < count; ++i) {
    auto dims = ranks.grid()->proper_dims();
    auto const order = ways == RingDirections::both ? i / 2 : i;
    std::ranges::rotate(dims, dims.begin() + static_cast<std::ptrdiff_t>(dims.empty() ? 0 : order));
    lanes.push_back({std::move(dims), ways == RingDirections::one || i % 2 == 0, i * each, each});
  }
  DimensionSums sums(ranks, operation, std::move(lanes), per_rank);
  auto const rounds = sums.rounds();
  return {rounds, operation == Operation::allgather ? per_rank : ranks.size() * per_rank,
          [sums = std::move(sums)](std::uint32_t round, std::vector<Message>& out) {
            sums.messages(round, out);
          }};
}

/// Coordinates of the ranks of a grid with one rank at every router.
class RankGrid {
 public:
  explicit RankGrid(Ranks const& ranks)
      : grid_(ranks.grid()), routers_(ranks.vertices()), rank_at_(ranks.size()), dims_(grid_->proper_dims()) {
    for (std::uint32_t r = 0; r < routers_.size(); ++r) rank_at_[routers_[r]] = r;
  }

  std::uint32_t ranks() const { return static_cast<std::uint32_t>(routers_.size()); }
  /// Returns the dimensions with sides above 1.
  std::vector<std::uint32_t> const& dims() const { return dims_; }
  std::uint32_t side(std::uint32_t dim) const { return grid_->side(dim); }
  std::uint32_t coord(std::uint32_t rank, std::uint32_t dim) const {
    return grid_->coord(routers_[rank], dim);
  }
  std::uint32_t stride(std::uint32_t dim) const {
    return static_cast<std::uint32_t>(grid_->shape().stride(dim));
  }
  std::uint32_t rank_at(std::uint32_t router) const { return rank_at_[router]; }

 private:
  std::shared_ptr<GridGeometry const> grid_;
  std::vector<std::uint32_t> routers_, rank_at_, dims_;
};

/// The dimension along which data move, and the dimensions in which they have reached the destination.
struct Phase {
  std::uint32_t dim = 0;
  std::vector<bool> done = {};
};

/// Per-rank data of a phase, for the rank as source and as destination of a message.
struct Shares {
  // contributions to the index of the router that has the message
  std::vector<std::uint32_t> kept, taken;
  std::vector<std::uint32_t> from, to;         // coordinates in the dimension of the phase
  std::vector<std::uint8_t> odd_from, odd_to;  // parities, for ties
};

Shares shares_of(RankGrid const& grid, Phase const& phase) {
  auto const ranks = grid.ranks();
  Shares shares{std::vector<std::uint32_t>(ranks), std::vector<std::uint32_t>(ranks),
                std::vector<std::uint32_t>(ranks), std::vector<std::uint32_t>(ranks),
                std::vector<std::uint8_t>(ranks),  std::vector<std::uint8_t>(ranks)};
  for (std::uint32_t r = 0; r < ranks; ++r) {
    for (auto const dim : grid.dims()) {
      auto const coord = grid.coord(r, dim);
      (phase.done[dim] ? shares.taken : shares.kept)[r] += coord * grid.stride(dim);
      bool const counts_from = phase.done[dim] || dim == phase.dim;
      (counts_from ? shares.odd_from : shares.odd_to)[r] ^= static_cast<std::uint8_t>(coord & 1);
    }
    shares.from[r] = shares.to[r] = grid.coord(r, phase.dim);
  }
  return shares;
}

/// The rounds of an all-to-all, dimension by dimension. Blocks for the node halfway around a ring go up if
/// the sum of the coordinates of the source (in this dimension and previous dimensions) and of the
/// destination (in the remaining dimensions) and of the packet number is even: half of the blocks, as far as
/// the sides allow.
class Phases {
 public:
  Phases(RankGrid grid, DimensionOrders orders, RingDirections ways, std::uint32_t packets)
      : grid_(std::move(grid)),
        orders_(orders == DimensionOrders::all ? static_cast<std::uint32_t>(grid_.dims().size()) : 1),
        ways_(ways),
        packets_(packets) {
    bool const has_short_sides = std::ranges::any_of(
        grid_.dims(), [&](std::uint32_t dim) { return grid_.side(dim) < grid_.dims().size(); });
    for (std::uint32_t r = 0; r < grid_.ranks(); ++r) {
      std::uint32_t sum = 0;
      for (std::uint32_t i = 0; i < grid_.dims().size(); ++i)
        sum += (has_short_sides ? i + 1 : 1) * grid_.coord(r, grid_.dims()[i]);
      sum_.push_back(sum);
    }
  }

  /// Appends the messages of all ranks in a single round, with the first dimension of their order as heading.
  void straight(std::vector<Message>& out) const {
    auto const ranks = grid_.ranks();
    auto const direction = ways_ == RingDirections::one ? Direction::up : Direction::shorter;
    out.reserve(std::size_t{ranks} * ranks * (orders_ > 1 ? packets_ : 1));
    for (std::uint32_t s = 0; s < ranks; ++s)
      for (std::uint32_t d = 0; d < ranks; ++d) {
        if (s == d) continue;
        auto const first = (s * ranks + d) * packets_;
        for (std::uint32_t q = 0; q < (orders_ > 1 ? packets_ : 1); ++q) {
          auto const order = (sum_[s] + sum_[d] + q) % orders_;
          Message message{s, d, first + q, orders_ > 1 ? 1 : packets_};
          message.heading = {direction, static_cast<std::uint16_t>(grid_.dims()[order])};
          out.push_back(message);
        }
      }
  }

  std::uint32_t rounds() const { return static_cast<std::uint32_t>(grid_.dims().size()); }

  void messages(std::uint32_t round, std::vector<Message>& out) const {
    out.reserve(std::size_t{grid_.ranks()} * grid_.ranks() * (orders_ > 1 ? packets_ : 1));
    for (std::uint32_t order = 0; order < orders_; ++order) {
      Phase phase{grid_.dims()[(order + round) % rounds()],
                  std::vector<bool>(grid_.dims().back() + std::size_t{1})};
      for (std::uint32_t earlier = 0; earlier < round; ++earlier)
        phase.done[grid_.dims()[(order + earlier) % rounds()]] = true;
      add(phase, order, out);
    }
  }

 private:
  void add(Phase const& phase, std::uint32_t order, std::vector<Message>& out) const {
    auto const shares = shares_of(grid_, phase);
    auto const ranks = grid_.ranks();
    for (std::uint32_t s = 0; s < ranks; ++s)
      for (std::uint32_t d = 0; d < ranks; ++d) {
        if (shares.from[s] == shares.to[d]) continue;
        auto const first = (s * ranks + d) * packets_;
        if (orders_ == 1) {
          out.push_back(message(phase, shares, s, d, first, packets_));
          continue;
        }
        for (auto q = (order + orders_ - (sum_[s] + sum_[d]) % orders_) % orders_; q < packets_; q += orders_)
          out.push_back(message(phase, shares, s, d, first + q, 1));
      }
  }

  Message message(Phase const& phase, Shares const& shares, std::uint32_t s, std::uint32_t d,
                  std::uint32_t first, std::uint32_t count) const {
    auto const at = shares.kept[s] + shares.taken[d];
    auto const to = at + (shares.to[d] - shares.from[s]) * grid_.stride(phase.dim);
    Message message{grid_.rank_at(at), grid_.rank_at(to), first, count};
    if (ways_ == RingDirections::one) {
      message.heading.direction = Direction::up;
    } else {
      auto const side = grid_.side(phase.dim);
      auto const ahead = (shares.to[d] + side - shares.from[s]) % side;
      bool const even = ((shares.odd_from[s] ^ shares.odd_to[d]) & 1) == 0;
      bool const up = 2 * ahead < side || (2 * ahead == side && even);
      message.heading.direction = up ? Direction::up : Direction::down;
    }
    return message;
  }

  RankGrid grid_;
  std::uint32_t orders_;
  RingDirections ways_;
  std::uint32_t packets_;
  /// By rank: sum of the coordinates, weighted 1, 2, .. if sides are too short for plain sums to be evenly
  /// distributed modulo the number of orders (hypercubes). The sums select the order of dimensions for a
  /// message and packet.
  std::vector<std::uint32_t> sum_;
};

}  // namespace

void DimensionRings::check_machine(Ranks const& ranks, Task const& task) const {
  auto const* const others =
      task.operation == Operation::all_to_all ? "use direct, pairwise or bruck" : "use direct or ring";
  if (ranks.grid() == nullptr || ranks.grid()->has_shortcuts())
    throw InputError(fmt::format("{} cannot run on {}", name, ranks.machine().spec()),
                     "needs a torus, mesh or hypercube", others);
  if (!ranks.network().terminals_are_routers() || ranks.size() != ranks.network().num_routers())
    throw InputError(fmt::format("{} cannot run {} ranks on {} routers", name, ranks.size(),
                                 ranks.network().num_routers()),
                     "needs one rank at every router", others);
  if (params_.ways == RingDirections::one && !ranks.grid()->is_torus())
    throw InputError(fmt::format("{}:ways=one cannot run on {}", name, ranks.machine().spec()),
                     "the lines are not rings", "use ways=both");
  if (task.operation != Operation::all_to_all) blocks_per_rank(ranks, task);
}

std::uint32_t DimensionRings::blocks_per_rank(Ranks const& ranks, Task const& task) const {
  std::uint64_t const lanes = dimension_lanes(ranks, params_.orders, params_.ways), n = ranks.size();
  if (task.operation == Operation::allgather) return rounded_up(name, task.packets, lanes, n);
  return rounded_up(name, task.packets, lanes * n) / ranks.size();
}

Plan DimensionRings::plan(Ranks const& ranks, Task const& task) const {
  if (task.operation != Operation::all_to_all) {
    auto const per_rank = blocks_per_rank(ranks, task);
    auto postcondition = task.operation == Operation::allgather ? allgather_postcondition(ranks, per_rank)
                         : task.operation == Operation::reduce_scatter
                             ? reduce_scatter_postcondition(ranks, per_rank)
                             : allreduce_postcondition(ranks, ranks.size() * per_rank);
    return make_plan(std::move(postcondition),
                     dimension_sums(ranks, task.operation, params_.orders, params_.ways, per_rank), ranks,
                     task, params_.embedding, Ties::split);
  }
  Phases phases(RankGrid(ranks), params_.orders, params_.ways, task.packets);
  RankProgram program{all_to_all_postcondition(ranks, task.packets), phases.rounds(), {}};
  bool const slots = params_.embedding == Embedding::slots;
  if (slots) program.rounds = std::min(1u, program.rounds);
  program.messages = [phases = std::move(phases), slots](std::uint32_t round, std::vector<Message>& out) {
    if (slots)
      phases.straight(out);
    else
      phases.messages(round, out);
  };
  return make_plan(std::move(program), ranks, task, params_.embedding, task.packets, Ties::split);
}

}  // namespace weft::collective
