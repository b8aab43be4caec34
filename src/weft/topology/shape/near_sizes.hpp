// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "weft/core/param.hpp"

/// Sides of grids with a size close to a target, for the series along which families grow.
namespace weft {

/// Returns floor(size / of) and the next integer, both clamped to [minimum, maximum], without duplicates.
std::vector<std::uint64_t> next_to(std::uint64_t size, std::uint64_t of, std::uint64_t minimum,
                                   std::uint64_t maximum);

/// Returns sides of at least 2, largest first and at most twice the smallest, with a product closest to
/// `size`; ties prefer the smaller product, then the smaller sum.
Sides closest_sides(std::uint32_t dimensions, std::uint64_t size);

/// A grid with concentration: between a quarter of and four times its smallest side.
struct ConcentratedSides {
  Sides sides;
  std::uint64_t terminals = 0;  ///< terminals per router
};
/// Returns the grid with the number of terminals closest to `size`, with sides as in closest_sides(). Ties
/// prefer the smaller total, then the most equal sides, then the fewest routers.
ConcentratedSides closest_concentrated_sides(std::uint32_t dimensions, std::uint64_t size);

}  // namespace weft
