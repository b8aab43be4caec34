#pragma once

#include <array>
#include <cstdint>

#include "weft/core/param.hpp"

namespace weft::routing {

/// The use of the virtual channels of a dimension that wraps, in two classes, so that they cannot close a
/// cycle.
enum class RingVcs : std::uint8_t { automatic, balanced, at_dateline, past_dateline, wrap_ahead, bubble };
/// The direction of packets around a ring.
enum class RingWay : std::uint8_t { shortest, plus };
/// The direction if both are equally long.
enum class RingTie : std::uint8_t { random, plus };

/// The value of `automatic`.
constexpr RingVcs settled(RingVcs rings, RingWay way) {
  if (rings != RingVcs::automatic) return rings;
  return way == RingWay::plus ? RingVcs::wrap_ahead : RingVcs::balanced;
}

}  // namespace weft::routing

namespace weft {
template <>
inline constexpr EnumValue<routing::RingVcs> enum_values<routing::RingVcs>[] = {
    {"automatic", routing::RingVcs::automatic, "`wrap_ahead` if packets always go plus, else `balanced`"},
    {"balanced", routing::RingVcs::balanced,
     "chosen where the packet enters the dimension, then kept: in the plus direction, the upper half if the "
     "wrap is ahead; in the minus direction, the upper half if it is not (BookSim)"},
    {"at_dateline", routing::RingVcs::at_dateline, "the upper half on the wrap-around channel and after it"},
    {"past_dateline", routing::RingVcs::past_dateline, "the upper half after the wrap-around channel"},
    {"wrap_ahead", routing::RingVcs::wrap_ahead,
     "the lower half while the wrap-around channel is ahead (Dally & Seitz, 1987)"},
    {"bubble", routing::RingVcs::bubble,
     "one class; a packet enters a ring only if two fit (Puente et al., 1999); needs virtual cut-through"},
};
template <>
inline constexpr EnumValue<routing::RingWay> enum_values<routing::RingWay>[] = {
    {"shortest", routing::RingWay::shortest, "the shorter direction"},
    {"plus", routing::RingWay::plus, "always in the plus direction, as if links had only that one"},
};
template <>
inline constexpr EnumValue<routing::RingTie> enum_values<routing::RingTie>[] = {
    {"random", routing::RingTie::random, "either, at random"},
    {"plus", routing::RingTie::plus, "the plus direction"},
};
}  // namespace weft
