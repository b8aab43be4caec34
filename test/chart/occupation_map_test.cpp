#include "weft/chart/occupation_map.hpp"

#include <algorithm>
#include <string>

#include <gtest/gtest.h>

#include "support/picture.hpp"

namespace weft::chart {
namespace {

TEST(OccupationMap, IsReadableAtAnySize) {
  for (std::size_t const rows : {1U, 3U, 128U})
    for (std::size_t const columns : {1U, 360U}) {
      OccupationMap map{"a title", "a subtitle", rows, columns, 10 * rows, 100, 5000, {}};
      for (std::size_t i = 0; i < rows * columns; ++i) map.cells.push_back(static_cast<std::uint32_t>(i % 9));
      auto const svg = to_svg(map);
      EXPECT_TRUE(label_faults(svg).empty()) << label_faults(svg).front();
      EXPECT_EQ(count_text(svg, "a title"), 1U);
      EXPECT_EQ(svg.find("nan"), std::string::npos);
    }
}

TEST(OccupationMap, AJobIsOneBoxAndJobsDiffer) {
  auto const svg = to_svg(OccupationMap{"t", "", 2, 4, 2, 0, 4, {1, 1, 0, 2, 1, 1, 2, 2}});
  std::size_t boxes = 0, colors = 0;
  for (auto const& node : parse_xml(svg))
    if (node.tag == "path") {
      ++colors;
      auto const& path = node.attributes.at("d");
      boxes += static_cast<std::size_t>(std::ranges::count(path, 'M'));
    }
  EXPECT_EQ(colors, 2U);
  EXPECT_EQ(boxes, 3U);  // job 1 in both rows; job 2 once in each
}

}  // namespace
}  // namespace weft::chart
