// SPDX-License-Identifier: Apache-2.0
#include "weft/engine/load/load.hpp"

#include <gtest/gtest.h>

namespace weft::load {
namespace {

TEST(Loads, ReportTheFirstOfEquallyLoadedClassesAsBottleneck) {
  Loads loads{{{"D", 10, 1, 20, 1, 20}, {"LR", 5, 1, 10, 1, 10}, {"LL", 21, 1, 42, 1, 42}}, 8, 4};
  ASSERT_NE(loads.bottleneck(), nullptr);
  EXPECT_EQ(loads.bottleneck()->name, "D");
  loads.classes[2].max = 43;
  EXPECT_EQ(loads.bottleneck()->name, "LL");
  EXPECT_DOUBLE_EQ(loads.throughput(loads.classes[0]), 16);
}

TEST(Loads, TiesAreExact) {
  std::uint64_t const large = 3000000000000001;
  Loads loads{{{"a", 1, 1, large, 1, large}, {"b", 3, 1, 3 * large + 1, 1, large}}, 1, 1};
  EXPECT_EQ(loads.bottleneck()->name, "b");
  loads.classes[1].max = 3 * large;
  EXPECT_EQ(loads.bottleneck()->name, "a");
}

TEST(Loads, HaveNoBottleneckWithoutTraffic) {
  Loads const loads{{{"D", 10, 1, 0, 1, 0}}, 1, 1};
  EXPECT_EQ(loads.bottleneck(), nullptr);
}

}  // namespace
}  // namespace weft::load
