// SPDX-License-Identifier: Apache-2.0
#include "weft/topology/family/flattened_butterfly.hpp"

#include <gtest/gtest.h>

namespace weft {
namespace {

// Kim, Dally & Abts, ISCA 2007, figures 1 and 2: a 4-ary 2-fly yields 4 routers in one dimension, a 2-ary
// 4-fly 8 routers in three dimensions, of radix k' = n (k - 1) + 1; N = k^n terminals.
TEST(FlattenedButterfly, MatchesPublishedFacts) {
  topology::FlattenedButterfly const small{{4, 2}};
  EXPECT_EQ(small.num_routers(), 4u);
  EXPECT_EQ(small.num_terminals(), 16u);
  EXPECT_EQ(small.degree({0}) + 4, 2 * 3 + 1);
  topology::FlattenedButterfly const cube{{2, 4}};
  EXPECT_EQ(cube.num_routers(), 8u);
  EXPECT_EQ(cube.num_terminals(), 16u);
  EXPECT_EQ(cube.degree({0}) + 2, 4 * 1 + 1);
  EXPECT_EQ((topology::FlattenedButterfly{{8, 4}}.diameter()), 3u);
}

TEST(FlattenedButterfly, AcceptsAnyConcentration) {
  EXPECT_EQ((topology::FlattenedButterfly{{4, 3, 1}}.num_terminals()), 16u);
}

}  // namespace
}  // namespace weft
