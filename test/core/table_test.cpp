// SPDX-License-Identifier: Apache-2.0
#include "weft/core/table.hpp"

#include <cmath>
#include <limits>
#include <stdexcept>

#include <gtest/gtest.h>

namespace weft {
namespace {

TEST(ValueTest, ReportsTheTypeOfItsContent) {
  EXPECT_TRUE(Value{}.is_empty());
  EXPECT_TRUE(Value{"torus"}.is_text());
  EXPECT_TRUE(Value{std::uint32_t{7}}.is_number());
  EXPECT_EQ(Value{std::uint64_t{1} << 40}.number(), 0x1p40);
  EXPECT_TRUE(std::isnan(Value{"7"}.number()));
  EXPECT_NE(Value{1}, Value{1.0});
}

TEST(ValueTest, ExactTextKeepsEveryDigit) {
  EXPECT_EQ(Value{1048576}.exact_text(), "1048576");
  EXPECT_EQ(Value{0.1}.exact_text(), "0.1");
  double const third = 1.0 / 3;
  EXPECT_EQ(std::stod(Value{third}.exact_text()), third);
  EXPECT_EQ(Value{}.exact_text(), "");
}

TEST(TableTest, StoresNonFiniteNumbersAsEmptyCells) {
  Table table{"t", "T", {{"a"}, {"b"}, {"c"}}, {}};
  table.add_row({std::nan(""), -std::numeric_limits<double>::infinity(), 1.5});
  EXPECT_EQ(table.rows.front(), (std::vector<Value>{{}, {}, 1.5}));
}

TEST(ValueTest, RoundsShortText) {
  EXPECT_EQ(Value{1.0 / 3}.short_text(), "0.33333");
  EXPECT_EQ(Value{2.5}.short_text(), "2.5");
  EXPECT_EQ(Value{1234567.8}.short_text(), "1234568");
  EXPECT_EQ(Value{12345.6}.short_text(), "12346");
  EXPECT_EQ(Value{1.5e-7}.short_text(), "1.5e-07");
  EXPECT_EQ(Value{3e20}.short_text(), "3e+20");
  EXPECT_EQ(Value{2.0 / 3}.short_text(3), "0.667");
  EXPECT_EQ(Value{2}.short_text(3), "2");
  EXPECT_EQ(Value{std::numeric_limits<double>::infinity()}.short_text(), "inf");
}

TEST(TableTest, FindsCellsByColumnName) {
  Table table{"levels", "", {{"level"}, {"rounds"}}, {}};
  table.add_row({1, 12});
  table.add_row({2, 7.5});
  EXPECT_EQ(table.at(1, "rounds"), Value{7.5});
  EXPECT_EQ(table.column("rounds"), 1u);
  EXPECT_THROW(table.at(0, "hops"), std::out_of_range);
  EXPECT_THROW(table.at(2, "rounds"), std::out_of_range);
}

}  // namespace
}  // namespace weft
