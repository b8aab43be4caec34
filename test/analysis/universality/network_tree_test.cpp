#include "weft/analysis/universality/network_tree.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "support/machine_of.hpp"
#include "weft/core/error.hpp"
#include "weft/network/topologies.hpp"
#include "weft/topology/family/leiserson_fat_tree.hpp"
#include "weft/topology/family/xgft.hpp"

namespace weft {
namespace {

TEST(NetworkTree, IsLeisersonsFatTreeWithItsCapacities) {
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

// XGFT(2; 4, 4; 1, 2): 16 nodes, 4 switches of 4 nodes each, each with two links up to 2 roots, which are one
// vertex. Twice the capacity is twice the bandwidth.
TEST(NetworkTree, TakesParallelRootsTogether) {
  topology::Xgft const xgft({{4, 4}, {1, 2}});
  auto const result = tree_of(machine_of(xgft), 2);
  ASSERT_EQ(result.tree.size(), 16u + 4 + 1);
  EXPECT_EQ(result.routers[0], 2u) << "two roots";
  auto const height = heights(result.tree);
  for (std::uint32_t v = 1; v < 21; ++v) EXPECT_DOUBLE_EQ(result.tree.up[v], height[v] == 1 ? 4 : 2);
}

TEST(NetworkTree, RefusesCycles) {
  EXPECT_THROW(tree_of(Machine(make_topology("ring:routers=5")), 1), InputError);
  EXPECT_THROW(tree_of(Machine(make_topology("de_bruijn:degree=2,length=3")), 1), InputError);
}

// A path of 5 routers has its middle as root; with the link 1 - 2 failed, what it cuts off is below the root
// with channels of capacity 0.
TEST(NetworkTree, APathIsATreeAlsoWithAFailedLink) {
  auto const whole = tree_of(Machine(make_topology("mesh:sides=5")), 1);
  EXPECT_EQ(whole.first[0], RouterId{2});
  EXPECT_EQ(heights(whole.tree)[0], 2u);
  auto const cut = tree_of(Machine(make_topology("mesh:sides=5"), {.fail = "1-2"}), 1);
  ASSERT_EQ(cut.tree.size(), 5u);
  EXPECT_EQ(std::ranges::count(cut.tree.up, 0.0), 2) << "of the root, and of what is cut off";
}

}  // namespace
}  // namespace weft
