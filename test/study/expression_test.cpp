// SPDX-License-Identifier: Apache-2.0
#include "weft/study/expression.hpp"

#include <map>

#include <gtest/gtest.h>

#include "support/complaint.hpp"
#include "weft/core/error.hpp"

namespace weft::study {
namespace {

/// Rows x = 1, 2, 4 of machines a, a, b; the last row has no y.
class SomeRows final : public Rows {
 public:
  Value value(std::size_t row, std::string const& name) const override {
    if (name == "x") return rows_[row];
    if (name == "machine") return row < 2 ? "a" : "b";
    if (name == "y") return row < 2 ? Value{10.0 * rows_[row]} : Value{};
    if (name == "a name") return 7;
    if (name == "levels[2].hops") return 5;
    return {};
  }

 private:
  double rows_[3] = {1, 2, 4};
};

Value at(std::string const& text, std::size_t row = 0) {
  return Expression::parse(text).at(SomeRows{}, {0, 1, 2}, row);
}
Value over(std::string const& text) { return Expression::parse(text).over(SomeRows{}, {0, 1, 2}); }
std::string complaint(std::string const& text) {
  return complaint_of([&] { Expression::parse(text); });
}

TEST(ExpressionTest, OperatorsHaveMathematicalPrecedence) {
  EXPECT_EQ(at("1 + 2 * 3"), Value{7.0});
  EXPECT_EQ(at("(1 + 2) * 3"), Value{9.0});
  EXPECT_EQ(at("8 - 2 - 1"), Value{5.0});
  EXPECT_EQ(at("2 ^ 3 ^ 2"), Value{512.0});
  EXPECT_EQ(at("-2 ^ 2"), Value{-4.0});
  EXPECT_EQ(at("1 < 2 and 3 < 2 or 1"), Value{1});
  EXPECT_EQ(at("not 1 == 2"), Value{1});
  EXPECT_EQ(at("2 <= 2"), Value{1});
}

TEST(ExpressionTest, NamesReferToTheRow) {
  EXPECT_EQ(at("x * 2", 2), Value{8.0});
  EXPECT_EQ(at("machine == 'b'", 2), Value{1});
  EXPECT_EQ(at("`a name` + levels[2].hops"), Value{12.0});
  EXPECT_EQ(Expression::parse("x + `a name` * x").names(), (std::vector<std::string>{"x", "a name"}));
  EXPECT_EQ(*Expression::parse("levels[2].hops").plain_name(), "levels[2].hops");
  EXPECT_EQ(Expression::parse("x + 1").plain_name(), nullptr);
}

TEST(ExpressionTest, EmptyValuesMakeSumsEmptyAndComparisonsFalse) {
  EXPECT_TRUE(at("y + 1", 2).is_empty());
  EXPECT_EQ(at("y < 1", 2), Value{0});
  EXPECT_EQ(at("empty(y)", 2), Value{1});
  EXPECT_TRUE(at("1 / 0").is_empty());
  EXPECT_TRUE(at("machine + 1").is_empty());
}

TEST(ExpressionTest, ComparesNumbersWithTheirDecimalText) {
  EXPECT_EQ(at("x == '1'"), Value{1});
  EXPECT_EQ(at("x == '01'"), Value{0});
  EXPECT_EQ(to_value("72"), Value{72});
  EXPECT_EQ(to_value("1e3"), Value{1000.0});
  EXPECT_EQ(to_value("8x8"), Value{"8x8"});
  EXPECT_EQ(to_value("inf"), Value{"inf"});
  EXPECT_TRUE(to_value("").is_empty());
}

TEST(ExpressionTest, AggregateFunctionsSkipEmptyValues) {
  EXPECT_EQ(over("mean(y)"), Value{15.0});
  EXPECT_EQ(over("sum(x)"), Value{7.0});
  EXPECT_EQ(over("min(x)"), Value{1.0});
  EXPECT_EQ(over("max(if(machine == 'a', x))"), Value{2.0});
  EXPECT_EQ(over("count(y)"), Value{2});
  EXPECT_EQ(over("last(y)"), Value{20.0});
  EXPECT_EQ(over("at_max(x, machine)"), Value{"b"});
  EXPECT_EQ(over("frequencies(machine)"), Value{"2 a, 1 b"});
  EXPECT_EQ(over("geomean(x)").number(), 2.0);
  EXPECT_NEAR(over("sd(x)").number(), 1.5275, 1e-4);
  EXPECT_EQ(over("max(x / min(x))"), Value{4.0});
}

TEST(ExpressionTest, RejectsNamesWithSeveralValuesInAGroup) {
  EXPECT_THROW(over("machine"), InputError);
  EXPECT_THROW(over("x + max(x)"), InputError);
  EXPECT_EQ(over("`a name`"), Value{7});
}

TEST(ExpressionTest, ErrorsContainTheColumn) {
  EXPECT_NE(complaint("1 +").find("column 4: the expression is incomplete"), std::string::npos);
  EXPECT_NE(complaint("maen(x)").find("did you mean 'mean'?"), std::string::npos);
  EXPECT_NE(complaint("mean(x, y)").find("'mean' does not accept 2 arguments"), std::string::npos);
  EXPECT_NE(complaint("(1").find("expected )"), std::string::npos);
  EXPECT_NE(complaint("'open").find("expected a closing '"), std::string::npos);
  EXPECT_NE(complaint("a[1").find("expected a closing ]"), std::string::npos);
  EXPECT_NE(complaint("1 2").find("unexpected '2'"), std::string::npos);
  EXPECT_NE(complaint(std::string(500, '(') + "1").find("the expression is nested too deeply"),
            std::string::npos);
  EXPECT_NE(complaint(std::string(500, '-') + "1").find("the expression is nested too deeply"),
            std::string::npos);
  std::string sum = "1";
  for (int i = 0; i < 50'000; ++i) sum += "+1";
  EXPECT_NE(complaint(sum).find("too long"), std::string::npos);
  EXPECT_LT(complaint(sum).size(), 200u);
  EXPECT_NE(complaint("").find("the expression is incomplete"), std::string::npos);
}

}  // namespace
}  // namespace weft::study
