#pragma once

#include <cstdint>

#include "weft/core/param.hpp"

namespace weft::collective {

/// Whether data travel around rings in one direction, or half of them in each.
enum class RingWays : std::uint8_t { one, both };

}  // namespace weft::collective

template <>
inline constexpr weft::EnumValue<weft::collective::RingWays> weft::enum_values<weft::collective::RingWays>[] =
    {{"one", weft::collective::RingWays::one, "all upward"},
     {"both", weft::collective::RingWays::both, "half in each direction, at the same time"}};
