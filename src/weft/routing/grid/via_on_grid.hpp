#pragma once

#include <utility>

#include "weft/network/machine.hpp"
#include "weft/routing/grid/grid_legs.hpp"

namespace weft::routing {

/// A routing on a grid in two legs by dimension order, each with half of the virtual channels: to an
/// intermediate router chosen at the source, then to the destination; or only the second leg. Choice:
/// `std::uint32_t via(Head const&, QueueView const&) const`, the intermediate router; the packet's own
/// router, or no_via, means only the second leg. An oblivious Choice also has `visit_vias(from, to, visit)`,
/// which calls visit(via, weight) for all of them.
template <class Choice>
class ViaOnGrid final : public ChannelRouting {
 public:
  ViaOnGrid(DimensionOrderLeg const& leg, std::uint32_t vcs, ChannelTraits const& traits, Choice choice)
      : legs_({leg, leg}, vcs), traits_(traits), choice_(std::move(choice)) {}

  ChannelTraits traits() const override { return traits_; }
  void route(std::span<Head const> heads, QueueView const& queues, std::span<Candidate> out,
             std::span<std::uint16_t> count) const override {
    auto const width = legs_.width();
    for (std::size_t i = 0; i < heads.size(); ++i) {
      auto const& head = heads[i];
      auto target = head.target, via = no_via;
      auto phase = head.phase;
      if (head.in_port == from_source) {
        via = choice_.via(head, queues);
        if (via == head.at) via = no_via;
        target = via == no_via ? head.to : via;
        phase = GridLegs::start_of(via == no_via);
      } else if (GridLegs::leg_of(phase) == 0) {
        via = target;
      }
      count[i] = legs_.route(head.at, target, phase, via, (head.draw & 1) != 0, &out[i * width]);
    }
  }
  std::vector<Launch> launches() const override {
    return {{GridLegs::start_of(0), true}, {GridLegs::start_of(1), false}};
  }
  void starts(std::uint32_t from, std::uint32_t to, std::vector<Start>& out) const override {
    if constexpr (requires { choice_.visit_vias(from, to, [](std::uint32_t, std::uint64_t) {}); })
      choice_.visit_vias(from, to, [&](std::uint32_t via, std::uint64_t weight) {
        if (via == from)
          out.push_back({{GridLegs::start_of(1), false}, no_via, weight});
        else
          out.push_back({{GridLegs::start_of(0), true}, via, weight});
      });
  }
  void possible(Head const& head, Possible& out) const override { legs_.possible(head, out); }
  std::uint16_t after_via(std::uint16_t) const override { return GridLegs::start_of(1); }

 private:
  GridLegs legs_;
  ChannelTraits traits_;
  Choice choice_;
};

/// Virtual channels that two legs need.
inline std::uint32_t vcs_of_two_legs(Machine const& machine, RingParams const& params) {
  return 2 * DimensionOrderLeg(machine.grid(), params.rules()).classes();
}

/// A ViaOnGrid, if its virtual channels suffice.
template <class Choice>
ChannelRoutingPtr bind_via_on_grid(std::string_view name, Machine const& machine, RingParams const& params,
                                   VcSupply const& supply, ChannelTraits traits, Choice choice) {
  DimensionOrderLeg const leg(machine.grid(), params.rules());
  auto const vcs = supplied_vcs(name, 2 * leg.classes(), supply,
                                leg.classes() == 2 ? "two for each of the two legs on dimensions that wrap"
                                                   : "one for each of the two legs");
  traits.width = static_cast<std::uint16_t>(machine.grid()->parallel());
  traits.hop_bound = traits.minimal ? leg.longest() : 2 * leg.longest();
  traits.keeps_bubble = params.rings == RingVcs::bubble;
  return std::make_shared<ViaOnGrid<Choice>>(leg, vcs, traits, std::move(choice));
}

}  // namespace weft::routing
