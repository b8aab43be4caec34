// SPDX-License-Identifier: Apache-2.0
#include "weft/verb/collective/tables.hpp"

#include <gtest/gtest.h>

#include "support/picture.hpp"

namespace weft::verb {
using namespace chart;
namespace {

Table two_algorithms(std::initializer_list<int> sizes) {
  Table table{"collective", "Times", {{"algorithm"}, {"adds"}, {"bytes"}, {"time"}, {"least_time"}}, {}};
  for (auto const bytes : sizes) {
    table.add_row({"ring", "hosts", bytes, bytes * 3e-6, bytes * 1e-6});
    table.add_row({"bruck", "hosts", bytes, bytes * 2e-6, bytes * 1e-6});
  }
  return table;
}

Result result_of(Table table) {
  Result result;
  result.tables = {std::move(table)};
  return result;
}

TEST(TimeFigure, HasALinePerAlgorithmAndOneForTheBound) {
  auto const figures = time_figures(result_of(two_algorithms({1000, 2000, 4000})), "allgather");
  ASSERT_EQ(figures.size(), 1u);
  auto const& lines = std::get<LineChart>(std::get<Chart>(figures[0].picture));
  ASSERT_EQ(lines.series.size(), 3u);
  EXPECT_EQ(lines.series[0].name, "ring");
  EXPECT_EQ(lines.series[1].y, (std::vector{2e-3, 4e-3, 8e-3}));
  EXPECT_EQ(lines.series[2].name, "lower bound");
  EXPECT_EQ(lines.series[2].x, (std::vector{1000.0, 2000.0, 4000.0}));
  EXPECT_EQ(lines.series[2].y, (std::vector{1e-3, 2e-3, 4e-3}));
  EXPECT_TRUE(figures[0].caption.starts_with("4000 bytes take at least")) << figures[0].caption;
  auto const svg = to_svg(figures[0]);
  for (auto const* name : {"allgather", "ring", "bruck", "lower bound"})
    EXPECT_EQ(count_text(svg, name), 1u) << name;
  EXPECT_TRUE(label_faults(svg).empty()) << label_faults(svg).front();
}

TEST(TimeFigure, IsOmittedForASingleSize) {
  EXPECT_TRUE(time_figures(result_of(two_algorithms({1000})), "allgather").empty());
}

}  // namespace
}  // namespace weft::verb
