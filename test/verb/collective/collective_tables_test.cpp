#include "weft/verb/collective/collective_tables.hpp"

#include <gtest/gtest.h>

#include "support/picture.hpp"

namespace weft::verb {
using namespace chart;
namespace {

Table two_algorithms(std::initializer_list<int> sizes) {
  Table table{"collective", "Times", {{"algorithm"}, {"bytes"}, {"time"}, {"least_time"}}, {}};
  for (auto const bytes : sizes) {
    table.add_row({"ring", bytes, bytes * 3e-6, bytes * 1e-6});
    table.add_row({"bruck", bytes, bytes * 2e-6, bytes * 1e-6});
  }
  return table;
}

TEST(TimeChart, HasALinePerAlgorithmAndOneForTheBound) {
  auto const lines = time_lines(two_algorithms({1000, 2000, 4000}));
  ASSERT_EQ(lines.series.size(), 3u);
  EXPECT_EQ(lines.series[0].name, "ring");
  EXPECT_EQ(lines.series[1].y, (std::vector{2e-3, 4e-3, 8e-3}));
  EXPECT_EQ(lines.series[2].name, "lower bound");
  EXPECT_EQ(lines.series[2].x, (std::vector{1000.0, 2000.0, 4000.0}));
  EXPECT_EQ(lines.series[2].y, (std::vector{1e-3, 2e-3, 4e-3}));
  auto const svg = time_chart(two_algorithms({1000, 2000, 4000}), "allgather");
  for (auto const* name : {"allgather", "ring", "bruck", "lower bound"})
    EXPECT_EQ(count_text(svg, name), 1u) << name;
  EXPECT_TRUE(label_faults(svg).empty()) << label_faults(svg).front();
}

TEST(TimeChart, OneSizeIsNoLine) { EXPECT_EQ(time_chart(two_algorithms({1000}), "allgather"), ""); }

}  // namespace
}  // namespace weft::verb
