// SPDX-License-Identifier: Apache-2.0
#include "weft/collective/ranks.hpp"

#include <gtest/gtest.h>

#include "support/ranks_on.hpp"
#include "weft/topology/family/binary_tree.hpp"
#include "weft/topology/family/butterfly.hpp"
#include "weft/topology/family/kary_nfly.hpp"
#include "weft/topology/family/kary_ntree.hpp"
#include "weft/topology/family/leiserson_fat_tree.hpp"
#include "weft/topology/family/torus.hpp"
#include "weft/topology/family/xgft.hpp"

namespace weft::collective {
namespace {

TEST(Ranks, DetectAFatTreeWithEquallyNumberedParents) {
  EXPECT_TRUE(RanksOn(topology::KaryNtree({4, 3})).is_fat_tree());
  EXPECT_TRUE(RanksOn(topology::Xgft({{3, 2, 2}, {2, 1, 3}})).is_fat_tree());
  EXPECT_TRUE(RanksOn(topology::Xgft({{2, 1, 3}, {1, 4, 1}})).is_fat_tree());
  EXPECT_TRUE(RanksOn(topology::BinaryTree({4})).is_fat_tree());
  EXPECT_TRUE(RanksOn(topology::LeisersonFatTree({8})).is_fat_tree());
  EXPECT_FALSE(RanksOn(topology::Butterfly({3})).is_fat_tree())
      << "cross and straight are swapped between the children";
  EXPECT_FALSE(RanksOn(topology::KaryNfly({2, 3})).is_fat_tree());
  EXPECT_FALSE(RanksOn(topology::Torus({.sides = {4, 4}})).is_fat_tree());
}

TEST(Ranks, HaveNoGridIfThereAreFailures) {
  topology::Torus const torus({.sides = {4, 4}});
  EXPECT_NE(Ranks(machine_of(torus)).grid(), nullptr);
  EXPECT_EQ(Ranks(machine_of(torus, {.fail = "3"})).grid(), nullptr);
}

TEST(Ranks, OccupyTheirVertices) {
  RanksOn const all(topology::Torus({.sides = {3, 3}, .concentration = 2}));
  EXPECT_EQ(all.size(), 18u);
  EXPECT_EQ(all[0], 9u) << "terminals are vertices after the routers";
  Ranks const some(all, {12, 10});
  EXPECT_EQ(some.size(), 2u);
  EXPECT_EQ(some[1], 10u);
  EXPECT_EQ(&some.network(), &all.network());
}

}  // namespace
}  // namespace weft::collective
