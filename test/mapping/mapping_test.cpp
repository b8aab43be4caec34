// SPDX-License-Identifier: Apache-2.0
#include "weft/mapping/mapping.hpp"

#include <algorithm>
#include <numeric>
#include <set>

#include <gtest/gtest.h>

#include "support/mapping_ground.hpp"
#include "weft/core/error.hpp"
#include "weft/mapping/catalog.hpp"
#include "weft/mapping/scotch_library.hpp"
#include "weft/topology/family/percs.hpp"

namespace weft::mapping {
namespace {

MappingContext percs_context(std::int64_t supernodes, Sides const& grid, std::uint64_t seed = 1) {
  return {grid, static_cast<std::uint64_t>(supernodes) * 128, seed,
          machine_of(topology::Percs({supernodes, 1}))};
}

/// Returns the default parameters if they do not imply a long search.
template <class M>
typename M::Params quick_params() {
  typename M::Params params{};
  if constexpr (requires { params.moves; }) params.moves = 100;
  return params;
}

/// Returns whether a mapping needs no optional library, no grid of routers, no file, and no other mappings.
template <class M>
constexpr bool serves_percs = !std::same_as<M, GridEmbedding> && !std::same_as<M, Best> &&
                              !std::same_as<M, FileMapping> && !std::same_as<M, HostList>;

TEST(Mapping, EveryMappingAssignsDistinctTerminals) {
  MappingGround ground(topology::Percs({32, 1}), {64, 64}, halo({64, 64}));
  ground.context.machine = machine_of(topology::Percs({32, 1}));
  Mappings::for_each([&]<class M>(std::type_identity<M>) {
    if (!serves_percs<M> || (std::same_as<M, Scotch> && !has_scotch())) return;
    EXPECT_TRUE(ground.is_valid(M{quick_params<M>()}.place(ground.context))) << M::name;
  });
}

TEST(Mapping, EveryMappingRejectsMoreTasksThanTerminals) {
  MappingGround ground(topology::Percs({16, 1}), {64, 64}, halo({64, 64}));
  ground.context.machine = machine_of(topology::Percs({16, 1}));
  Mappings::for_each([&]<class M>(std::type_identity<M>) {
    if (std::same_as<M, FileMapping> || std::same_as<M, HostList>) return;  // tasks may share terminals
    EXPECT_THROW(M{quick_params<M>()}.place(ground.context), InputError) << M::name;
  });
}

TEST(Linear, UsesColumnMajorOrderOnRequest) {
  auto const placement = Linear({.order = GridOrder::columns}).place({{2, 3}, 6});
  EXPECT_EQ(placement, (Placement{0, 2, 4, 1, 3, 5}));
}

TEST(Blocks, PlacesBlocksInRowMajorOrderWithQuadsInside) {
  auto const placement = Blocks({.sides = {2, 4}}).place({{4, 4}, 16});
  EXPECT_EQ(placement, (Placement{0, 1, 4, 5, 2, 3, 6, 7, 8, 9, 12, 13, 10, 11, 14, 15}));
}

TEST(Blocks, SupportsAnyNumberOfDimensions) {
  auto const placement = Blocks({.sides = {1, 1, 2}, .quad = {1, 1, 2}}).place({{2, 2, 2}, 8});
  EXPECT_EQ(placement, (Placement{0, 1, 2, 3, 4, 5, 6, 7}));
}

TEST(Blocks, KeepsBlocksTogetherInRandomOrderDeterminedByTheSeed) {
  Blocks const blocks({.sides = {4, 8}, .order = BlockOrder::random});
  auto const one = blocks.place(percs_context(16, {32, 64}, 3)),
             other = blocks.place(percs_context(16, {32, 64}, 4));
  EXPECT_EQ(one, blocks.place(percs_context(16, {32, 64}, 3)));
  EXPECT_NE(one, other);
  for (std::uint32_t r = 0; r < 32; ++r)
    for (std::uint32_t c = 0; c < 64; ++c)
      EXPECT_EQ(one[r * 64 + c] / 32, one[r / 4 * 4 * 64 + c / 8 * 8] / 32);
}

TEST(Blocks, RejectsBlocksThatDoNotDivideTheGrid) {
  EXPECT_THROW(Blocks({.sides = {3, 2}}).place({{4, 4}, 16}), InputError);
  EXPECT_THROW(Blocks({.sides = {2, 2}}).place({{2, 2, 4}, 16}), InputError);
  EXPECT_THROW(Blocks({.sides = {4, 4}, .quad = {3, 1}}).place({{4, 4}, 16}), InputError);
}

/// Lemma of the paper: the six neighbors of every symbol in the identity and 5i + 2 mod q are distinct. In
/// addition, six rows (48 tasks) and twelve columns (96 tasks) of blocks.
TEST(ModularColoring, TwoSupernodesAreAdjacentAtMostOnce) {
  for (Sides const& grid :
       {Sides{32, 64}, Sides{64, 64}, Sides{64, 128}, Sides{128, 128}, Sides{48, 64}, Sides{32, 96}}) {
    auto const rows = static_cast<std::uint32_t>(grid[0]), columns = static_cast<std::uint32_t>(grid[1]);
    auto const placement = ModularColoring({}).place(percs_context(grid[0] * grid[1] / 128, grid));
    std::set<std::pair<std::uint32_t, std::uint32_t>> joined;
    std::size_t borders = 0;
    auto const supernode = [&](std::uint32_t r, std::uint32_t c) {
      return placement[r % rows * columns + c % columns] / 128;
    };
    for (std::uint32_t r = 0; r < rows; r += 8)
      for (std::uint32_t c = 0; c < columns; c += 8)
        for (auto const other : {supernode(r + 8, c), supernode(r, c + 8)}) {
          ASSERT_NE(supernode(r, c), other);
          joined.insert(std::minmax(supernode(r, c), other));
          ++borders;
        }
    EXPECT_EQ(joined.size(), borders) << format_sides(grid);
  }
}

// 32 x 40 tasks on 10 supernodes: 4 x 5 blocks of 8x8, and 5 is not a power of two; blocks of 16x4, 4x16,
// 2x32, 32x2, 1x64 and 64x1 do not divide the grid, or have fewer than four rows.
TEST(ModularColoring, RejectsUnsupportedGridsAndGroups) {
  EXPECT_THROW(ModularColoring({}).place(percs_context(10, {32, 40})), InputError);
  EXPECT_THROW(ModularColoring({.block = {16, 4}}).place(percs_context(16, {32, 64})), InputError);
  EXPECT_THROW(ModularColoring({.block = {8, 16}}).place(percs_context(16, {32, 64})), InputError);
  EXPECT_THROW(ModularColoring({}).place({{32, 64}, 2048}), InputError);
}

TEST(Hybrid, UsesRowsOrColumnsIfTheyFitInAGroup) {
  auto const second_task = [](std::int64_t supernodes, Sides const& grid) {
    return Hybrid({}).place(percs_context(supernodes, grid)).at(1);
  };
  EXPECT_EQ(second_task(32, {64, 64}), 1U);       // both possible, 64 x 64: rows
  EXPECT_EQ(second_task(16, {32, 64}), 32U);      // both possible, rows of 64: columns
  EXPECT_EQ(second_task(64, {64, 128}), 1U);      // both possible: rows
  EXPECT_EQ(second_task(256, {128, 256}), 128U);  // only columns
  EXPECT_THROW(Hybrid({}).place(percs_context(512, {256, 256})), InputError);
}

}  // namespace
}  // namespace weft::mapping
