#include "weft/mapping/tile_grid.hpp"

#include <algorithm>
#include <map>
#include <set>

#include <gtest/gtest.h>

namespace weft::mapping {
namespace {

class Tiles : public testing::TestWithParam<TileGrid> {};

TEST_P(Tiles, ShareOutTheGridEvenly) {
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

/// Task by task: which tiles touch, and along how many tasks.
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

TEST_P(Tiles, TouchWhereTheyAreSaidTo) {
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

TEST(Hexagons, HaveSixSidesOfOneLength) {
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

}  // namespace
}  // namespace weft::mapping
