#include "weft/routing/vc/grid/dimension_order.hpp"

#include "weft/core/error.hpp"

namespace weft::vc {
namespace {

class DimensionOrderRouting final : public Routing {
 public:
  DimensionOrderRouting(DimensionOrderLeg leg, std::uint32_t vcs, bool minimal, bool bubble)
      : leg_(std::move(leg)), minimal_(minimal), bubble_(bubble), any_(VcBlocks(vcs, 1).all()) {
    VcBlocks const blocks(vcs, leg_.classes());
    masks_ = {blocks.of(0), blocks.of(leg_.classes() - 1), any_};
  }

  Traits traits() const override {
    return {.width = static_cast<std::uint16_t>(leg_.grid().parallel()),
            .hop_bound = leg_.longest(),
            .minimal = minimal_,
            .keeps_bubble = bubble_};
  }
  void route(std::span<Head const> heads, QueueView const&, std::span<Candidate> out,
             std::span<std::uint16_t> count) const override {
    auto const width = leg_.grid().parallel();
    for (std::size_t i = 0; i < heads.size(); ++i) {
      auto const& head = heads[i];
      auto const step = leg_.step(head.at, head.aim, head.phase, (head.draw & 1) != 0);
      for (std::uint16_t copy = 0; copy < step.copies; ++copy) out[i * width + copy] = candidate(step, copy);
      count[i] = step.copies;
    }
  }
  void possible(Head const& head, Possible& out) const override {
    auto const add = [&](bool plus) {
      auto const step = leg_.step(head.at, head.aim, head.phase, plus);
      for (std::uint16_t copy = 0; copy < step.copies; ++copy) out.ways.push_back(candidate(step, copy));
    };
    add(true);
    if (leg_.is_tie(head.at, head.aim, leg_.next_dim(head.at, head.aim))) add(false);
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

}  // namespace

RoutingPtr DimensionOrder::bind(Machine const& machine, VcSupply const& supply) const {
  auto const the_leg = leg(machine);
  if (!supply.may_deadlock && the_leg.classes() == 2 && params_.way == RingWay::plus &&
      params_.rings == RingVcs::balanced)
    throw InputError("dimension_order with way=plus and rings=balanced",
                     "a cycle of packets that go more than half way round can close", "give rings=wrap_ahead",
                     "routing");
  require_vcs(name, the_leg.classes(), supply, "two classes on dimensions that wrap");
  return std::make_shared<DimensionOrderRouting>(the_leg, supply.vcs, params_.way == RingWay::shortest,
                                                 params_.rings == RingVcs::bubble);
}

}  // namespace weft::vc
