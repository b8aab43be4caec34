// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "support/picture.hpp"
#include "weft/verb/compare/compare.hpp"
#include "weft/verb/verb.hpp"

namespace weft::verb {
namespace {

chart::Figure const& named(std::vector<chart::Figure> const& figures, std::string_view name) {
  return *std::ranges::find(figures, name, &chart::Figure::name);
}

/// Returns a result with exact metrics and metrics with bounds.
Result made_up() {
  Result result;
  result.verb = "compare";
  result.tables = {{"metrics",
                    "Metrics",
                    {{"metric"}, {"unit"}, {"ring"}, {"torus"}, {"key"}},
                    {{"mean terminal distance", "hops", 4.0, 2.0, "term_avg_dist"},
                     {"terminal bisection bandwidth", "", 2, "16 to 20", "term_bisection"},
                     {"edge connectivity", "links", 2, "at least 3", "edge_conn"},
                     {"self loops", "", 0, 0, "loops"}}}};
  return result;
}

TEST(CompareFigures, HaveABarPerNetworkAndAWhiskerBetweenBounds) {
  auto const figures = figures_of(made_up());
  auto const grid = std::get<chart::ChartGrid>(named(figures, "metrics").picture);
  ASSERT_EQ(grid.charts.size(), 3U);  // self loops are equal on both networks
  auto const bars = [&](std::size_t chart, std::size_t network) {
    return std::get<chart::BarChart>(grid.charts[chart]).series.at(network);
  };
  EXPECT_EQ(bars(0, 0).name, "ring");
  EXPECT_EQ(bars(0, 1).values, std::vector<double>{2});
  EXPECT_TRUE(bars(0, 1).high.empty());
  // The edge connectivity precedes the bisection.
  EXPECT_EQ(bars(1, 1).values, std::vector<double>{3});
  EXPECT_TRUE(bars(1, 1).high.empty());
  EXPECT_EQ(bars(2, 1).values, std::vector<double>{16});
  EXPECT_EQ(bars(2, 1).low, std::vector<double>{16});
  EXPECT_EQ(bars(2, 1).high, std::vector<double>{20});
  EXPECT_EQ(named(figures, "metrics").caption,
            "The mean terminal distance ranges from 2 (torus) to 4 (ring).");
}

TEST(CompareFigures, QuotientsAreRelativeToTheFirstNetwork) {
  auto const figures = figures_of(made_up());
  auto const heat = std::get<chart::HeatChart>(named(figures, "quotients").picture);
  auto const& panel = heat.panels.at(0);
  EXPECT_EQ(panel.columns, (std::vector<std::string>{"ring", "torus"}));
  EXPECT_EQ(panel.values[0], 1);
  EXPECT_EQ(panel.values[1], 0.5);
  EXPECT_TRUE(std::isnan(panel.values[3]));  // has only a lower bound
  EXPECT_EQ(panel.values[5], 9);             // midpoint of 16 and 20, relative to 2
}

TEST(CompareFigures, ShowTheSimulatedWorkloadOfEachNetwork) {
  auto const result = run<Compare>(
      {.topologies = "[torus:sides=4x4,complete:routers=16]", .metrics = "radix", .messages = 2});
  auto const figures = figures_of(result);
  auto const grid = std::get<chart::ChartGrid>(named(figures, "simulated").picture);
  auto const hops = std::get<chart::BarChart>(grid.charts.at(0));
  EXPECT_EQ(hops.text.title, "hops per message (hops)");
  EXPECT_EQ(hops.series.at(1).values.at(0), result.table("simulated").at(1, "hops_per_message").number());
  for (auto const& figure : figures)
    EXPECT_EQ(chart::label_faults(chart::to_svg(figure)).size(), 0U) << figure.name;
}

TEST(CompareFigures, DrawTenNetworksWithoutCollisions) {
  std::string list = "[torus:sides=4x4";
  for (int side = 5; side < 14; ++side)
    list += ",torus:sides=" + std::to_string(side) + "x" + std::to_string(side);
  auto const figures = figures_of(run<Compare>({.topologies = list + "]"}));
  for (auto const& figure : figures)
    EXPECT_EQ(chart::label_faults(chart::to_svg(figure)).size(), 0U) << figure.name;
  auto const& grid = std::get<chart::ChartGrid>(named(figures, "metrics").picture);
  EXPECT_EQ(grid.text.source, "The first 8 of 10 networks.");
}

}  // namespace
}  // namespace weft::verb
