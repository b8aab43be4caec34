// SPDX-License-Identifier: Apache-2.0
#include "weft/chart/heat_chart.hpp"

#include <cmath>
#include <cstdlib>
#include <limits>
#include <map>

#include <gtest/gtest.h>

#include "support/picture.hpp"
#include "weft/chart/grid_maps.hpp"
#include "weft/chart/theme.hpp"

namespace weft::chart {
namespace {

HeatChart two_by_two() {
  return {
      {"Heat", "four cells", "here"},
      "rounds",
      {{"panel", "routing", "traffic", {"minimal", "Valiant"}, {"uniform", "tornado"}, {1, 10, 100, NAN}}}};
}

TEST(HeatChartTest, LabelsCellsAndScale) {
  auto const svg = to_svg(two_by_two());
  EXPECT_EQ(label_faults(svg), std::vector<std::string>{});
  EXPECT_EQ(count_text(svg, "10"), 1U);
  EXPECT_EQ(count_text(svg, "1"), 2U) << "in its cell and at the scale";
  EXPECT_EQ(count_text(svg, "nan"), 0U);
  EXPECT_EQ(count_text(svg, "traffic"), 1U);
  EXPECT_EQ(count_text(svg, "routing"), 1U);
}

TEST(HeatChartTest, SpreadsSmallValuesOnALogarithmicScale) {
  auto chart = two_by_two();
  chart.panels[0].values = {1, 20, 100, NAN};
  EXPECT_EQ(count_tags(to_svg(chart), "path"), 4U)
      << "20 is in the lightest shade but one, and one cell is gray";
  chart.panels[0].values = {1, 2, 100, 0};
  EXPECT_EQ(count_tags(to_svg(chart), "path"), 2U);
  chart.log = true;
  EXPECT_EQ(count_tags(to_svg(chart), "path"), 4U) << "2 has a shade of its own, 0 is gray";
}

TEST(HeatChartTest, UsesDivergingColorsAroundTheMidpoint) {
  HeatChart chart{
      {"Ratios"},
      "value / value of a",
      {{"", "network", "quantity", {"a", "b"}, {"price", "bisection", "routers"}, {1, 2, 1, 2, 1, 2}}}};
  chart.panels[0].better = {Better::smaller, Better::larger, Better::neither};
  chart.middle = 1;
  auto const svg = to_svg(chart);
  EXPECT_EQ(label_faults(svg), std::vector<std::string>{});
  EXPECT_EQ(count_text(svg, "price ↓") + count_text(svg, "bisection ↑") + count_text(svg, "routers"), 3U);
  EXPECT_EQ(count_text(svg, "better by 2×"), 1U);
  std::map<std::string, int> cells;
  for (auto const& node : parse_xml(svg))
    if (node.tag == "rect" && node.number("height") == 24) ++cells[node.attributes.at("fill")];
  EXPECT_EQ(cells[std::string(paper)], 3) << "equal to the first";
  EXPECT_EQ(cells[std::string(shades[4])], 1) << "twice the price is worse";
  EXPECT_EQ(cells[std::string(count_shades[3])], 1) << "twice the bisection is better";
  EXPECT_EQ(cells[std::string(idle)], 1) << "twice the routers is neither";
}

TEST(HeatChartTest, OmitsTheScaleWithoutData) {
  auto chart = two_by_two();
  chart.panels[0].values = {NAN, NAN, NAN, NAN};
  EXPECT_EQ(label_faults(to_svg(chart)), std::vector<std::string>{});
  chart.panels.clear();
  EXPECT_EQ(count_text(to_svg(chart), "rounds"), 0U);
}

TEST(HeatChartTest, KeepsManyLongNamesOfColumnsInside) {
  for (int const count : {3, 12, 40, 200}) {
    auto chart = two_by_two();
    auto& panel = chart.panels[0];
    panel.rows = {"a"};
    panel.columns.clear();
    for (int i = 0; i < count; ++i)
      panel.columns.push_back("torus:sides=" + std::to_string(i) + "x8x8x8x8x8x8");
    panel.values.assign(panel.columns.size(), NAN);
    EXPECT_EQ(label_faults(to_svg(chart)), std::vector<std::string>{}) << count << " columns";
  }
}

TEST(TaskGrid, LabelsPatches) {
  TaskGrid grid{.title = "4 x 4", .note = "note", .group = "router", .rows = 4, .columns = 4, .groups = {}};
  for (std::uint64_t row = 0; row < 4; ++row)
    for (std::uint64_t column = 0; column < 4; ++column) grid.groups.push_back(10 * (row / 2) + column / 2);
  auto const svg = to_svg(grid);
  for (char const* label : {"0", "1", "10", "11"}) EXPECT_EQ(count_text(svg, label), 1U) << label;
  EXPECT_TRUE(label_faults(svg).empty()) << label_faults(svg).front();
}

TEST(TaskGrid, ColorsGroupsByPosition) {
  TaskGrid grid{.title = "t", .note = {}, .group = "router", .rows = 1, .columns = 3, .groups = {0, 1, 2}};
  grid.positions = {{0, {0, 0.5, 0.5}}, {1, {0.1, 0.5, 0.5}}, {2, {1, 0.5, 0.5}}};
  std::vector<std::string> colors;
  for (auto const& node : parse_xml(to_svg(grid)))
    if (node.tag == "path") colors.push_back(node.attributes.at("fill"));
  ASSERT_EQ(colors.size(), 3U);
  auto const distance = [](std::string const& a, std::string const& b) {
    int sum = 0;
    for (std::size_t at = 1; at < 7; at += 2)
      sum += std::abs(std::stoi(a.substr(at, 2), nullptr, 16) - std::stoi(b.substr(at, 2), nullptr, 16));
    return sum;
  };
  EXPECT_LT(4 * distance(colors[0], colors[1]), distance(colors[0], colors[2]));
}

TEST(HeatMap, FramesAndNumbersBlocks) {
  double const gap = -std::numeric_limits<double>::infinity();
  HeatMap map{.title = "Load",
              .note = {},
              .rows_are = {},
              .columns_are = "two planes",
              .rows = 2,
              .columns = 5,
              .cells = {1, 1, gap, 2, 2, 1, 1, gap, 2, 2},
              .block_rows = 2,
              .block_columns = 2,
              .blocks = 2};
  auto const svg = to_svg(map);
  EXPECT_EQ(label_faults(svg), std::vector<std::string>{});
  EXPECT_EQ(count_text(svg, "two planes"), 1U);
  std::size_t frames = 0;
  for (auto const& node : parse_xml(svg))
    frames += node.tag == "rect" && node.attributes.contains("fill") && node.attributes.at("fill") == "none";
  EXPECT_EQ(frames, 2U);
}

TEST(HeatMap, DistinguishesMissingChannelsFromIdleChannels) {
  auto const nan = std::numeric_limits<double>::quiet_NaN();
  HeatMap map{.title = "Load",
              .note = {},
              .rows_are = "from",
              .columns_are = "to",
              .rows = 2,
              .columns = 2,
              .cells = {nan, 0, 1.5, nan}};
  map.maximum = 4;
  auto const svg = to_svg(map);
  EXPECT_EQ(count_text(svg, "no channel"), 1U);
  EXPECT_EQ(count_text(svg, "1.5"), 1U) << "the value, where there is room";
  EXPECT_EQ(count_text(svg, "4"), 1U) << "the scale is that of all maps";
  EXPECT_EQ(count_text(svg, "2"), 1U) << "and has inner ticks";
  EXPECT_TRUE(label_faults(svg).empty()) << label_faults(svg).front();
  EXPECT_EQ(svg.find("nan"), std::string::npos);
  std::size_t gray = 0;
  for (auto const& node : parse_xml(svg)) gray += node.tag == "path" && node.attributes.at("fill") == absent;
  EXPECT_EQ(gray, 1U);
}

}  // namespace
}  // namespace weft::chart
