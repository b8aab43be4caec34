// SPDX-License-Identifier: Apache-2.0
#include "weft/graph/moore.hpp"

#include <gtest/gtest.h>

namespace weft {
namespace {

TEST(MooreBound, MatchesKnownGraphs) {
  EXPECT_EQ(moore_bound(3, 2, false).value, 10);  // Petersen
  EXPECT_EQ(moore_bound(7, 2, false).value, 50);  // Hoffman and Singleton
  EXPECT_EQ(moore_bound(2, 10, true).digits, "2047");
  EXPECT_EQ(moore_bound(0, 0, false).digits, "1");
  EXPECT_EQ(moore_bound(1, 1, false).digits, "2");
}

TEST(MooreBound, SupportsNumbersBeyondMachineWords) {  // a 32 x 32 mesh, in Python
  EXPECT_EQ(moore_bound(4, 62, false).digits, "763040848953891663257299797617");
  EXPECT_NEAR(moore_bound(4, 62, false).value / 763040848953891663257299797617.0, 1, 1e-14);
  EXPECT_EQ(moore_bound(10, 19, true).digits, "11111111111111111111");
  EXPECT_EQ(moore_bound(4, 5000, false).value, std::numeric_limits<double>::infinity());
}

TEST(MinMeanDistance, IsAttainedByMooreGraphs) {
  EXPECT_DOUBLE_EQ(min_mean_distance(10, 3, false), 5.0 / 3);    // Petersen: 3 at one hop, 6 at two
  EXPECT_DOUBLE_EQ(min_mean_distance(50, 7, false), 91.0 / 49);  // Hoffman and Singleton: 7 and 42
  EXPECT_DOUBLE_EQ(min_mean_distance(17, 16, false), 1);         // complete
  EXPECT_DOUBLE_EQ(min_mean_distance(6, 5, true), 1);            // complete, directed
  EXPECT_DOUBLE_EQ(min_mean_distance(9, 2, false), 20.0 / 8);    // an odd cycle: two each at 1, 2, 3, 4
  EXPECT_DOUBLE_EQ(min_mean_distance(8, 2, false), 16.0 / 7);    // an even cycle: one at 4
  EXPECT_DOUBLE_EQ(min_mean_distance(9, 1, true), 36.0 / 8);     // a unidirectional cycle
  EXPECT_DOUBLE_EQ(min_mean_distance(6, 2, true), 8.0 / 5);      // Kautz(2, 2): 2 at one hop, 3 at two
  EXPECT_DOUBLE_EQ(min_mean_distance(2, 1, false), 1);
  EXPECT_EQ(min_mean_distance(1, 4, false), 0);
}

TEST(MinMeanDistance, FillsTheMooreTreeLevelByLevel) {
  // 1024 vertices of degree 10: 10 at one hop, 90 at two, 810 at three, the other 113 at four.
  EXPECT_DOUBLE_EQ(min_mean_distance(1024, 10, false), (10 + 2 * 90 + 3 * 810 + 4 * 113) / 1023.0);
  EXPECT_DOUBLE_EQ(min_mean_distance(1024, 10, true), (10 + 2 * 100 + 3 * 913) / 1023.0);
  // Every vertex of a tree of depth 3 and degree 3 is as close to the root as the bound allows.
  EXPECT_DOUBLE_EQ(min_mean_distance(1 + 3 + 6 + 12, 3, false), (3 + 12 + 36) / 21.0);
}

}  // namespace
}  // namespace weft
