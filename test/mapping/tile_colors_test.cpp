#include "weft/mapping/tile_colors.hpp"

#include <algorithm>
#include <set>

#include <gtest/gtest.h>

namespace weft::mapping {
namespace {

using Borders = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

Borders torus(std::uint32_t side) {
  Borders borders;
  for (std::uint32_t x = 0; x < side; ++x)
    for (std::uint32_t y = 0; y < side; ++y) {
      borders.emplace_back(x * side + y, x * side + (y + 1) % side);
      borders.emplace_back(x * side + y, (x + 1) % side * side + y);
    }
  return borders;
}

TEST(FindColors, NoTwoBordersJoinTheSameColors) {
  auto const borders = torus(8);
  auto const colors = find_colors(64, 32, borders, 1, 1000000);
  ASSERT_TRUE(colors);
  for (std::uint32_t color = 0; color < 32; ++color) EXPECT_EQ(std::ranges::count(*colors, color), 2);
  std::set<std::pair<std::uint32_t, std::uint32_t>> joined;
  for (auto const& [a, b] : borders) {
    EXPECT_NE((*colors)[a], (*colors)[b]);
    joined.insert(std::minmax((*colors)[a], (*colors)[b]));
  }
  EXPECT_EQ(joined.size(), borders.size());
  EXPECT_EQ(find_colors(64, 32, borders, 1, 1000000), colors);
}

TEST(FindColors, GivesUp) {
  EXPECT_FALSE(find_colors(64, 16, torus(8), 1, 1000000));  // 128 borders, 120 pairs of colors
  EXPECT_FALSE(find_colors(64, 32, torus(8), 1, 1));
}

}  // namespace
}  // namespace weft::mapping
