// SPDX-License-Identifier: Apache-2.0
#include "weft/chart/vega.hpp"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "support/charts.hpp"

namespace weft::chart {
namespace {

using Json = nlohmann::json;

/// Returns the layer named `name`, or null.
Json layer_of(Json const& view, std::string const& name) {
  for (auto const& layer : view.at("layer"))
    if (layer.at("name") == name) return layer;
  return {};
}

std::size_t count_values(Json const& view, char const* field) {
  std::size_t count = 0;
  for (auto const& row : view.at("data").at("values"))
    count += row.contains(field) && row.at(field).is_number();
  return count;
}

TEST(VegaTest, ContainsPointsAxesAndReferencesOfALineChart) {
  auto const spec = Json::parse(vega_lite(latency_chart()));
  EXPECT_EQ(spec.at("title").at("text"), "Latency & load");
  EXPECT_EQ(count_values(spec, "y"), 7U);
  EXPECT_EQ(count_values(spec, "low"), 4U) << "only the first series has a range";
  auto const points = layer_of(spec, "points");
  EXPECT_EQ(points.at("mark").at("type"), "point");
  EXPECT_EQ(points.at("encoding").at("x").at("title"), "offered load (flits/cycle)");
  EXPECT_EQ(points.at("encoding").at("color").at("scale").at("domain"), Json({"dimension order", "valiant"}));
  EXPECT_EQ(points.at("encoding").at("color").at("scale").at("range"), Json({"#0072B2", "#D55E00"}));
  for (auto const* name :
       {"lines", "error_bars", "ends_low", "ends_high", "reference_0", "reference_1", "hover"})
    EXPECT_FALSE(layer_of(spec, name).is_null()) << name;
  EXPECT_EQ(layer_of(spec, "error_bars").at("params").at(0).at("bind"), "legend")
      << "of layers that share a legend, only the first hears its clicks";
  EXPECT_TRUE(layer_of(spec, "bands").is_null());
  EXPECT_EQ(layer_of(spec, "reference_0").at("data").at("values").at(0).at("value"), 0.45);
  EXPECT_EQ(layer_of(spec, "hover").at("encoding").at("tooltip").size(), 3U) << "x and both series";
}

TEST(VegaTest, DrawsABandAsAnArea) {
  auto chart = latency_chart();
  chart.series[0].range = RangeStyle::band;
  auto const spec = Json::parse(vega_lite(chart));
  EXPECT_EQ(layer_of(spec, "bands").at("mark").at("type"), "area");
  EXPECT_TRUE(layer_of(spec, "error_bars").is_null());
}

TEST(VegaTest, LeavesGapsForValuesThatAreNotFinite) {
  double const nan = std::nan(""), infinity = std::numeric_limits<double>::infinity();
  LineChart chart{{"gap"},
                  {"x"},
                  {"y"},
                  {{"a", {1, 2, 3, 4}, {1, nan, infinity, 4}, {0, nan, 1, 2}, {2, 3, infinity, 5}}}};
  auto const text = vega_lite(chart);
  auto const spec = Json::parse(text);
  EXPECT_EQ(count_values(spec, "y"), 2U);
  EXPECT_EQ(spec.at("data").at("values").size(), 4U);
  EXPECT_EQ(text.find("nan"), std::string::npos);
  EXPECT_EQ(text.find("inf"), std::string::npos);
  EXPECT_FALSE(spec.at("usermeta").at("notes").empty());
}

TEST(VegaTest, OmitsZerosOnALogAxis) {
  LineChart chart{{"log"}, {"x"}, {"y", "", ScaleType::log}, {{"a", {1, 2, 3}, {0, 10, 1000}}}};
  auto const spec = Json::parse(vega_lite(chart));
  EXPECT_EQ(count_values(spec, "y"), 2U);
  EXPECT_EQ(layer_of(spec, "lines").at("encoding").at("y").at("scale").at("type"), "log");
  EXPECT_GT(layer_of(spec, "lines").at("encoding").at("y").at("scale").at("domain").at(0), 0);
  EXPECT_EQ(spec.at("usermeta").at("notes").size(), 1U);
}

TEST(VegaTest, DrawsABarForEachValue) {
  auto const spec = Json::parse(vega_lite(levels_chart()));
  auto const bars = layer_of(spec, "bars");
  EXPECT_EQ(bars.at("mark").at("type"), "bar");
  EXPECT_EQ(count_values(spec, "y"), 8U);
  EXPECT_EQ(bars.at("encoding").at("x").at("scale").at("domain"), Json({"1", "2", "3", "4"}));
  EXPECT_EQ(bars.at("encoding").at("y2").at("datum"), 0);
  EXPECT_EQ(bars.at("encoding").at("xOffset").at("scale").at("domain").size(), 2U);
  EXPECT_FALSE(layer_of(spec, "error_bars").is_null());
}

TEST(VegaTest, MatchesTheCurvesOfAHistogramPicture) {
  HistogramChart chart{{"delays"}, {"rounds"}, {}, {{"a", {1, 2, 2, 5}}}, HistogramKind::complementary};
  auto const spec = Json::parse(vega_lite(chart));
  EXPECT_EQ(count_values(spec, "y"), 6U);
  EXPECT_EQ(layer_of(spec, "lines").at("encoding").at("y").at("title"), "share of values > x");
}

TEST(VegaTest, DrawsAPanelForEachChartOfAGrid) {
  ChartGrid const grid{{"Both"}, {latency_chart(), levels_chart()}, 2};
  auto const spec = Json::parse(vega_lite(grid));
  EXPECT_EQ(spec.at("columns"), 2);
  ASSERT_EQ(spec.at("concat").size(), 2U);
  EXPECT_FALSE(layer_of(spec.at("concat").at(0), "lines_0").is_null()) << "names differ between panels";
  EXPECT_FALSE(layer_of(spec.at("concat").at(1), "bars_1").is_null());
}

TEST(VegaTest, SharesTheLegendOfPanelsWithEqualSeries) {
  BarChart panel{{"price"}, "", {""}, {}, {{"torus", {1000}}, {"fat tree", {1020}}}};
  ChartGrid const grid{{"Both"}, {panel, panel}, 2};
  auto const text = vega_lite(grid);
  auto const spec = Json::parse(text);
  auto const bars = [&](int i) { return layer_of(spec.at("concat").at(i), "bars_" + std::to_string(i)); };
  EXPECT_TRUE(bars(0).at("encoding").at("color").at("legend").is_object());
  EXPECT_TRUE(bars(1).at("encoding").at("color").at("legend").is_null());
  EXPECT_TRUE(bars(0).contains("params"));
  EXPECT_FALSE(bars(1).contains("params"));
  EXPECT_EQ(bars(1).at("encoding").at("opacity").at("condition").at("param"), "chosen_0");
  EXPECT_EQ(text.find("series 1"), std::string::npos) << "a category without a name needs none";
  EXPECT_EQ(spec.at("concat").at(0).at("data").at("values").at(1).at("label"), "1,020");
}

TEST(VegaTest, KeepsNamesOutOfExpressions) {
  auto chart = latency_chart();
  chart.series[0].name = "</script>'\\\"[0].x";
  chart.series[1].name = "</script>'\\\"[0].x";
  auto const spec = Json::parse(vega_lite(chart));
  auto const domain = layer_of(spec, "points").at("encoding").at("color").at("scale").at("domain");
  EXPECT_EQ(domain.at(0), "</script>'\\\"[0].x");
  EXPECT_EQ(domain.at(1), "</script>'\\\"[0].x (2)");
  EXPECT_EQ(layer_of(spec, "points").at("transform").dump().find("script"), std::string::npos)
      << "expressions hold no names";
}

TEST(VegaTest, WritesEqualBytesForEqualCharts) {
  EXPECT_EQ(vega_lite(latency_chart()), vega_lite(latency_chart()));
}

TEST(VegaTest, IsValidForAnEmptyChart) {
  EXPECT_TRUE(Json::accept(vega_lite(LineChart{})));
  EXPECT_TRUE(Json::accept(vega_lite(BarChart{})));
  EXPECT_TRUE(Json::accept(vega_lite(HistogramChart{})));
  EXPECT_TRUE(Json::accept(vega_lite(ChartGrid{})));
}

}  // namespace
}  // namespace weft::chart
