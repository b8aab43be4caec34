// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "support/picture.hpp"
#include "weft/verb/sweep/sweep.hpp"

namespace weft::verb {
using namespace chart;
namespace {

TEST(SweepFigures, LatencyMarksSaturation) {
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

TEST(SweepFigures, CurvesOfSaturatedRoutingsExceedTheAxis) {
  Result sweep;
  sweep.scenario = {{"routing 1", "minimal"}, {"routing 2", "valiant"}};
  Table curve{"curve",
              "",
              {{"routing"}, {"rate"}, {"latency"}, {"plus_minus"}, {"p99"}, {"accepted"}, {"ending"}},
              {}};
  curve.add_row({"minimal", 0.1, 10.0, 0.5, 20, 0.1, "measured"});
  curve.add_row({"minimal", 0.4, 500.0, {}, 900, 0.2, "saturated"});
  curve.add_row({"valiant", 0.1, 20.0, 0.5, 40, 0.1, "measured"});
  curve.add_row({"valiant", 0.4, 800.0, 9.0, 900, 0.4, "measured"});
  sweep.tables = {curve};
  auto const figure = Sweep::figures(sweep).at(0);
  auto const& chart = std::get<LineChart>(std::get<Chart>(figure.picture));
  ASSERT_EQ(chart.series.size(), 2U);
  EXPECT_EQ(chart.series[0].low.at(0), 9.5) << "confidence intervals are drawn";
  EXPECT_EQ(chart.series[0].x.back(), 0.4);
  EXPECT_GT(chart.series[0].y.back(), *chart.y.max);
  EXPECT_GE(*chart.y.max, 5 * 20) << "five times the largest zero-load latency";
  EXPECT_LT(*chart.y.max, 150) << "a point just before saturation does not flatten the curves";
}

}  // namespace
}  // namespace weft::verb
