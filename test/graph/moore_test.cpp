#include "weft/graph/moore.hpp"

#include <gtest/gtest.h>

namespace weft {
namespace {

TEST(MooreBound, OfKnownGraphs) {
  EXPECT_EQ(moore_bound(3, 2, false).value, 10);  // Petersen
  EXPECT_EQ(moore_bound(7, 2, false).value, 50);  // Hoffman and Singleton
  EXPECT_EQ(moore_bound(2, 10, true).digits, "2047");
  EXPECT_EQ(moore_bound(0, 0, false).digits, "1");
  EXPECT_EQ(moore_bound(1, 1, false).digits, "2");
}

TEST(MooreBound, BeyondMachineWords) {  // a 32 x 32 mesh, in Python
  EXPECT_EQ(moore_bound(4, 62, false).digits, "763040848953891663257299797617");
  EXPECT_NEAR(moore_bound(4, 62, false).value / 763040848953891663257299797617.0, 1, 1e-14);
  EXPECT_EQ(moore_bound(10, 19, true).digits, "11111111111111111111");
  EXPECT_EQ(moore_bound(4, 5000, false).value, std::numeric_limits<double>::infinity());
}

}  // namespace
}  // namespace weft
