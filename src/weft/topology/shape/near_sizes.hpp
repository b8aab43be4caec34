// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "weft/core/param.hpp"

/// Sides of grids whose size is close to a number, for the series along which families grow.
namespace weft {

/// Sides of at least 2, the largest first and at most twice the smallest, whose product is closest to `size`:
/// of equally close ones those with the smaller product, then those with the smaller sum.
Sides closest_sides(std::uint32_t dimensions, std::uint64_t size);

/// A grid whose routers have from a quarter of the smallest side to four times as many terminals each.
struct ConcentratedSides {
  Sides sides;
  std::uint64_t terminals = 0;  ///< of a router
};
/// The one with the number of terminals closest to `size`, with sides as above: of equally close ones the
/// smaller, then the one with the most equal sides, then with the fewest routers.
ConcentratedSides closest_concentrated_sides(std::uint32_t dimensions, std::uint64_t size);

}  // namespace weft
