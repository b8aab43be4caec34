// SPDX-License-Identifier: Apache-2.0
#include "weft/verb/side_by_side.hpp"

#include <gtest/gtest.h>

#include "weft/verb/load/load.hpp"
#include "weft/verb/verb.hpp"

namespace weft::verb {
namespace {

/// The histogram of a ring has one class of channels and ten rows. On a screen of ten rows each of two
/// routings has five of them, the first, the last and i * 9 / 4 in between; those of the second begin at row
/// 10.
TEST(SideBySide, ScreensShowRowsOfEveryValueInTurn) {
  auto const result =
      run<Load>({.topology = "ring:routers=4", .routing = "[minimal,up_down]", .pattern = "all_to_all"});
  auto const& histogram = result.table("histogram");
  ASSERT_EQ(histogram.rows.size(), 20u);
  EXPECT_EQ(histogram.digest.rows, (std::vector<std::size_t>{0, 10, 2, 12, 4, 14, 6, 16, 9, 19}));
  EXPECT_EQ(result.table("throughput").digest.rows, (std::vector<std::size_t>{0, 1}));
}

}  // namespace
}  // namespace weft::verb
