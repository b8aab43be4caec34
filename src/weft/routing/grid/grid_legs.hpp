// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "weft/network/machine.hpp"
#include "weft/routing/grid/dimension_order_leg.hpp"

namespace weft::routing {

/// Parameters of routings that consist of legs in dimension order.
struct RingParams {
  RingVcs rings = RingVcs::balanced;
  RingTie tie = RingTie::random;
  DimensionOrderLeg::Rules rules() const { return {.rings = rings, .tie = tie}; }
  friend bool operator==(RingParams const&, RingParams const&) = default;
};

inline constexpr std::tuple ring_schema{
    param("rings", &RingParams::rings, "virtual channels of dimensions that wrap"),
    param("tie", &RingParams::tie, "direction on a ring if both directions are equally long"),
};

/// Throws InputError if rings or tie is set, for a routing that does not use the grid of `machine`.
void check_no_ring_params(std::string_view routing, RingParams const& params, Machine const& machine);

/// Dimension-order legs with separate virtual channels: each class of each leg has an equal share of the
/// virtual channels. Phase of a packet: the index of its leg and its state in the leg.
class GridLegs {
 public:
  static constexpr std::uint32_t max_legs = 4;

  /// All legs must be on the same grid, with the same rules for rings; at most `max_legs` legs.
  GridLegs(std::vector<DimensionOrderLeg> legs, std::uint32_t vcs);

  /// Returns the phase in which a packet starts a leg.
  static constexpr std::uint16_t start_of(std::uint32_t leg) {
    return static_cast<std::uint16_t>(leg * DimensionOrderLeg::num_states);
  }
  static constexpr std::uint32_t leg_of(std::uint16_t phase) { return phase / DimensionOrderLeg::num_states; }
  DimensionOrderLeg const& leg(std::uint32_t number) const { return legs_[number]; }
  /// Returns the maximum number of candidates of a packet.
  std::uint16_t width() const { return static_cast<std::uint16_t>(legs_[0].grid().parallel()); }

  /// Writes the candidates of a packet at router `at` in `phase` to `out`, with equal priorities; returns
  /// their number. `intermediate`: the intermediate router after the hop; `plus_on_tie`: see
  /// DimensionOrderLeg.
  std::uint16_t route(std::uint32_t at, std::uint32_t target, std::uint16_t phase, std::uint32_t intermediate,
                      bool plus_on_tie, Candidate* out) const {
    auto const number = leg_of(phase);
    auto const step = legs_[number].step(at, target, phase % DimensionOrderLeg::num_states, plus_on_tie);
    for (std::uint16_t copy = 0; copy < step.copies; ++copy)
      out[copy] = {.vcs = masks_[number][step.vc_class],
                   .intermediate = intermediate,
                   .phase = static_cast<std::uint16_t>(start_of(number) | step.state),
                   .port = static_cast<std::uint16_t>(step.port + copy),
                   .room = step.room};
    return step.copies;
  }
  /// Appends all candidates that `route` may write.
  void possible(Head const& head, Possible& out) const;

 private:
  std::vector<DimensionOrderLeg> legs_;
  std::vector<std::array<std::uint64_t, 3>> masks_;  // by leg and class
};

/// A routing on a grid with two dimension-order legs, each on half of the virtual channels: to an
/// intermediate router that is chosen at the source, then to the destination; or only the second leg.
/// `Choice` has `std::uint32_t intermediate(Head const&, QueueView const&) const`, which returns the
/// intermediate router; the router of the packet, or no_intermediate, selects the second leg only. An
/// oblivious Choice also has `visit_intermediates(from, to, visit)`, which calls visit(intermediate, weight)
/// for all intermediate routers.
template <class Choice>
class TwoLegsOnGrid final : public ChannelRouting {
 public:
  TwoLegsOnGrid(DimensionOrderLeg const& leg, std::uint32_t vcs, ChannelTraits const& traits, Choice choice)
      : legs_({leg, leg}, vcs), traits_(traits), choice_(std::move(choice)) {}

  ChannelTraits traits() const override { return traits_; }
  void route(std::span<Head const> heads, QueueView const& queues, std::span<Candidate> out,
             std::span<std::uint16_t> count) const override {
    auto const width = legs_.width();
    for (std::size_t i = 0; i < heads.size(); ++i) {
      auto const& head = heads[i];
      auto target = head.target, intermediate = no_intermediate;
      auto phase = head.phase;
      if (head.in_port == from_source) {
        intermediate = choice_.intermediate(head, queues);
        if (intermediate == head.at) intermediate = no_intermediate;
        target = intermediate == no_intermediate ? head.to : intermediate;
        phase = GridLegs::start_of(intermediate == no_intermediate);
      } else if (GridLegs::leg_of(phase) == 0) {
        intermediate = target;
      }
      count[i] = legs_.route(head.at, target, phase, intermediate, (head.draw & 1) != 0, &out[i * width]);
    }
  }
  std::vector<Launch> launches() const override {
    return {{GridLegs::start_of(0), true}, {GridLegs::start_of(1), false}};
  }
  void starts(std::uint32_t from, std::uint32_t to, std::vector<Start>& out) const override {
    if constexpr (requires { choice_.visit_intermediates(from, to, [](std::uint32_t, std::uint64_t) {}); })
      choice_.visit_intermediates(from, to, [&](std::uint32_t intermediate, std::uint64_t weight) {
        if (intermediate == from)
          out.push_back({{GridLegs::start_of(1), false}, no_intermediate, weight});
        else
          out.push_back({{GridLegs::start_of(0), true}, intermediate, weight});
      });
  }
  void possible(Head const& head, Possible& out) const override { legs_.possible(head, out); }
  std::uint16_t after_intermediate(std::uint16_t) const override { return GridLegs::start_of(1); }

 private:
  GridLegs legs_;
  ChannelTraits traits_;
  Choice choice_;
};

/// Returns the number of virtual channels that two legs need.
inline std::uint32_t vcs_of_two_legs(Machine const& machine, RingParams const& params) {
  return 2 * DimensionOrderLeg(machine.grid(), params.rules()).classes();
}

/// Binds a TwoLegsOnGrid. Throws InputError if its virtual channels do not suffice.
template <class Choice>
ChannelRoutingPtr bind_two_legs_on_grid(std::string_view name, Machine const& machine,
                                        RingParams const& params, VcSupply const& supply,
                                        ChannelTraits traits, Choice choice) {
  DimensionOrderLeg const leg(machine.grid(), params.rules());
  auto const vcs = supplied_vcs(name, 2 * leg.classes(), supply,
                                leg.classes() == 2 ? "two for each of the two legs on dimensions that wrap"
                                                   : "one for each of the two legs");
  traits.width = static_cast<std::uint16_t>(machine.grid()->parallel());
  traits.hop_bound = traits.minimal ? leg.longest() : 2 * leg.longest();
  traits.preserves_bubble = params.rings == RingVcs::bubble;
  return std::make_shared<TwoLegsOnGrid<Choice>>(leg, vcs, traits, std::move(choice));
}

}  // namespace weft::routing
