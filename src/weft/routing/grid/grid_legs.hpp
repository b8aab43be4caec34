#pragma once

#include <string_view>
#include <tuple>
#include <vector>

#include "weft/network/machine.hpp"
#include "weft/routing/grid/dimension_order_leg.hpp"

namespace weft::routing {

/// Parameters of routings made of legs by dimension order.
struct RingParams {
  RingVcs rings = RingVcs::balanced;
  RingTie tie = RingTie::random;
  DimensionOrderLeg::Rules rules() const { return {.rings = rings, .tie = tie}; }
  friend bool operator==(RingParams const&, RingParams const&) = default;
};

inline constexpr std::tuple ring_schema{
    param("rings", &RingParams::rings, "virtual channels of dimensions that wrap"),
    param("tie", &RingParams::tie, "which direction on a ring if both are of equal length"),
};

/// Throws InputError if any is given to a routing that does not treat this network as a grid.
void check_no_ring_params(std::string_view routing, RingParams const& params, Machine const& machine);

/// Legs by dimension order, each with virtual channels of its own: an equal share of them for each class of
/// each leg. A packet's phase is the number of its leg and the leg's state.
class GridLegs {
 public:
  static constexpr std::uint32_t most = 4;

  /// All on one grid, with equal rules for rings; at most `most`.
  GridLegs(std::vector<DimensionOrderLeg> legs, std::uint32_t vcs);

  /// The phase in which a packet starts a leg.
  static constexpr std::uint16_t start_of(std::uint32_t leg) {
    return static_cast<std::uint16_t>(leg * DimensionOrderLeg::states);
  }
  static constexpr std::uint32_t leg_of(std::uint16_t phase) { return phase / DimensionOrderLeg::states; }
  DimensionOrderLeg const& leg(std::uint32_t number) const { return legs_[number]; }
  /// The maximum number of candidates of a packet.
  std::uint16_t width() const { return static_cast<std::uint16_t>(legs_[0].grid().parallel()); }

  /// Writes the candidates of a packet at `at` in that phase to `out`, all equally good; returns their
  /// number. `via`: their intermediate router; `plus_on_tie`: see DimensionOrderLeg.
  std::uint16_t route(std::uint32_t at, std::uint32_t target, std::uint16_t phase, std::uint32_t via,
                      bool plus_on_tie, Candidate* out) const {
    auto const number = leg_of(phase);
    auto const step = legs_[number].step(at, target, phase % DimensionOrderLeg::states, plus_on_tie);
    for (std::uint16_t copy = 0; copy < step.copies; ++copy)
      out[copy] = {.vcs = masks_[number][step.vc_class],
                   .via = via,
                   .phase = static_cast<std::uint16_t>(start_of(number) | step.state),
                   .port = static_cast<std::uint16_t>(step.port + copy),
                   .room = step.room};
    return step.copies;
  }
  /// Adds all that `route` may write.
  void possible(Head const& head, Possible& out) const;

 private:
  std::vector<DimensionOrderLeg> legs_;
  std::vector<std::array<std::uint64_t, 3>> masks_;  // by leg and class
};

}  // namespace weft::routing
