#pragma once

#include <array>
#include <cstdint>

#include "weft/core/param.hpp"

namespace weft::collective {

/// Whether data go round rings one way or half of them each way.
enum class RingWays : std::uint8_t { one, both };

}  // namespace weft::collective

template <>
inline constexpr std::array weft::enum_values<weft::collective::RingWays> = {
    EnumValue<weft::collective::RingWays>{"one", weft::collective::RingWays::one, "all upwards"},
    EnumValue<weft::collective::RingWays>{"both", weft::collective::RingWays::both,
                                          "half of it each way, at the same time"},
};
