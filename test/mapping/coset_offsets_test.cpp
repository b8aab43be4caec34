#include "weft/mapping/coset_offsets.hpp"

#include <set>

#include <gtest/gtest.h>

namespace weft::mapping {
namespace {

TEST(TileLattices, AreAllSublatticesOfTheirIndex) {
  // Sublattices of index 4 of Z^2 that contain (8, 0) and (0, 8): all 1 + 2 + 4 of index 4.
  EXPECT_EQ(tile_lattices(8, 8, false, 4).size(), 7U);
  EXPECT_EQ(tile_lattices(8, 8, false, 4).front().rows, 2U);  // the squarest first
  EXPECT_EQ(tile_lattices(8, 8, true, 2).size(), 3U);         // one for each direction that stays inside
  EXPECT_TRUE(tile_lattices(3, 5, false, 4).empty());
}

/// Every tile has a coset and an element of its own; going on by whole borders is adding, as if the tile were
/// at the origin.
TEST(TileLattices, TilesAreCosetsTimesElements) {
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
