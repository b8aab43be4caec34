// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "support/picture.hpp"
#include "weft/verb/sweep/sweep.hpp"

namespace weft::verb {
using namespace chart;
namespace {

TEST(SweepFigures, LatencyTellsWhereTheNetworkSaturates) {
  Result sweep;
  Table curve{"curve", "", {{"rate"}, {"latency"}, {"plus_minus"}, {"p99"}, {"accepted"}, {"ending"}}, {}};
  curve.add_row({0.1, 10.0, 0.1, 20, 0.1, "measured"});
  curve.add_row({0.4, 30.0, 0.5, 90, 0.4, "measured"});
  curve.add_row({0.6, 500.0, {}, 900, 0.44, "saturated"});
  Table saturation{
      "saturation", "", {{"idle_latency"}, {"limit"}, {"below"}, {"above"}, {"accepts"}, {"saturates"}}, {}};
  saturation.add_row({10.0, 30.0, 0.4, 0.41, 0.44, 0.45});
  sweep.tables = {curve, saturation};
  auto const figure = Sweep::figures(sweep).at(0);
  auto const& chart = std::get<LineChart>(std::get<Chart>(figure.picture));
  EXPECT_EQ(chart.ranges.at(0).name, "saturated from 0.45");
  EXPECT_GT(chart.series.at(0).y.back(), *chart.y.max) << "the curve leaves through the top";
  EXPECT_NE(figure.caption.find("limit of 30 cycles"), std::string::npos) << figure.caption;
  EXPECT_EQ(count_text(to_svg(figure), "3× zero-load latency"), 1u);
  EXPECT_TRUE(Sweep::figures(Result{}).empty());
}

}  // namespace
}  // namespace weft::verb
