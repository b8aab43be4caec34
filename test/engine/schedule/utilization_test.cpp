// SPDX-License-Identifier: Apache-2.0
#include "weft/engine/schedule/utilization.hpp"

#include <gtest/gtest.h>

namespace weft::schedule {
namespace {

TEST(Utilization, SplitsTheBlocksOfASlotByCapacity) {
  Utilization used({{"a", 4, 8}, {"b", 2, 2}});
  used.add(0, 0, 1, 4);
  used.add(0, 1, 3, 24);
  used.add(1, 3, 1, 1);
  used.end(5);
  EXPECT_EQ(used.num_bins(), 5U);
  EXPECT_DOUBLE_EQ(used.used(0, 0), 0.5);
  EXPECT_DOUBLE_EQ(used.used(0, 2), 1);
  EXPECT_DOUBLE_EQ(used.used(0, 4), 0);
  EXPECT_DOUBLE_EQ(used.mean(0), 28.0 / 40);
  EXPECT_DOUBLE_EQ(used.mean(), 29.0 / 50);
  EXPECT_DOUBLE_EQ(used.peak(1), 0.5);
  EXPECT_DOUBLE_EQ(used.carried(1), 1);
}

TEST(Utilization, WidensItsBinsForLongSchedules) {
  Utilization used({{"a", 1, 1}});
  constexpr std::uint64_t slots = 3 * Utilization::max_bins;
  for (std::uint64_t slot = 0; slot < slots; slot += 2) used.add(0, slot, 1, 1);
  EXPECT_EQ(used.slots_per_bin(), 4U);
  EXPECT_EQ(used.num_bins(), slots / 4);
  for (std::size_t bin = 0; bin + 1 < used.num_bins(); ++bin) ASSERT_DOUBLE_EQ(used.used(0, bin), 0.5);
  EXPECT_DOUBLE_EQ(used.carried(0), slots / 2.0);
}

}  // namespace
}  // namespace weft::schedule
