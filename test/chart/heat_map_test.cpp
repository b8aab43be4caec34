#include "weft/chart/heat_map.hpp"

#include <limits>

#include <gtest/gtest.h>

#include "support/picture.hpp"
#include "weft/chart/palette.hpp"
#include "weft/chart/task_grid.hpp"

namespace weft::chart {
namespace {

TEST(TaskGrid, PatchesAreLabeled) {
  TaskGrid grid{.title = "4 x 4", .note = "note", .group = "router", .rows = 4, .columns = 4, .groups = {}};
  for (std::uint64_t row = 0; row < 4; ++row)
    for (std::uint64_t column = 0; column < 4; ++column) grid.groups.push_back(10 * (row / 2) + column / 2);
  auto const svg = to_svg(grid);
  for (char const* label : {"0", "1", "10", "11"}) EXPECT_EQ(count_text(svg, label), 1U) << label;
  EXPECT_TRUE(label_faults(svg).empty()) << label_faults(svg).front();
}

TEST(HeatMap, NoChannelAndNoLoadDiffer) {
  auto const nan = std::numeric_limits<double>::quiet_NaN();
  HeatMap map{.title = "Load",
              .note = {},
              .rows_are = "from",
              .columns_are = "to",
              .rows = 2,
              .columns = 2,
              .cells = {nan, 0, 1.5, nan}};
  map.most = 4;
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
