// SPDX-License-Identifier: Apache-2.0
#include "weft/chart/grid_maps.hpp"

#include <algorithm>
#include <string>

#include <gtest/gtest.h>

#include "support/picture.hpp"
#include "weft/chart/theme.hpp"

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

TEST(OccupationMap, DrawsAJobAsOneBoxAndDistinguishesJobs) {
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

TimeMap map_of(std::size_t rows, std::size_t columns, std::uint64_t step) {
  TimeMap map{"a title", "a subtitle", {}, {}, {}};
  for (std::size_t i = 0; i <= columns; ++i) map.slots.push_back(step * i);
  for (std::size_t row = 0; row < rows; ++row) {
    map.rows.push_back("row " + std::to_string(row));
    for (std::size_t i = 0; i < columns; ++i) map.values.push_back(static_cast<double>((i + row) % 5) / 4);
  }
  return map;
}

TEST(TimeMap, IsReadableAtAnyLength) {
  for (std::size_t const rows : {1U, 3U, 32U})
    for (std::size_t const columns : {0U, 1U, 3U, 2048U}) {
      SCOPED_TRACE(std::to_string(rows) + " rows, " + std::to_string(columns) + " columns");
      auto const svg = to_svg(map_of(rows, columns, 3));
      EXPECT_TRUE(label_faults(svg).empty()) << label_faults(svg).front();
      EXPECT_EQ(count_text(svg, "a title"), 1U);
      EXPECT_EQ(count_text(svg, "row " + std::to_string(rows - 1)), 1U);
      EXPECT_EQ(svg.find("nan"), std::string::npos);
      EXPECT_LT(svg.size(), 3'000'000U);
    }
}

TEST(TimeMap, DistinguishesEmptyAndFullCells) {
  auto const svg = to_svg(TimeMap{"t", "", {"x"}, {0, 1, 3}, {1, 0}});
  std::size_t cells = 0;
  for (auto const& node : parse_xml(svg))
    if (node.tag == "path") {
      ++cells;
      EXPECT_EQ(node.attributes.at("fill"), shades.back());
    }
  EXPECT_EQ(cells, 1U);
}

}  // namespace
}  // namespace weft::chart
