// SPDX-License-Identifier: Apache-2.0
#include "weft/chart/axis_names.hpp"

#include <gtest/gtest.h>

namespace weft::chart {
namespace {

using Names = std::vector<std::string>;

std::vector<double> shown_places(AxisNames const& names) {
  std::vector<double> at;
  for (auto const& name : names.names()) at.push_back(name.at);
  return at;
}

TEST(AxisNamesTest, AreHorizontalOnLinesThatFit) {
  auto const names = AxisNames::fitting({"torus:sides=8x8", "one two"}, 70, 500);
  EXPECT_FALSE(names.slanted());
  ASSERT_EQ(names.names().size(), 2U);
  EXPECT_EQ(names.names()[0].lines, (Names{"torus:", "sides=8×8"}));
  EXPECT_EQ(names.names()[1].lines, (Names{"one two"}));
  EXPECT_EQ(names.height(), 26) << "two lines of 13 pixels";
  EXPECT_EQ(names.left_of(names.names()[1]), names.right_of(names.names()[1])) << "centered";
}

TEST(AxisNamesTest, SlantWithoutOverlap) {
  // A line needs 15 pixels across: 15 / sin(40 degrees) = 23.3 pixels along the axis.
  Names const names{"minimal", "valiant", "ugal", "dal", "romm"};
  auto const all = AxisNames::fitting(names, 24, 500);
  EXPECT_TRUE(all.slanted());
  EXPECT_EQ(shown_places(all), (std::vector<double>{0, 1, 2, 3, 4}));
  EXPECT_EQ(shown_places(AxisNames::fitting(names, 12, 500)), (std::vector<double>{0, 2, 4}));
  EXPECT_EQ(shown_places(AxisNames::fitting(names, 6, 500)), (std::vector<double>{0, 4}));
}

TEST(AxisNamesTest, ShortenSlantedNames) {
  std::string const name = "a_long_name_without_any_spaces_that_does_not_end_soon";
  auto const width = [&](double max_length) {
    return text_width(AxisNames::fitting({name, name}, 30, max_length).names().front().lines,
                      AxisNames::font_size);
  };
  EXPECT_LE(width(60), 60);
  EXPECT_GT(width(60), 40);
  EXPECT_LE(width(1000), 200);
  EXPECT_GT(width(1000), 180);
}

TEST(AxisNamesTest, OmitNumbersInsteadOfSlantingThem) {
  auto const names = AxisNames::fitting({"1000", "2000", "3000", "4000"}, 25, 500);
  EXPECT_FALSE(names.slanted());
  EXPECT_EQ(shown_places(names), (std::vector<double>{0, 2}));
}

}  // namespace
}  // namespace weft::chart
