// SPDX-License-Identifier: Apache-2.0
#include "weft/routing/dal/dal.hpp"

#include "weft/routing/grid/escape_on_grid.hpp"

namespace weft::routing {
namespace {

/// Returns the number of dimensions with more than two routers.
std::uint32_t wide_dims(GridGeometry const& grid) {
  std::uint32_t wide = 0;
  for (std::uint32_t dim = 0; dim < grid.dims(); ++dim) wide += grid.side(dim) > 2;
  return wide;
}

/// Phase of a packet on adaptive channels: a bit for each wide dimension in which the packet has been
/// derouted.
class DalRouting final : public ChannelRouting {
 public:
  static constexpr std::uint32_t max_wide_dims = 15;
  static constexpr std::uint16_t everywhere = (1 << max_wide_dims) - 1;

  DalRouting(EscapeOnGrid escape, Dal::Params const& params) : escape_(std::move(escape)), params_(params) {
    std::uint32_t next = 0;
    for (std::uint32_t dim = 0; dim < grid().dims(); ++dim)
      bit_.push_back(grid().side(dim) > 2 ? static_cast<std::uint16_t>(1u << next++) : std::uint16_t{0});
  }

  ChannelTraits traits() const override {
    return {.width = static_cast<std::uint16_t>(1 + escape_.width()),
            .hop_bound = grid().diameter() + wide_dims(grid()),
            .has_escape = true,
            .needs_whole_packets = true,
            .uses_local_queues = true};
  }
  void route(std::span<Head const> heads, QueueView const& queues, std::span<Candidate> out,
             std::span<std::uint16_t> count) const override {
    auto const width = 1u + escape_.width();
    for (std::size_t i = 0; i < heads.size(); ++i) {
      auto const& head = heads[i];
      auto* const candidates = &out[i * width];
      std::uint16_t adaptive = 0;
      if (may_adapt(head)) {
        candidates[0] = cheapest(head, queues);
        adaptive = 1;
      }
      count[i] = static_cast<std::uint16_t>(adaptive + escape_.route(head, candidates + adaptive));
    }
  }
  void possible(Head const& head, Possible& out) const override {
    auto const add = [&](std::uint16_t port, std::uint16_t phase) {
      out.candidates.push_back(candidate(port, phase));
    };
    if (may_adapt(head)) for_each_hop(head, add, add);
    escape_.possible(head, out);
  }

 private:
  GridGeometry const& grid() const { return escape_.grid(); }
  bool may_adapt(Head const& head) const {
    return (head.phase & EscapeOnGrid::bit) == 0 || params_.escape == EscapeUse::leave;
  }
  Candidate candidate(std::uint16_t port, std::uint16_t phase) const {
    return {.vcs = escape_.adaptive(), .phase = phase, .port = port, .priority = 1};
  }
  /// Calls `correct(port, next phase)` for every hop that corrects a coordinate, and `deroute(port, next
  /// phase)` for every other permitted hop.
  template <class Correct, class Deroute>
  void for_each_hop(Head const& head, Correct correct, Deroute deroute) const {
    std::uint16_t const derouted = (head.phase & EscapeOnGrid::bit) != 0 ? everywhere : head.phase;
    for (std::uint32_t dim = 0; dim < grid().dims(); ++dim) {
      for_each_productive(grid(), head.at, head.target, dim,
                          [&](std::uint16_t port) { correct(port, derouted); });
      auto const here = grid().coord(head.at, dim), goal = grid().coord(head.target, dim);
      if (here == goal || bit_[dim] == 0 || (derouted & bit_[dim]) != 0) continue;
      auto const phase = static_cast<std::uint16_t>(derouted | bit_[dim]);
      std::uint32_t const parallel = grid().parallel(), direct = grid().straight(head.at, dim, goal);
      std::uint32_t const first = grid().straight(head.at, dim, here == 0 ? 1 : 0);
      for (auto port = first; port < first + (grid().side(dim) - 1) * parallel; ++port)
        if (port - direct >= parallel) deroute(static_cast<std::uint16_t>(port), phase);
    }
  }
  Candidate cheapest(Head const& head, QueueView const& queues) const {
    std::int64_t hops = 0;
    for (std::uint32_t dim = 0; dim < grid().dims(); ++dim)
      hops += grid().coord(head.at, dim) != grid().coord(head.target, dim);
    Cheapest direct(head.draw), around(head.draw);
    auto const queue = [&](std::uint16_t port) { return std::int64_t{queues.local(head.at, port)}; };
    for_each_hop(
        head, [&](std::uint16_t port, std::uint16_t phase) { direct.offer(port, phase, queue(port) * hops); },
        [&](std::uint16_t port, std::uint16_t phase) {
          around.offer(port, phase, queue(port) * (hops + 1) + params_.threshold);
        });
    auto const& best = around.cost() < direct.cost() ? around : direct;
    return candidate(best.port(), best.phase());
  }

  EscapeOnGrid escape_;
  Dal::Params params_;
  std::vector<std::uint16_t> bit_;  // by dimension; 0 if it is not wide
};

}  // namespace

bool Dal::serves(Machine const& machine) const {
  return machine.is_grid() && machine.grid()->is_hamming() &&
         wide_dims(*machine.grid()) <= DalRouting::max_wide_dims;
}

ChannelRoutingPtr Dal::channels(Machine const& machine, VcSupply const& supply) const {
  auto const vcs = supplied_vcs(name, 2, supply, "one for escape and one that is adaptive");
  return std::make_shared<DalRouting>(
      EscapeOnGrid(DimensionOrderLeg(machine.grid(), {.tie = RingTie::plus}), vcs), params_);
}

}  // namespace weft::routing
