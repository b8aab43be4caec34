#pragma once

#include <cstdint>
#include <functional>

#include "weft/core/ids.hpp"

namespace weft::rounds {

/// Cable length of a hop between two nodes in millimeters.
using HopLength = std::function<std::uint32_t(RouterId from, RouterId to)>;

}  // namespace weft::rounds
