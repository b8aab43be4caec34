// SPDX-License-Identifier: Apache-2.0
#include "weft/mapping/percs/tiles.hpp"

#include <algorithm>
#include <map>
#include <set>

#include <gtest/gtest.h>

namespace weft::mapping {
namespace {

class Tiles : public testing::TestWithParam<TileGrid> {};

TEST_P(Tiles, PartitionTheGridEvenly) {
  auto const& grid = GetParam();
  auto const order = grid.order();
  std::map<std::uint32_t, std::set<std::uint32_t>> places;
  for (std::uint32_t r = 0; r < grid.rows; ++r)
    for (std::uint32_t c = 0; c < grid.columns; ++c) {
      auto const at = grid.cell(r, c);
      ASSERT_LT(at.row, grid.height + grid.overlap);
      places[grid.tile(at.x, at.y)].insert(order[at.row * grid.width + at.column]);
    }
  EXPECT_EQ(places.size(), grid.tiles_down() * grid.tiles_across());
  for (auto const& [tile, taken] : places) {
    EXPECT_EQ(taken.size(), grid.tile_size()) << tile;
    EXPECT_EQ(*taken.rbegin(), grid.tile_size() - 1) << tile;
  }
}

/// Counts, task by task, the pairs of tiles that touch, and the number of tasks along their border.
std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> touching(TileGrid const& grid) {
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> borders;
  auto const tile = [&](std::uint32_t r, std::uint32_t c) {
    auto const at = grid.cell(r % grid.rows, c % grid.columns);
    return grid.tile(at.x, at.y);
  };
  for (std::uint32_t r = 0; r < grid.rows; ++r)
    for (std::uint32_t c = 0; c < grid.columns; ++c)
      for (auto const other : {tile(r, c + 1), tile(r + 1, c)})
        if (other != tile(r, c)) ++borders[std::minmax(tile(r, c), other)];
  return borders;
}

TEST_P(Tiles, TouchAlongTheReportedBorders) {
  std::set<std::pair<std::uint32_t, std::uint32_t>> said, are;
  for (auto const& [a, b] : GetParam().borders()) said.insert(std::minmax(a, b));
  for (auto const& [pair, tasks] : touching(GetParam())) are.insert(pair);
  EXPECT_EQ(said, are);
}

INSTANTIATE_TEST_SUITE_P(Shapes, Tiles,
                         testing::Values(TileGrid{16, 32, 4, 8}, TileGrid{12, 15, 3, 5},
                                         TileGrid{16, 32, 4, 8, true}, TileGrid{32, 32, 8, 8, true, 2},
                                         TileGrid{16, 16, 4, 4, true, 1}, TileGrid{64, 32, 16, 8, true, 6},
                                         TileGrid{32, 32, 8, 4, true, 3}));

TEST(Hexagons, HaveSixSidesOfEqualLength) {
  for (auto const& [grid, side] :
       {std::pair{TileGrid{32, 32, 8, 8, true, 2}, 6U}, {TileGrid{16, 16, 4, 4, true, 1}, 3U}})
    for (auto const& [pair, tasks] : touching(grid)) EXPECT_EQ(tasks, side);
}

TEST(TileOrder, FillsNodesWithQuads) {
  TileGrid const grid{32, 32, 8, 8, true, 2};
  auto const order = grid.order();
  for (std::uint32_t row = 2; row < 8; row += 2)
    for (std::uint32_t column = 0; column < 8; column += 2) {
      auto const first = order[row * 8 + column];
      EXPECT_EQ(first % 4, 0U);
      EXPECT_EQ(order[row * 8 + column + 1], first + 1);
      EXPECT_EQ(order[(row + 1) * 8 + column], first + 2);
    }
}

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

TEST(FindColors, ConnectsNoPairOfColorsByTwoBorders) {
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

TEST(FindColors, StopsAtTheStepLimit) {
  EXPECT_FALSE(find_colors(64, 16, torus(8), 1, 1000000));  // 128 borders, 120 pairs of colors
  EXPECT_FALSE(find_colors(64, 32, torus(8), 1, 1));
}

TEST(TileLattices, IncludeAllSublatticesOfTheGivenIndex) {
  // All 1 + 2 + 4 sublattices of Z^2 of index 4; each contains (8, 0) and (0, 8).
  EXPECT_EQ(tile_lattices(8, 8, false, 4).size(), 7U);
  EXPECT_EQ(tile_lattices(8, 8, false, 4).front().rows, 2U);  // the most square one first
  EXPECT_EQ(tile_lattices(8, 8, true, 2).size(), 3U);         // one for each direction that stays inside
  EXPECT_TRUE(tile_lattices(3, 5, false, 4).empty());
}

/// Every tile has a unique coset and element; moving across a border adds as at the origin.
TEST(TileLattices, AssignAUniqueCosetAndElementToEveryTile) {
  for (bool const brick : {false, true})
    for (auto const& lattice : tile_lattices(8, 12, brick, 4)) {
      std::set<std::pair<std::uint32_t, std::uint32_t>> seen;
      for (std::int64_t row = 0; row < 8; ++row)
        for (std::int64_t y = 0; y < 12; ++y) {
          auto const column = brick ? 2 * y + row % 2 : y;
          auto const at = lattice.position(row, column);
          ASSERT_LT(at.coset, lattice.cosets());
          ASSERT_LT(at.element, lattice.colors());
          seen.emplace(at.coset, at.element);
          auto const wide = brick ? 24 : 12;
          auto const round = lattice.position(row - 8, column + 2 * wide);  // the same tile
          EXPECT_EQ(std::pair(round.coset, round.element), std::pair(at.coset, at.element));
          auto const beyond = lattice.borders(at.coset);
          auto const right = lattice.position(row, column + (brick ? 2 : 1));
          EXPECT_EQ(right.coset, beyond[0].coset);
          EXPECT_EQ(right.element, lattice.add(at.element, beyond[0].element));
          auto const below = lattice.position(row + 1, column - (brick ? 1 : 0));
          EXPECT_EQ(below.coset, beyond[1].coset);
          EXPECT_EQ(below.element, lattice.add(at.element, beyond[1].element));
          EXPECT_EQ(lattice.subtract(below.element, beyond[1].element), at.element);
        }
      EXPECT_EQ(seen.size(), 96U);
    }
}

}  // namespace
}  // namespace weft::mapping
