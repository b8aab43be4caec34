#pragma once

#include <array>

#include "weft/routing/grid/adaptive_choice.hpp"
#include "weft/routing/grid/dimension_order_leg.hpp"

namespace weft::routing {

/// The escape routing of adaptive ones on grids: dimension order on the lowest virtual channels, one for each
/// class; the others are adaptive (Duato, A new theory of deadlock-free adaptive routing in wormhole
/// networks, IEEE TPDS 4(12), 1993). A packet's phase: `bit` if it came by an escape channel, and the state
/// of its leg there; else the state of the adaptive routing.
class EscapeOnGrid {
 public:
  static constexpr std::uint16_t bit = 0x8000;

  EscapeOnGrid(DimensionOrderLeg leg, std::uint32_t vcs) : leg_(std::move(leg)) {
    auto const classes = leg_.classes(), last = vcs - 1;
    for (std::uint32_t c = 0; c < classes; ++c) any_ |= std::uint64_t{1} << std::min(c, last);
    masks_ = {1, std::uint64_t{1} << std::min(classes - 1, last), any_};
    auto const rest = VcBlocks(vcs, 1).all() & ~any_;
    adaptive_ = rest != 0 ? rest : std::uint64_t{1} << last;
  }

  DimensionOrderLeg const& leg() const { return leg_; }
  GridGeometry const& grid() const { return leg_.grid(); }
  /// Virtual channels of the adaptive routing.
  std::uint64_t adaptive() const { return adaptive_; }
  /// The maximum number of escape candidates of a packet.
  std::uint16_t width() const { return static_cast<std::uint16_t>(grid().parallel()); }
  /// Writes the escape candidates, at low priority, to `out`; returns their number.
  std::uint16_t route(Head const& head, Candidate* out) const {
    return route(head, (head.draw & 1) != 0, out);
  }
  /// Adds all that `route` may write.
  void possible(Head const& head, Possible& out) const {
    auto const add = [&](bool plus) {
      auto const old = out.candidates.size();
      out.candidates.resize(old + width());
      out.candidates.resize(old + route(head, plus, &out.candidates[old]));
    };
    add(true);
    if (leg_.is_tie(head.at, head.target)) add(false);
  }

 private:
  std::uint16_t route(Head const& head, bool plus_on_tie, Candidate* out) const {
    std::uint16_t const state = (head.phase & bit) != 0 ? head.phase & ~bit : 0;
    auto const step = leg_.step(head.at, head.target, state, plus_on_tie);
    for (std::uint16_t copy = 0; copy < step.copies; ++copy)
      out[copy] = {.vcs = masks_[step.vc_class],
                   .phase = static_cast<std::uint16_t>(bit | step.state),
                   .port = static_cast<std::uint16_t>(step.port + copy),
                   .room = step.room,
                   .escape = true};
    return step.copies;
  }
  DimensionOrderLeg leg_;
  std::uint64_t any_ = 0, adaptive_ = 0;
  std::array<std::uint64_t, 3> masks_{};  // by class
};

}  // namespace weft::routing
