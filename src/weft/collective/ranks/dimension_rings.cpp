#include "weft/collective/ranks/dimension_rings.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "weft/collective/promises.hpp"
#include "weft/collective/ranks/dimension_sums.hpp"
#include "weft/core/error.hpp"

namespace weft::collective {
namespace {

/// The coordinates of the ranks of a grid that has one at every router.
class RankGrid {
 public:
  explicit RankGrid(Ranks const& ranks)
      : grid_(ranks.grid()), routers_(ranks.vertices()), rank_at_(ranks.size()), dims_(grid_->proper_dims()) {
    for (std::uint32_t r = 0; r < routers_.size(); ++r) rank_at_[routers_[r]] = r;
  }

  std::uint32_t ranks() const { return static_cast<std::uint32_t>(routers_.size()); }
  /// The dimensions of more than one router.
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

/// The dimension in which data move in a round, and those in which they are already at their destination.
struct Phase {
  std::uint32_t dim = 0;
  std::vector<bool> done = {};
};

/// The data of a phase about a rank as source and as destination of a message.
struct Shares {
  std::vector<std::uint32_t> kept, taken;      // parts of the number of the router where the message is
  std::vector<std::uint32_t> from, to;         // coordinates in the phase's dimension
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

/// The rounds of an all-to-all dimension by dimension. Blocks for the node halfway around a ring go upwards
/// if the sum of the coordinates of the source (dimensions done, and this one), those of the destination
/// (dimensions to do) and the packet is even: half of them, as far as the sides allow.
class Phases {
 public:
  Phases(RankGrid grid, DimensionOrders orders, RingWays ways, std::uint32_t packets)
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

  /// All in one round, each message with its order of dimensions.
  void straight(std::vector<Message>& out) const {
    auto const ranks = grid_.ranks();
    auto const direction = ways_ == RingWays::one ? Direction::up : Direction::shorter;
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
    if (ways_ == RingWays::one) {
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
  RingWays ways_;
  std::uint32_t packets_;
  /// Sums of the coordinates of each rank, weighted 1, 2, .. if sides are too short for plain sums to spread
  /// evenly modulo the number of orders (hypercubes). Message and packet choose their order by them.
  std::vector<std::uint32_t> sum_;
};

}  // namespace

void DimensionRings::check_machine(Ranks const& ranks, Task const& task) const {
  auto const* const others =
      task.operation == Operation::all_to_all ? "use direct, pairwise or bruck" : "use direct or ring";
  if (ranks.grid() == nullptr || ranks.grid()->has_shortcuts())
    throw InputError(fmt::format("{} on {}", name, ranks.machine().spec()),
                     "it follows the dimensions of a torus, mesh or hypercube", others);
  if (!ranks.network().terminals_are_routers() || ranks.size() != ranks.network().num_routers())
    throw InputError(
        fmt::format("{} with {} ranks on {} routers", name, ranks.size(), ranks.network().num_routers()),
        "it needs one rank at every router", others);
  if (params_.ways == RingWays::one && !ranks.grid()->is_torus())
    throw InputError(fmt::format("{}:ways=one on {}", name, ranks.machine().spec()),
                     "its lines are not rings", "use ways=both");
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
    auto promise = task.operation == Operation::allgather ? promise_copies_of_all(ranks, per_rank)
                   : task.operation == Operation::reduce_scatter
                       ? promise_scattered_sums(ranks, per_rank)
                       : promise_sums(ranks, ranks.size() * per_rank);
    return plan_of(std::move(promise),
                   dimension_sums(ranks, task.operation, params_.orders, params_.ways, per_rank), ranks, task,
                   params_.embedding, Ties::split);
  }
  Phases phases(RankGrid(ranks), params_.orders, params_.ways, task.packets);
  RankProgram program{promise_all_to_all(ranks, task.packets), phases.rounds(), {}};
  bool const slots = params_.embedding == Embedding::slots;
  if (slots) program.rounds = std::min(1u, program.rounds);
  program.messages = [phases = std::move(phases), slots](std::uint32_t round, std::vector<Message>& out) {
    if (slots)
      phases.straight(out);
    else
      phases.messages(round, out);
  };
  return plan_of(std::move(program), ranks, task, params_.embedding, task.packets, Ties::split);
}

}  // namespace weft::collective
