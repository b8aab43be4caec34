// SPDX-License-Identifier: Apache-2.0
#include "weft/chart/cycle_list.hpp"

#include <gtest/gtest.h>

#include "support/picture.hpp"

namespace weft::chart {
namespace {

TEST(CycleList, DrawsABoxPerChannelWithoutOverlaps) {
  for (std::size_t const length : {1u, 4u, 33u}) {
    CycleList list{"A cycle", "dimension_order with 1 virtual channel can deadlock", {}};
    auto const wait = std::string("its packet, from terminal 12 to 34 via router <5>, waits for");
    for (std::size_t i = 0; i < length; ++i)
      list.rows.push_back(
          {"(" + std::to_string(i) + ",0) -> (7,7) VC 0", i + 1 < length ? wait : wait + " the first"});
    auto const svg = to_svg(list);
    EXPECT_EQ(label_faults(svg), std::vector<std::string>{});
    EXPECT_EQ(count_tags(svg, "polygon"), length) << "an arrow from each to the next, the last to the first";
    EXPECT_EQ(count_text(svg, wait), length - 1);
    EXPECT_EQ(count_text(svg, wait + " the first"), 1u);
    EXPECT_EQ(count_text(svg, "(0,0) -> (7,7) VC 0"), 1);
  }
}

}  // namespace
}  // namespace weft::chart
