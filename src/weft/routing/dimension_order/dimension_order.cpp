// SPDX-License-Identifier: Apache-2.0
#include "weft/routing/dimension_order/dimension_order.hpp"

#include "weft/core/error.hpp"
#include "weft/routing/packet/kernels.hpp"
#include "weft/routing/paths/tree_shares.hpp"

namespace weft::routing {
namespace {

class DimensionOrderRouting final : public ChannelRouting {
 public:
  DimensionOrderRouting(DimensionOrderLeg leg, std::uint32_t vcs, bool minimal, bool bubble)
      : leg_(std::move(leg)), minimal_(minimal), bubble_(bubble), any_(VcBlocks(vcs, 1).all()) {
    VcBlocks const blocks(vcs, leg_.classes());
    masks_ = {blocks.of(0), blocks.of(leg_.classes() - 1), any_};
  }

  ChannelTraits traits() const override {
    return {.width = static_cast<std::uint16_t>(leg_.grid().parallel()),
            .hop_bound = leg_.longest(),
            .minimal = minimal_,
            .preserves_bubble = bubble_,
            .oblivious = true};
  }
  void route(std::span<Head const> heads, QueueView const&, std::span<Candidate> out,
             std::span<std::uint16_t> count) const override {
    auto const width = leg_.grid().parallel();
    for (std::size_t i = 0; i < heads.size(); ++i) {
      auto const& head = heads[i];
      auto const step = leg_.step(head.at, head.target, head.phase, (head.draw & 1) != 0);
      for (std::uint16_t copy = 0; copy < step.copies; ++copy) out[i * width + copy] = candidate(step, copy);
      count[i] = step.copies;
    }
  }
  void possible(Head const& head, Possible& out) const override {
    auto const add = [&](bool plus) {
      auto const step = leg_.step(head.at, head.target, head.phase, plus);
      for (std::uint16_t copy = 0; copy < step.copies; ++copy)
        out.candidates.push_back(candidate(step, copy));
    };
    add(true);
    if (leg_.is_tie(head.at, head.target)) add(false);
  }

 private:
  Candidate candidate(DimensionOrderLeg::Step const& step, std::uint16_t copy) const {
    return {.vcs = masks_[step.vc_class],
            .phase = step.state,
            .port = static_cast<std::uint16_t>(step.port + copy),
            .room = step.room};
  }
  DimensionOrderLeg leg_;
  bool minimal_, bubble_;
  std::uint64_t any_;
  std::array<std::uint64_t, 3> masks_{};  // by class
};

/// Dimension order on grids that have no kernel: unidirectional rings, and grids with routers attached to a
/// mesh. Each pair has one path.
class DimensionOrderPackets final : public PacketRouting {
 public:
  explicit DimensionOrderPackets(DimensionOrderLeg leg) : leg_(std::move(leg)) {}
  PacketTraits traits() const override { return {.hop_bound = leg_.longest()}; }
  void encode(std::span<std::uint32_t>) const override {}
  RouterId decode(std::uint32_t to) const override { return {to}; }
  void route(Heads const& heads) const override {
    for (std::size_t i = 0; i < heads.size(); ++i) {
      auto const at = heads.at[i].v, to = heads.to[i];
      heads.port[i] = at == to ? arrived : PortId{leg_.step(at, to, 0, true).port};
    }
  }
  void hops_left(Heads const& heads, std::span<std::uint32_t> hops) const override {
    for (std::size_t i = 0; i < heads.size(); ++i) hops[i] = leg_.grid().distance(heads.at[i].v, heads.to[i]);
  }

 private:
  DimensionOrderLeg leg_;
};

}  // namespace

DimensionOrder::Params DimensionOrder::resolved(Params params, Machine const& machine) {
  auto const direction = machine.bidirectional() ? params.direction : RingDirection::plus;
  params.rings = settled(params.rings, direction);
  if (params.direction == RingDirection::plus) params.tie = RingTie::plus;
  return params;
}

ChannelRoutingPtr DimensionOrder::channels(Machine const& machine, VcSupply const& supply) const {
  auto const the_leg = leg(machine);
  bool const is_positive = params_.direction == RingDirection::plus || !machine.bidirectional();
  if (!supply.allow_deadlock && the_leg.classes() == 2 && is_positive && params_.rings == RingVcs::balanced)
    throw InputError("rings=balanced conflicts with direction=plus",
                     "packets that go more than halfway around can close a cycle", "use rings=wrap_ahead",
                     "routing");
  auto const vcs = supplied_vcs(name, the_leg.classes(), supply, "two classes on dimensions that wrap");
  return std::make_shared<DimensionOrderRouting>(the_leg, vcs, params_.direction == RingDirection::shortest,
                                                 params_.rings == RingVcs::bubble);
}

PacketRoutingPtr DimensionOrder::packets(Machine const& machine) const {
  if (!machine.is_grid()) return std::make_shared<DimensionOrderPackets>(leg(machine));
  return params_.direction == RingDirection::shortest ? packet_kernels(machine)->dimension_order(params_.tie)
                                                      : nullptr;
}

SharesPtr DimensionOrder::shares(Machine const& machine) const {
  auto tree = packets(machine);
  return tree ? std::make_shared<TreeShares>(machine.network(), std::move(tree)) : nullptr;
}

}  // namespace weft::routing
