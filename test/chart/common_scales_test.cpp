// SPDX-License-Identifier: Apache-2.0
#include "weft/chart/common_scales.hpp"

#include <gtest/gtest.h>

namespace weft::chart {
namespace {

Figure line(std::string const& name, double maximum, std::string const& unit = "cycles") {
  LineChart const chart{{"t"}, {"rate"}, {"latency", unit}, {{"a", {0, 1}, {0, maximum}}}};
  return {name, "", "", "", Chart{chart}};
}

Axis const& y_of(Figure const& figure) { return std::get<LineChart>(std::get<Chart>(figure.picture)).y; }

TEST(CommonScalesTest, SharesAxesOfChartsWithEqualNamesAndUnits) {
  auto a = line("latency", 10), b = line("latency", 1000), other = line("latency", 5, "ns"),
       alone = line("else", 7);
  share_scales({&a, &b, &other, &alone});
  EXPECT_GE(y_of(a).max, 1000);
  EXPECT_EQ(y_of(a).max, y_of(b).max);
  EXPECT_EQ(y_of(a).min, y_of(b).min);
  EXPECT_FALSE(y_of(other).max) << "another unit";
  EXPECT_FALSE(y_of(alone).max) << "another name";
}

TEST(CommonScalesTest, EndsScalesOfMapsAndNetworksAtTheMaximum) {
  Figure a{"map", "", "", "", HeatMap{.rows = 1, .columns = 2, .cells = {1, 3}}},
      b{"map", "", "", "", HeatMap{.rows = 1, .columns = 2, .cells = {1, 2}, .maximum = 8}},
      c{"network", "", "", "", NetworkView{.value_title = "load", .maximum = 2}},
      d{"network", "", "", "", NetworkView{.value_title = "load", .maximum = 5}};
  share_scales({&a, &b, &c, &d});
  EXPECT_EQ(std::get<HeatMap>(a.picture).maximum, 8);
  EXPECT_EQ(std::get<HeatMap>(b.picture).maximum, 8);
  EXPECT_EQ(std::get<NetworkView>(c.picture).maximum, 5);
}

}  // namespace
}  // namespace weft::chart
