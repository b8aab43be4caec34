// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <memory>

#include "weft/core/param.hpp"
#include "weft/network/geometry/grid_geometry.hpp"
#include "weft/routing/form/channel_routing.hpp"

namespace weft::routing {

/// Use of the two virtual-channel classes of a dimension that wraps around, to prevent cyclic dependencies.
enum class RingVcs : std::uint8_t { automatic, balanced, at_dateline, past_dateline, wrap_ahead, bubble };
/// Direction of packets around a ring.
enum class RingDirection : std::uint8_t { shortest, plus };
/// Direction around a ring if both directions are equally long.
enum class RingTie : std::uint8_t { random, plus };

/// Returns `rings`, with `automatic` replaced by its meaning for `direction`.
constexpr RingVcs settled(RingVcs rings, RingDirection direction) {
  if (rings != RingVcs::automatic) return rings;
  return direction == RingDirection::plus ? RingVcs::wrap_ahead : RingVcs::balanced;
}

}  // namespace weft::routing

namespace weft {
template <>
inline constexpr EnumValue<routing::RingVcs> enum_values<routing::RingVcs>[] = {
    {"automatic", routing::RingVcs::automatic,
     "`wrap_ahead` if packets always travel in the plus "
     "direction, else `balanced`"},
    {"balanced", routing::RingVcs::balanced,
     "selected at the entry into the dimension, then kept: in the plus direction, the upper half if the wrap-around channel is ahead; in the minus direction, the upper half if it is not (BookSim)"},
    {"at_dateline", routing::RingVcs::at_dateline, "the upper half on the wrap-around channel and after it"},
    {"past_dateline", routing::RingVcs::past_dateline, "the upper half after the wrap-around channel"},
    {"wrap_ahead", routing::RingVcs::wrap_ahead,
     "the lower half while the wrap-around channel is ahead (Dally & Seitz, 1987)"},
    {"bubble", routing::RingVcs::bubble,
     "one class; a packet enters a ring only if two packets fit (Puente et al., 1999); needs virtual cut-through"},
};
template <>
inline constexpr EnumValue<routing::RingDirection> enum_values<routing::RingDirection>[] = {
    {"shortest", routing::RingDirection::shortest, "the shorter direction"},
    {"plus", routing::RingDirection::plus, "always the plus direction, as if links were unidirectional"},
};
template <>
inline constexpr EnumValue<routing::RingTie> enum_values<routing::RingTie>[] = {
    {"random", routing::RingTie::random, "random direction"},
    {"plus", routing::RingTie::plus, "the plus direction"},
};
}  // namespace weft

namespace weft::routing {

/// One dimension-order leg on any grid, which corrects one coordinate after another. Routings on grids
/// consist of such legs. State of a packet: 0 at the start of the leg; otherwise its dimension, direction and
/// class, encoded in 14 bits.
class DimensionOrderLeg {
 public:
  static constexpr std::uint16_t num_states = 1 << 14;
  struct Rules {
    RingVcs rings = RingVcs::balanced;
    RingDirection direction = RingDirection::shortest;
    RingTie tie = RingTie::random;
    bool descending = false;  ///< the highest dimension first
  };
  /// The next hop: `port` and, along complete axes, the parallel() - 1 ports that follow it.
  struct Step {
    static constexpr std::uint8_t any_class = 2;
    std::uint16_t port = 0;
    std::uint16_t state = 0;
    std::uint8_t vc_class = any_class;
    std::uint8_t room = 1;
    std::uint16_t copies = 1;
  };

  DimensionOrderLeg(std::shared_ptr<GridGeometry const> grid, Rules rules)
      : grid_(std::move(grid)), rules_(rules) {
    rules_.rings = settled(rules.rings, rules.direction);
  }

  GridGeometry const& grid() const { return *grid_; }
  /// Returns the number of virtual-channel classes that a leg needs.
  std::uint32_t classes() const {
    return rules_.rings != RingVcs::bubble &&
                   (grid_->any(GridGeometry::Axis::ring) || grid_->any(GridGeometry::Axis::one_way))
               ? 2
               : 1;
  }
  std::uint32_t longest() const {
    if (rules_.direction == RingDirection::shortest) return grid_->diameter();
    std::uint32_t sum = grid_->has_attached() ? 2 : 0;
    for (std::uint32_t dim = 0; dim < grid_->dims(); ++dim)
      sum += grid_->axis(dim) == GridGeometry::Axis::complete ? grid_->side(dim) > 1 : grid_->side(dim) - 1;
    return sum;
  }
  /// Returns the dimension to correct next. `at` and `target` must be different routers of the grid.
  std::uint32_t next_dim(std::uint32_t at, std::uint32_t target) const {
    std::uint64_t differ = 0;
    for (std::uint32_t dim = 0; dim < grid_->dims(); ++dim)
      differ |= std::uint64_t{grid_->coord(at, dim) != grid_->coord(target, dim)} << dim;
    return static_cast<std::uint32_t>(rules_.descending ? std::bit_width(differ) - 1
                                                        : std::countr_zero(differ));
  }
  /// Returns whether the next hop may use either direction because both are equally long.
  bool is_tie(std::uint32_t at, std::uint32_t target) const {
    if (grid_->has_attached()) return false;
    auto const dim = next_dim(at, target);
    if (grid_->axis(dim) != GridGeometry::Axis::ring || rules_.direction != RingDirection::shortest)
      return false;
    return rules_.tie == RingTie::random && 2 * ahead(at, target, dim) == grid_->side(dim);
  }
  /// Returns the next hop. `plus_on_tie`: whether the packet goes in the plus direction if both directions
  /// are equally long when it enters a dimension.
  Step step(std::uint32_t at, std::uint32_t target, std::uint16_t state, bool plus_on_tie) const {
    if (grid_->has_attached())
      if (auto const port = grid_->attachment(at, target); port != GridGeometry::no_port)
        return {.port = port};
    return along(next_dim(at, target), at, target, state, plus_on_tie);
  }
  Step along(std::uint32_t dim, std::uint32_t at, std::uint32_t target, std::uint16_t state,
             bool plus_on_tie) const;

 private:
  std::uint32_t ahead(std::uint32_t at, std::uint32_t target, std::uint32_t dim) const {
    auto const a = grid_->coord(at, dim), b = grid_->coord(target, dim);
    return b - a + (b < a ? grid_->side(dim) : 0);
  }
  Step around(std::uint32_t dim, std::uint32_t at, std::uint32_t target, std::uint16_t state,
              bool plus_on_tie) const;

  std::shared_ptr<GridGeometry const> grid_;
  Rules rules_;
};

inline DimensionOrderLeg::Step DimensionOrderLeg::along(std::uint32_t dim, std::uint32_t at,
                                                        std::uint32_t target, std::uint16_t state,
                                                        bool plus_on_tie) const {
  switch (grid_->axis(dim)) {
    case GridGeometry::Axis::path:
      return {.port = grid_->step(at, dim, grid_->coord(target, dim) > grid_->coord(at, dim))};
    case GridGeometry::Axis::complete:
      return {.port = grid_->straight(at, dim, grid_->coord(target, dim)),
              .copies = static_cast<std::uint16_t>(grid_->parallel())};
    case GridGeometry::Axis::ring:
    case GridGeometry::Axis::one_way: break;
  }
  return around(dim, at, target, state, plus_on_tie);
}

inline DimensionOrderLeg::Step DimensionOrderLeg::around(std::uint32_t dim, std::uint32_t at,
                                                         std::uint32_t target, std::uint16_t state,
                                                         bool plus_on_tie) const {
  auto const here = grid_->coord(at, dim), goal = grid_->coord(target, dim), side = grid_->side(dim);
  auto const steps = ahead(at, target, dim);
  bool const continues = state >> 2 == dim + 1;
  bool const only_plus =
      rules_.direction == RingDirection::plus || grid_->axis(dim) == GridGeometry::Axis::one_way;
  // Integers instead of Booleans, and a mask instead of a condition, avoid mispredicted branches.
  unsigned const plus_if_tie = unsigned{rules_.tie == RingTie::plus} | unsigned{plus_on_tie};
  unsigned const plus_at_start =
      unsigned{only_plus} | unsigned{2 * steps < side} | (unsigned{2 * steps == side} & plus_if_tie);
  auto const state_of = [dim](unsigned plus, unsigned upper) {
    return static_cast<std::uint16_t>((dim + 1) << 2 | plus << 1 | upper);
  };
  Step step;
  unsigned const kept = 0u - unsigned{continues};
  step.state = static_cast<std::uint16_t>((state & kept) | (state_of(plus_at_start, here > goal) & ~kept));
  unsigned const plus = step.state >> 1 & 1;
  step.port = grid_->step(at, dim, plus != 0);
  step.vc_class = static_cast<std::uint8_t>(step.state & 1);
  if (rules_.rings == RingVcs::balanced) return step;
  bool const wrap_ahead = plus != 0 ? here > goal : here < goal;
  bool const wraps_now = here == (plus != 0 ? side - 1 : 0);
  bool const was_upper = continues && (state & 1) != 0;
  bool upper = false, next_upper = false;
  switch (rules_.rings) {
    case RingVcs::at_dateline: upper = next_upper = was_upper || wraps_now; break;
    case RingVcs::past_dateline:
      upper = was_upper;
      next_upper = was_upper || wraps_now;
      break;
    case RingVcs::wrap_ahead: upper = next_upper = !wrap_ahead; break;
    case RingVcs::balanced:
    case RingVcs::automatic:
    case RingVcs::bubble: break;
  }
  step.state = state_of(plus, next_upper);
  step.vc_class = upper;
  step.room = rules_.rings == RingVcs::bubble && !continues ? 2 : 1;
  return step;
}

}  // namespace weft::routing
