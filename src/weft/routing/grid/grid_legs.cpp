// SPDX-License-Identifier: Apache-2.0
#include "weft/routing/grid/grid_legs.hpp"

#include <fmt/format.h>

#include "weft/core/error.hpp"

namespace weft::routing {

void check_no_ring_params(std::string_view routing, RingParams const& params, Machine const& machine) {
  if (params == RingParams{}) return;
  throw InputError(fmt::format("{} does not support rings or tie on {}", routing, machine.topology()),
                   "these options need a grid without failures", "omit them")
      .at("routing");
}

GridLegs::GridLegs(std::vector<DimensionOrderLeg> legs, std::uint32_t vcs) : legs_(std::move(legs)) {
  WEFT_EXPECT(!legs_.empty() && legs_.size() <= max_legs);
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
    auto const old = out.candidates.size();
    out.candidates.resize(old + width());
    out.candidates.resize(
        old + route(head.at, head.target, head.phase, no_intermediate, plus, &out.candidates[old]));
  };
  add(true);
  if (leg.is_tie(head.at, head.target)) add(false);
}

}  // namespace weft::routing
