#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <tuple>
#include <vector>

#include "weft/network/layout.hpp"

namespace weft {

/// Sides along the three axes, in pitches or in boxes.
using Box = std::array<std::int64_t, 3>;

/// The box of at least `places` cells of the given size whose sides have the minimum sum; among these the one
/// with the fewest places, then the longest along the first axes.
inline Box near_cube(std::int64_t places, Box const& cell) {
  auto const edge = static_cast<std::int64_t>(std::ceil(std::cbrt(static_cast<double>(places))));
  Box best{edge, edge, edge};
  auto const rank = [&](Box const& box) {
    auto const sum = box[0] * cell[0] + box[1] * cell[1] + box[2] * cell[2];
    return std::tuple{sum, box[0] * box[1] * box[2], -box[0], -box[1]};
  };
  for (std::int64_t x = 1; x * cell[0] < std::get<0>(rank(best)); ++x)
    for (std::int64_t y = 1; x * cell[0] + y * cell[1] < std::get<0>(rank(best)); ++y)
      if (Box const box{x, y, divided_up(places, x * y)}; rank(box) < rank(best)) best = box;
  return best;
}

/// The offsets of `count` things put into the box in order, x first; each is a cell of the given size.
inline std::vector<Cell> fill_box(std::int64_t count, Box const& box, Box const& cell) {
  std::vector<Cell> cells;
  cells.reserve(static_cast<std::size_t>(count));
  for (std::int64_t i = 0; i < count; ++i)
    cells.push_back({static_cast<std::int32_t>(i % box[0] * cell[0]),
                     static_cast<std::int32_t>(i / box[0] % box[1] * cell[1]),
                     static_cast<std::int32_t>(i / (box[0] * box[1]) * cell[2])});
  return cells;
}

}  // namespace weft
