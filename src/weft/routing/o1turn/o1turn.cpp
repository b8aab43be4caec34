// SPDX-License-Identifier: Apache-2.0
#include "weft/routing/o1turn/o1turn.hpp"

namespace weft::routing {
namespace {

class O1turnRouting final : public ChannelRouting {
 public:
  O1turnRouting(std::vector<DimensionOrderLeg> const& orders, std::uint32_t vcs, bool bubble)
      : orders_(static_cast<std::uint32_t>(orders.size())), legs_(orders, vcs), bubble_(bubble) {}

  ChannelTraits traits() const override {
    return {.width = legs_.width(),
            .hop_bound = legs_.leg(0).longest(),
            .minimal = true,
            .preserves_bubble = bubble_,
            .oblivious = true};
  }
  void route(std::span<Head const> heads, QueueView const&, std::span<Candidate> out,
             std::span<std::uint16_t> count) const override {
    auto const width = legs_.width();
    for (std::size_t i = 0; i < heads.size(); ++i) {
      auto const& head = heads[i];
      auto const order = static_cast<std::uint32_t>(head.draw >> 1 & 1) % orders_;
      auto const phase = head.in_port == from_source ? GridLegs::start_of(order) : head.phase;
      count[i] =
          legs_.route(head.at, head.target, phase, no_intermediate, (head.draw & 1) != 0, &out[i * width]);
    }
  }
  std::vector<Launch> launches() const override {
    std::vector<Launch> all;
    for (std::uint32_t order = 0; order < orders_; ++order) all.push_back({GridLegs::start_of(order)});
    return all;
  }
  void possible(Head const& head, Possible& out) const override { legs_.possible(head, out); }

 private:
  std::uint32_t orders_;
  GridLegs legs_;
  bool bubble_;
};

}  // namespace

std::vector<DimensionOrderLeg> O1turn::legs(Machine const& machine) const {
  auto const& grid = *machine.grid();
  std::uint32_t dims = 0;
  for (std::uint32_t dim = 0; dim < grid.dims(); ++dim) dims += grid.side(dim) > 1;
  auto rules = params_.rules();
  std::vector<DimensionOrderLeg> legs{{machine.grid(), rules}};
  rules.descending = true;
  if (dims > 1) legs.emplace_back(machine.grid(), rules);
  return legs;
}

std::uint32_t O1turn::vcs_needed(Machine const& machine) const {
  auto const all = legs(machine);
  return static_cast<std::uint32_t>(all.size()) * all[0].classes();
}

ChannelRoutingPtr O1turn::channels(Machine const& machine, VcSupply const& supply) const {
  auto const all = legs(machine);
  auto const vcs = supplied_vcs(name, vcs_needed(machine), supply,
                                all[0].classes() == 2 ? "two for each of the orders on dimensions that wrap"
                                                      : "one for each of the two orders");
  return std::make_shared<O1turnRouting>(all, vcs, params_.rings == RingVcs::bubble);
}

}  // namespace weft::routing
