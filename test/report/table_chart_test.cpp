#include "weft/report/table_chart.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "report/picture.hpp"
#include "weft/core/error.hpp"

namespace weft::report {
namespace {

using Numbers = std::vector<double>;

/// Latency over load for two routings; dimension order at load 0.2 with two seeds.
Table sweep() {
  Table out{"sweep", "Latency against load", {}, {}};
  out.columns = {{"routing"}, {"offered_load", "flits/cycle"}, {"latency", "cycles"}, {"hops"}, {"seed"}};
  out.rows = {{"dimension_order", 0.2, 22, 6.0, 1}, {"dimension_order", 0.1, 20, 6.0, 1},
              {"dimension_order", 0.2, 26, 6.0, 2}, {"valiant", 0.1, 31.5, 12.0, 1},
              {"valiant", 0.2, {}, 12.0, 1},        {"valiant", {}, 5, 12.0, 1}};
  return out;
}

TEST(ChartFromTableTest, NumbersGiveALinePerGroupInOrderOfX) {
  auto const chart = std::get<LineChart>(chart_from_table(sweep(), "offered_load", {"latency"}, "routing"));
  EXPECT_EQ(chart.text.title, "Latency against load");
  EXPECT_EQ(chart.x.title, "offered load");
  EXPECT_EQ(chart.x.unit, "flits/cycle");
  EXPECT_EQ(chart.y.unit, "cycles");
  ASSERT_EQ(chart.series.size(), 2U);
  EXPECT_EQ(chart.series[0].name, "dimension_order");
  EXPECT_EQ(chart.series[0].x, (Numbers{0.1, 0.2}));
  EXPECT_EQ(chart.series[1].y, (Numbers{31.5})) << "empty cells are left out";
}

TEST(ChartFromTableTest, RowsThatAgreeBecomeMeanAndRange) {
  auto const chart = std::get<LineChart>(chart_from_table(sweep(), "offered_load", {"latency"}, "routing"));
  Series const& series = chart.series.front();
  EXPECT_EQ(series.y, (Numbers{20, 24}));
  EXPECT_TRUE(std::isnan(series.low[0]));
  EXPECT_EQ(series.low[1], 22);
  EXPECT_EQ(series.high[1], 26);
  EXPECT_FALSE(chart.text.subtitle.empty());
}

TEST(ChartFromTableTest, TextsGiveBars) {
  auto const chart = std::get<BarChart>(chart_from_table(sweep(), "routing", {"latency", "hops"}));
  EXPECT_EQ(chart.categories, (std::vector<std::string>{"dimension_order", "valiant"}));
  ASSERT_EQ(chart.series.size(), 2U);
  EXPECT_EQ(chart.series[0].name, "latency (cycles)") << "units differ, so the series carry them";
  EXPECT_EQ(chart.series[1].name, "hops");
  EXPECT_EQ(chart.series[1].values, (Numbers{6, 12}));
  EXPECT_EQ(chart.y.title, "");
}

TEST(ChartFromTableTest, NumbersAsGroupsAreNamed) {
  auto const chart =
      std::get<LineChart>(chart_from_table(sweep(), "offered_load", {"hops", "latency"}, "seed"));
  ASSERT_EQ(chart.series.size(), 4U);
  EXPECT_EQ(chart.series[0].name, "seed = 1, hops");
  EXPECT_EQ(chart.series[3].name, "seed = 2, latency (cycles)");
}

TEST(ChartFromTableTest, RefusesUnknownColumns) {
  try {
    chart_from_table(sweep(), "offered_laod", {"latency"});
    FAIL();
  } catch (InputError const& error) {
    EXPECT_STREQ(error.what(), "unknown column 'offered_laod'; did you mean 'offered_load'?");
  }
  EXPECT_THROW(chart_from_table(sweep(), "hops", {"x"}), InputError);
  EXPECT_THROW(chart_from_table(sweep(), "hops", {"latency"}, "y"), InputError);
}

TEST(ChartFromTableTest, EmptyTablesGiveEmptyCharts) {
  Table table = sweep();
  table.rows.clear();
  EXPECT_EQ(label_faults(to_svg(chart_from_table(table, "hops", {"latency"}, "routing"))),
            std::vector<std::string>{});
  EXPECT_EQ(label_faults(to_svg(chart_from_table(sweep(), "hops", {}))), std::vector<std::string>{});
}

}  // namespace
}  // namespace weft::report
