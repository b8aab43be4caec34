// SPDX-License-Identifier: Apache-2.0
#include "weft/mapping/percs/lattice_coloring.hpp"

#include <set>

#include <gtest/gtest.h>

#include "support/machine_of.hpp"
#include "weft/core/error.hpp"
#include "weft/engine/load/percs/load.hpp"
#include "weft/mapping/percs/tiles.hpp"
#include "weft/topology/family/percs.hpp"
#include "weft/traffic/communication/regular.hpp"

namespace weft::mapping {
namespace {

struct Case {
  Sides grid, tile;
  TileShape shape;
  double throughput;  ///< of the D links, with one link between any two supernodes
};

class Perfect : public testing::TestWithParam<Case> {};

/// Counts the load of a halo on every D link, flow by flow at the level of tasks.
TEST_P(Perfect, NoTwoSupernodesHaveMoreThanOneBorder) {
  auto const& [grid, tile, shape, throughput] = GetParam();
  auto const supernodes = grid[0] * grid[1] / 128;
  topology::Percs const percs({supernodes, 1});
  auto const placement = LatticeColoring({.tile = tile, .shape = shape})
                             .place({grid, percs.num_terminals(), 1, machine_of(percs)});
  EXPECT_EQ(std::set(placement.begin(), placement.end()).size(), percs.num_terminals());
  auto const communication = task::Halo({}).communicate({grid});
  load::PlacedTasks const tasks(communication, placement, static_cast<std::uint32_t>(supernodes));
  auto const loads = load::percs_loads({percs, {}, true}, tasks);
  EXPECT_DOUBLE_EQ(loads.throughput(loads.classes[0]), throughput);
}

INSTANTIATE_TEST_SUITE_P(Squares, Perfect,
                         testing::Values(Case{{24, 176}, {4, 4}, TileShape::rectangle, 40},
                                         Case{{64, 128}, {4, 4}, TileShape::rectangle, 40},
                                         Case{{128, 128}, {4, 4}, TileShape::rectangle, 40},
                                         Case{{128, 256}, {4, 4}, TileShape::rectangle, 40},
                                         Case{{256, 256}, {4, 4}, TileShape::rectangle, 40},
                                         Case{{128, 256}, {2, 2}, TileShape::rectangle, 80},
                                         Case{{256, 256}, {2, 2}, TileShape::rectangle, 80}));
INSTANTIATE_TEST_SUITE_P(Bricks, Perfect,
                         testing::Values(Case{{64, 64}, {4, 8}, TileShape::brick, 40},
                                         Case{{64, 64}, {8, 8}, TileShape::brick, 20},
                                         Case{{256, 256}, {2, 4}, TileShape::brick, 80},
                                         Case{{256, 256}, {1, 2}, TileShape::brick, 160}));

INSTANTIATE_TEST_SUITE_P(Hexagons, Perfect,
                         testing::Values(Case{{64, 64}, {8, 8}, TileShape::hexagon, 80 / 3.0},
                                         Case{{128, 128}, {8, 8}, TileShape::hexagon, 80 / 3.0},
                                         Case{{64, 128}, {4, 4}, TileShape::hexagon, 160 / 3.0},
                                         Case{{256, 256}, {4, 4}, TileShape::hexagon, 160 / 3.0}));

/// Formula of percs.md for 4x4 tiles, on all grids with P / 8 >= 7 and Q / 16 >= 5.
TEST(CosetOffsets, UniversalFormulaForFourByFourIsPerfect) {
  for (std::uint32_t const down : {7u, 8u, 12u, 31u})
    for (std::uint32_t const across : {5u, 6u, 8u, 17u}) {
      TileLattice const lattice{2, 4, down, across, false};
      std::vector<std::uint32_t> offsets;
      for (auto const& [m, n] : {std::pair{1, 0}, {0, 2}, {3, 1}, {0, 0}, {3, 2}, {3, 0}, {1, 1}, {0, 1}})
        offsets.push_back(lattice.element(m, n));
      std::set<std::uint32_t> differences;
      for (std::uint32_t coset = 0; coset < 8; ++coset)
        for (auto const& [other, place] : lattice.borders(coset)) {
          auto const there = lattice.subtract(lattice.add(offsets[other], place), offsets[coset]);
          EXPECT_NE(there, 0U);
          differences.insert(there);
          differences.insert(lattice.subtract(0, there));
        }
      EXPECT_EQ(differences.size(), 32U) << down << " x " << across;
    }
}

TEST(LatticeColoring, RejectsImpossibleColorings) {
  topology::Percs const percs({32, 1});
  MappingContext const context{{64, 64}, 4096, 1, machine_of(percs)};
  EXPECT_THROW(LatticeColoring({.tile = {4, 4}, .shape = TileShape::rectangle}).place(context),
               InputError);  // 32 < 33
  EXPECT_THROW(LatticeColoring({.tile = {3, 4}}).place(context), InputError);
  EXPECT_THROW(LatticeColoring({.tile = {4}}).place(context), InputError);
  EXPECT_THROW(LatticeColoring({.tile = {8, 1}}).place(context), InputError);
}

}  // namespace
}  // namespace weft::mapping
