// SPDX-License-Identifier: Apache-2.0
#include "weft/analysis/universality/universal_tree.hpp"

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "support/machine_of.hpp"
#include "weft/core/error.hpp"
#include "weft/network/topologies.hpp"
#include "weft/topology/family/leiserson_fat_tree.hpp"
#include "weft/topology/family/xgft.hpp"

namespace weft {
namespace {

using Places = std::vector<std::array<std::int32_t, 3>>;

Places cube(std::int32_t side) {
  Places places;
  for (std::int32_t z = 0; z < side; ++z)
    for (std::int32_t y = 0; y < side; ++y)
      for (std::int32_t x = 0; x < side; ++x) places.push_back({x, y, z});
  return places;
}

TEST(Decomposition, HalvesACubeAlternately) {
  auto const decomposition = decompose(cube(4), {});
  EXPECT_EQ(decomposition.height, 6u);
  EXPECT_EQ(decomposition.sides, (std::array{4.0, 4.0, 4.0}));
  // The first cut divides x, the second y, the third z: the leaves of an eighth are a cube of 2 x 2 x 2.
  auto const& leaf = decomposition.leaf;
  for (std::uint32_t r = 0; r < 64; ++r) {
    auto const x = r % 4, y = r / 4 % 4, z = r / 16;
    EXPECT_EQ(leaf[r] >> 3, x / 2 * 4 + y / 2 * 2 + z / 2) << "router " << r;
  }
  auto sorted = leaf;
  std::ranges::sort(sorted);
  EXPECT_EQ(std::ranges::unique(sorted).begin(), sorted.end());
}

TEST(Decomposition, SupportsAnyNumberOfRouters) {
  Places places(cube(5));
  places.resize(77);
  auto const decomposition = decompose(places, {});
  EXPECT_EQ(decomposition.height, 7u);
  auto leaf = decomposition.leaf;
  std::ranges::sort(leaf);
  EXPECT_EQ(std::ranges::unique(leaf).begin(), leaf.end());
  EXPECT_LT(leaf.back(), 128u);
  EXPECT_EQ(decompose(Places{{3, 1, 2}}, {}).height, 0u);
}

// The surface of a box must be at least the number of channels that leave it: a complete graph needs more
// volume than its routers.
TEST(Decomposition, GrowsUntilChannelsFitThroughTheSurfaces) {
  auto const places = cube(4);
  std::vector<std::pair<std::uint32_t, std::uint32_t>> channels;
  for (std::uint32_t a = 0; a < 64; ++a)
    for (std::uint32_t b = 0; b < 64; ++b)
      if (a != b) channels.emplace_back(a, b);
  auto const decomposition = decompose(places, channels);
  // 2 * 16 * 48 channels leave a quarter of the cube, 2 x 2 x 4 with 40 units of surface, more per unit than
  // a half or an eighth.
  EXPECT_NEAR(decomposition.volume(), 64 * std::pow(1536 / 40.0, 1.5), 1e-6);
}

TEST(NetworkTree, MatchesLeisersonsFatTreeAndItsCapacities) {
  topology::LeisersonFatTree const fat_tree({16, 1.587});
  auto const [tree, vertex_of, routers, first] = tree_of(machine_of(fat_tree), 1);
  ASSERT_EQ(tree.size(), 31u);
  auto const height = heights(tree);
  EXPECT_EQ(height[0], 4u);
  for (std::uint32_t v = 1; v < 31; ++v) {
    EXPECT_DOUBLE_EQ(tree.up[v], std::pow(1.587, height[v]));
    EXPECT_DOUBLE_EQ(tree.down[v], tree.up[v]);
    EXPECT_EQ(routers[v], 1u);
    EXPECT_EQ(vertex_of[first[v].v], v);
  }
}

// XGFT(2; 4, 4; 1, 2): 16 nodes, and 4 switches of 4 nodes with two links each to 2 roots, which become one
// vertex. Twice the capacity is twice the bandwidth.
TEST(NetworkTree, MergesParallelRoots) {
  topology::Xgft const xgft({{4, 4}, {1, 2}});
  auto const result = tree_of(machine_of(xgft), 2);
  ASSERT_EQ(result.tree.size(), 16u + 4 + 1);
  EXPECT_EQ(result.routers[0], 2u) << "two roots";
  auto const height = heights(result.tree);
  for (std::uint32_t v = 1; v < 21; ++v) EXPECT_DOUBLE_EQ(result.tree.up[v], height[v] == 1 ? 4 : 2);
}

TEST(NetworkTree, RejectsCycles) {
  EXPECT_THROW(tree_of(Machine(make_topology("ring:routers=5")), 1), InputError);
  EXPECT_THROW(tree_of(Machine(make_topology("de_bruijn:degree=2,length=3")), 1), InputError);
}

// The root of a path of 5 routers is in the middle. If link 1 - 2 fails, the disconnected part is below the
// root with channels of capacity 0.
TEST(NetworkTree, AcceptsAPathWithAFailedLink) {
  auto const whole = tree_of(Machine(make_topology("mesh:sides=5")), 1);
  EXPECT_EQ(whole.first[0], RouterId{2});
  EXPECT_EQ(heights(whole.tree)[0], 2u);
  auto const cut = tree_of(Machine(make_topology("mesh:sides=5"), {.fail = "1-2"}), 1);
  ASSERT_EQ(cut.tree.size(), 5u);
  EXPECT_EQ(std::ranges::count(cut.tree.up, 0.0), 2) << "of the root, and of what is cut off";
}

}  // namespace
}  // namespace weft
