#include "weft/verb/simulate/flit/load_curves.hpp"

#include <gtest/gtest.h>

#include "support/picture.hpp"

namespace weft::verb {
using namespace chart;
namespace {

struct Point {
  double rate, accepted, latency;
  char const* ending = "measured";
};

Table curve_of(std::initializer_list<Point> points) {
  Table table{"curve", "Curve", {{"rate"}, {"accepted"}, {"latency"}, {"ending"}}, {}};
  for (auto const& it : points) table.add_row({it.rate, it.accepted, it.latency, it.ending});
  return table;
}

TEST(SaturationPoint, LiesBetweenTheLastRateWithinTheLimitAndTheNext) {
  auto const point = saturation_of(
      curve_of({{0.1, 0.1, 10}, {0.3, 0.3, 29}, {0.4, 0.4, 31}, {0.5, 0.47, 25}, {0.9, 0.45, 900}}), 3);
  EXPECT_EQ(point.idle_latency, 10);
  EXPECT_EQ(point.below, 0.3);
  EXPECT_EQ(point.above, 0.4);  // although 0.5 is within the limit again
  EXPECT_EQ(point.throughput, 0.47);
  EXPECT_EQ(point.overload, 0.45);
}

TEST(SaturationPoint, NeedsNoPrecision) {
  EXPECT_EQ(saturation_of(curve_of({{0.1, 0.1, 10}, {0.3, 0.29, 11, "measured to 9 %"}}), 3).below, 0.3);
}

TEST(SaturationPoint, IsAboveWhereTheNetworkDoesNotSettle) {
  for (char const* ending : {"saturated", "cut off", "deadlock at cycle 2000"}) {
    auto const point = saturation_of(curve_of({{0.1, 0.1, 10}, {0.3, 0.29, 11, ending}}), 3);
    EXPECT_EQ(point.below, 0.1) << ending;
    EXPECT_EQ(point.above, 0.3) << ending;
  }
}

TEST(SaturationPoint, IsNotSeenWhereAllRatesStand) {
  auto const point = saturation_of(curve_of({{0.1, 0.1, 10}, {1, 0.99, 30}}), 3);
  EXPECT_EQ(point.below, 1);
  EXPECT_FALSE(point.above);
}

TEST(LoadCurves, LeaveTheChartTowardsTheFirstRateThatDoesNotSettle) {
  auto const curve = curve_of({{0.1, 0.1, 10}, {0.3, 0.3, 20}, {0.5, 0.4, 45, "saturated"}, {0.7, 0.4, 90}});
  auto const latency = latency_lines("torus", {{"two", &curve, 1}}, 50);
  ASSERT_EQ(latency.series.size(), 1u);
  EXPECT_EQ(latency.series[0].color, 1u);
  EXPECT_EQ(latency.series[0].x, (std::vector{0.1, 0.3, 0.5}));
  EXPECT_EQ(latency.series[0].y, (std::vector{10.0, 20.0, 100.0}));
  EXPECT_EQ(latency.y.max, 50);
  auto const throughput = throughput_lines("torus", {{"two", &curve, 1}});
  EXPECT_EQ(throughput.series[0].x, (std::vector{0.1, 0.3, 0.5, 0.7}));
  EXPECT_EQ(throughput.series[0].y, (std::vector{0.1, 0.3, 0.4, 0.4}));
  for (auto const& chart : {latency, throughput}) {
    auto const svg = to_svg(chart);
    EXPECT_EQ(count_text(svg, "torus"), 1u);
    EXPECT_TRUE(label_faults(svg).empty()) << label_faults(svg).front();
  }
}

}  // namespace
}  // namespace weft::verb
