// SPDX-License-Identifier: Apache-2.0
#include "weft/study/point.hpp"

#include <gtest/gtest.h>

namespace weft::study {
namespace {

Toml table_of(std::string const& text) { return Toml::parse(text, "study.toml"); }

TEST(PointTest, SetsParametersPartParametersAndLabels) {
  Point point{"simulate", {{"engine", "flit:vcs=2"}}};
  point.set("seed", "7");
  point.set("engine.rate", "0.25");
  point.set("topology.m", "4");
  point.set("layout.pitch", "0.5");
  point.set("label.machine", "CLEX");
  EXPECT_EQ(point.value("seed"), "7");
  EXPECT_EQ(point.value("engine"), "flit:vcs=2,rate=0.25");
  EXPECT_EQ(point.value("topology"), "clex:m=4,levels=3") << "from the default";
  EXPECT_EQ(point.value("layout"), "pitch=0.5");
  EXPECT_EQ(point.title(), "machine = CLEX");
  point.set("label.machine", "torus");
  EXPECT_EQ(point.labels, (Labels{{"machine", "torus"}}));
}

TEST(PointTest, SweepsMultiplyAndZipsAdvanceTogether) {
  Point const start;
  auto const axes = read_axes(table_of(R"(
zip = [{ topology = ["petersen", "ring"], "label.machine" = ["P", "R"] }, { messages = [1, 2] }]
sweep = { seed = "1..3", engine.delays = [true, false] }
)"),
                              start);
  ASSERT_EQ(axes.size(), 4U);
  auto const points = product(start, axes);
  ASSERT_EQ(points.size(), 2U * 2 * 3 * 2);
  EXPECT_EQ(points[0].title(), "machine = P");
  EXPECT_EQ(points[0].value("engine"), "rounds:delays=true");
  EXPECT_EQ(points[1].value("engine"), "rounds:delays=false");
  EXPECT_EQ(points[2].value("seed"), "2");
  EXPECT_EQ(points[6].value("messages"), "2");
  EXPECT_EQ(points[12].title(), "machine = R");
  EXPECT_EQ(points[12].value("topology"), "ring");
}

TEST(PointTest, ReadsSeedsAsACountAListOrARange) {
  Point const start{"simulate", {{"seed", "5"}}};
  auto const seeds = [&](std::string const& text) {
    std::vector<std::string> all;
    for (auto const& step : read_seeds(table_of("seeds = " + text).at("seeds"), start).values)
      all.push_back(step.front());
    return all;
  };
  EXPECT_EQ(seeds("3"), (std::vector<std::string>{"5", "6", "7"}));
  EXPECT_EQ(seeds("[9, 2]"), (std::vector<std::string>{"9", "2"}));
  EXPECT_EQ(seeds("\"2..4\""), (std::vector<std::string>{"2", "3", "4"}));
}

}  // namespace
}  // namespace weft::study
