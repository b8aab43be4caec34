#include "weft/chart/heat_chart.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "support/picture.hpp"

namespace weft::chart {
namespace {

HeatChart two_by_two() {
  return {
      {"Heat", "four cells", "here"},
      "rounds",
      {{"panel", "routing", "traffic", {"minimal", "Valiant"}, {"uniform", "tornado"}, {1, 10, 100, NAN}}}};
}

TEST(HeatChartTest, LabelsItsCellsAndItsScale) {
  auto const svg = to_svg(two_by_two());
  EXPECT_EQ(label_faults(svg), std::vector<std::string>{});
  EXPECT_EQ(count_text(svg, "10"), 1U);
  EXPECT_EQ(count_text(svg, "1"), 2U) << "in its cell and at the scale";
  EXPECT_EQ(count_text(svg, "nan"), 0U);
  EXPECT_EQ(count_text(svg, "traffic by routing"), 1U);
}

TEST(HeatChartTest, ALogarithmicScaleSpreadsSmallValues) {
  auto chart = two_by_two();
  chart.panels[0].values = {1, 20, 100, NAN};
  EXPECT_EQ(count_tags(to_svg(chart), "path"), 4U)
      << "20 is in the lightest shade but one, and one cell is gray";
  chart.panels[0].values = {1, 2, 100, 0};
  EXPECT_EQ(count_tags(to_svg(chart), "path"), 2U);
  chart.log = true;
  EXPECT_EQ(count_tags(to_svg(chart), "path"), 4U) << "2 has a shade of its own, 0 is gray";
}

TEST(HeatChartTest, NoDataNoScale) {
  auto chart = two_by_two();
  chart.panels[0].values = {NAN, NAN, NAN, NAN};
  EXPECT_EQ(label_faults(to_svg(chart)), std::vector<std::string>{});
  chart.panels.clear();
  EXPECT_EQ(count_text(to_svg(chart), "rounds"), 0U);
}

}  // namespace
}  // namespace weft::chart
