#include "weft/routing/vc/grid/grid_legs.hpp"

namespace weft::vc {

GridLegs::GridLegs(std::vector<DimensionOrderLeg> legs, std::uint32_t vcs) : legs_(std::move(legs)) {
  WEFT_EXPECT(!legs_.empty() && legs_.size() <= most);
  auto const classes = legs_[0].classes();
  VcBlocks const blocks(vcs, static_cast<std::uint32_t>(legs_.size()) * classes);
  for (std::uint32_t leg = 0; leg < legs_.size(); ++leg) {
    auto const lower = blocks.of(leg * classes), upper = blocks.of(leg * classes + classes - 1);
    masks_.push_back({lower, upper, lower | upper});
  }
}

void GridLegs::possible(Head const& head, Possible& out) const {
  auto const& leg = legs_[leg_of(head.phase)];
  auto const add = [&](bool plus) {
    auto const old = out.ways.size();
    out.ways.resize(old + width());
    out.ways.resize(old + route(head.at, head.aim, head.phase, no_via, plus, &out.ways[old]));
  };
  add(true);
  if (leg.is_tie(head.at, head.aim, leg.next_dim(head.at, head.aim))) add(false);
}

}  // namespace weft::vc
