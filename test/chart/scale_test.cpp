// SPDX-License-Identifier: Apache-2.0
#include "weft/chart/scale.hpp"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace weft::chart {
namespace {

constexpr double unbounded = std::numeric_limits<double>::infinity();

std::vector<std::string> labels(Ticks const& ticks) {
  std::vector<std::string> out;
  for (Tick const& tick : ticks.marks) {
    if (!tick.label.empty()) out.push_back(tick.label);
  }
  return out;
}

using Labels = std::vector<std::string>;

TEST(LinearTicksTest, UsesTheFinestStepThatFits) {
  EXPECT_EQ(labels(linear_ticks(0, 10, 11)),
            (Labels{"0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10"}));
  EXPECT_EQ(labels(linear_ticks(0, 10, 6)), (Labels{"0", "2", "4", "6", "8", "10"}));
  EXPECT_EQ(labels(linear_ticks(0, 10, 5)), (Labels{"0", "5", "10"}));
  EXPECT_EQ(labels(linear_ticks(0, 1, 6)), (Labels{"0", "0.2", "0.4", "0.6", "0.8", "1.0"}));
  EXPECT_EQ(labels(linear_ticks(-0.3, 0.3, 7)), (Labels{"−0.3", "−0.2", "−0.1", "0", "0.1", "0.2", "0.3"}));
  EXPECT_EQ(labels(linear_ticks(0.13, 0.19, 4)), (Labels{"0.14", "0.16", "0.18"}));
  EXPECT_EQ(labels(linear_ticks(0, 250000, 6)),
            (Labels{"0", "50,000", "100,000", "150,000", "200,000", "250,000"}));
}

TEST(LinearTicksTest, ValuesAreTheNearestDoubles) {
  auto const ticks = linear_ticks(0, 1, 11).marks;
  ASSERT_EQ(ticks.size(), 11U);
  EXPECT_EQ(ticks[3].value, 0.3);
  EXPECT_EQ(ticks[7].value, 0.7);
}

TEST(LinearTicksTest, FactorsOutPowersOfTen) {
  Ticks const large = linear_ticks(0, 2.5e7, 6);
  EXPECT_EQ(large.exponent, 6);
  EXPECT_EQ(labels(large), (Labels{"0", "5", "10", "15", "20", "25"}));
  Ticks const tiny = linear_ticks(0, 3e-8, 4);
  EXPECT_EQ(tiny.exponent, -9);
  EXPECT_EQ(labels(tiny), (Labels{"0", "10", "20", "30"}));
  EXPECT_EQ(linear_ticks(0, 0.002, 3).exponent, 0);
  EXPECT_EQ(linear_ticks(-1e300, 1e300, 5).exponent, 300);
}

TEST(LinearTicksTest, UsesOnlyWholeNumbersIfRequested) {
  EXPECT_EQ(labels(linear_ticks(0.9, 5.1, 12, true)), (Labels{"1", "2", "3", "4", "5"}));
  EXPECT_EQ(labels(linear_ticks(0.9, 5.1, 12)).size(), 9U);
}

TEST(LinearTicksTest, ReturnsOneTickForAnEmptyRange) {
  EXPECT_EQ(labels(linear_ticks(7, 7, 5)), Labels{"7"});
  EXPECT_EQ(labels(linear_ticks(1e15, 1e15 + 1e-3, 5)), Labels{"10¹⁵"});
}

TEST(LogTicksTest, LabelsDecades) {
  EXPECT_EQ(labels(log_ticks(1, 1000, 6)), (Labels{"1", "10", "100", "1,000"}));
  EXPECT_EQ(labels(log_ticks(0.5, 2e6, 8)), (Labels{"1", "10", "10²", "10³", "10⁴", "10⁵", "10⁶"}));
  EXPECT_EQ(labels(log_ticks(1e-6, 1e6, 5)), (Labels{"10⁻⁶", "10⁻³", "1", "10³", "10⁶"}));
  EXPECT_EQ(labels(log_ticks(0.02, 30, 8)), (Labels{"0.1", "1", "10"}));
}

TEST(LogTicksTest, SubdividesShortRanges) {
  EXPECT_EQ(labels(log_ticks(1, 10, 6)), (Labels{"1", "2", "5", "10"}));
  EXPECT_EQ(labels(log_ticks(20, 700, 6)), (Labels{"20", "50", "100", "200", "500"}));
  EXPECT_EQ(labels(log_ticks(310, 440, 5)), (Labels{"350", "400"}));
}

TEST(LogTicksTest, HasMinorTicks) {
  auto const marks = log_ticks(1, 100, 3).marks;
  EXPECT_EQ(marks.size(), 19U);
  EXPECT_EQ(marks[1].value, 2);
  EXPECT_EQ(marks[1].label, "");
}

TEST(FormatValueTest, FormatsReadableValues) {
  EXPECT_EQ(format_value(0), "0");
  EXPECT_EQ(format_value(28), "28");
  EXPECT_EQ(format_value(13.6904), "13.69");
  EXPECT_EQ(format_value(0.0711), "0.0711");
  EXPECT_EQ(format_value(-2.5), "−2.5");
  EXPECT_EQ(format_value(9.99999), "10");
  EXPECT_EQ(format_value(981006.7), "981,007");
  EXPECT_EQ(format_value(999999.7), "1,000,000");
  EXPECT_EQ(format_value(1048576), "1,048,576");
  EXPECT_EQ(format_value(12345678), "1.235×10⁷");
  EXPECT_EQ(format_value(1e-9), "10⁻⁹");
  EXPECT_EQ(format_value(-2e300, 2), "−2×10³⁰⁰");
  EXPECT_EQ(format_value(std::nan("")), "–");
  EXPECT_EQ(format_value(-unbounded), "−∞");
}

DataRange range_of(std::vector<double> const& values) {
  DataRange out;
  out.add(values);
  return out;
}

TEST(DataRangeTest, CountsValuesThatCannotBeDrawn) {
  DataRange const data = range_of({3, -1, 0, std::nan(""), unbounded, 0.5, -2});
  EXPECT_EQ(data.low(), -2);
  EXPECT_EQ(data.high(), 3);
  EXPECT_EQ(data.min_positive(), 0.5);
  EXPECT_EQ(data.negatives(), 2U);
  EXPECT_EQ(data.infinities(), 1U);
  EXPECT_TRUE(data.has_zero());
  EXPECT_FALSE(data.counts());
  EXPECT_TRUE(range_of({std::nan(""), unbounded}).empty());
}

TEST(DataRangeTest, MergingEqualsAddingAllValues) {
  DataRange data = range_of({5, 7});
  data.merge(range_of({}));
  data.merge(range_of({-3, 2, 0}));
  EXPECT_EQ(data.low(), -3);
  EXPECT_EQ(data.high(), 7);
  EXPECT_EQ(data.min_positive(), 2);
  EXPECT_TRUE(data.counts() && data.has_zero());
}

TEST(ScaleTest, EndsNiceAxesAtTicksAndIncludesNearbyZero) {
  Scale const scale{{}, range_of({3, 97}), Fit::nice};
  EXPECT_EQ(scale.low(), 0);
  EXPECT_EQ(scale.high(), 100);
  Scale const far{{}, range_of({91, 97.5}), Fit::nice};
  EXPECT_EQ(far.low(), 90);
  EXPECT_EQ(far.high(), 98);
}

TEST(ScaleTest, BeginsBarsAtZeroOrBelowTheMinimumOnALogScale) {
  EXPECT_EQ(Scale({}, range_of({91, 97}), Fit::bars).low(), 0);
  EXPECT_EQ(Scale({}, range_of({-4, -2}), Fit::bars).high(), 0);
  Axis log;
  log.type = ScaleType::log;
  EXPECT_EQ(Scale(log, range_of({1, 100}), Fit::bars).baseline(), 0.5);
  EXPECT_EQ(Scale(log, range_of({0, 30}), Fit::bars).baseline(), 20);
}

TEST(ScaleTest, EndsAxesAtTicksIfLittleSpaceIsWasted) {
  Scale const rates{{}, range_of({0.05, 0.62}), Fit::ends};
  EXPECT_NEAR(rates.low(), 0, 1e-12);
  EXPECT_NEAR(rates.high(), 0.7, 1e-12);
  EXPECT_EQ(Scale({}, range_of({1, 4}), Fit::ends).low(), 1);
  EXPECT_EQ(Scale({}, range_of({1, 4}), Fit::ends).high(), 4);
  Axis log;
  log.type = ScaleType::log;
  Scale const sizes{log, range_of({1.1, 4500}), Fit::ends};
  EXPECT_EQ(sizes.low(), 1);
  EXPECT_EQ(sizes.high(), 5000);
  EXPECT_GT(Scale(log, range_of({1.1, 1.2}), Fit::ends).low(), 0.9) << "1 to 2 would waste most of it";
}

TEST(RoundAboveTest, ReturnsTheNextRoundNumber) {
  EXPECT_NEAR(round_above(0.67), 0.8, 1e-12);
  EXPECT_EQ(round_above(100), 100);
  EXPECT_EQ(round_above(101), 120);
  EXPECT_EQ(round_above(850), 1000);
}

TEST(FormatFixedTest, FormatsAllValuesOfAChartWithTheSameDecimals) {
  auto const text = [](std::vector<double> const& values) {
    std::string all;
    for (double const value : values) all += format_fixed(value, common_decimals(values, 3), 3) + " ";
    return all;
  };
  EXPECT_EQ(text({0.89, 0.888, 1}), "0.89 0.89 1.00 ");
  EXPECT_EQ(text({12.5, 250, 0}), "12 250 0 ") << "three digits of the largest, two of the smallest";
  EXPECT_EQ(text({1, 2, 4096}), "1 2 4,096 ");
  EXPECT_EQ(text({27, 0.07}), "27 0.07 ") << "too different";
  EXPECT_EQ(text({-0.5, 0.25}), "−0.500 0.250 ");
}

TEST(ScaleTest, ReservesSpaceForZeroOnLogAxes) {
  Axis axis;
  axis.type = ScaleType::log;
  Scale const without{axis, range_of({1, 1000}), Fit::tight}, with{axis, range_of({0, 1, 1000}), Fit::tight};
  EXPECT_EQ(without.zero_gap(), 0);
  EXPECT_TRUE(std::isnan(without.fraction(0)));
  EXPECT_GT(with.fraction(0), 0);
  EXPECT_LT(with.fraction(0), with.zero_gap());
  EXPECT_GT(with.fraction(1), with.zero_gap());
  EXPECT_TRUE(std::isnan(with.fraction(-1)));
  EXPECT_EQ(with.ticks(5).marks.front(), (Tick{0, "0"}));
}

TEST(ScaleTest, PrefersValidUserLimits) {
  Axis axis;
  axis.min = -5;
  axis.max = 5;
  EXPECT_EQ(Scale(axis, range_of({1, 2}), Fit::nice).fraction(0), 0.5);
  axis.max = -7;
  EXPECT_GT(Scale(axis, range_of({1, 2}), Fit::nice).high(), -5);
  axis.type = ScaleType::log;
  EXPECT_GT(Scale(axis, range_of({1, 2}), Fit::nice).low(), 0);
}

RC_GTEST_PROP(ScaleTest, AnyDataHaveAUsableAxis, (std::vector<double> const& values, bool log, bool tight)) {
  Axis axis;
  axis.type = log ? ScaleType::log : ScaleType::linear;
  DataRange const data = range_of(values);
  Scale const scale{axis, data, tight ? Fit::tight : Fit::nice};
  RC_ASSERT(std::isfinite(scale.low()) && std::isfinite(scale.high()) && scale.low() < scale.high());
  for (double const value : values) {
    double const at = scale.fraction(value);
    RC_ASSERT(!std::isfinite(value) || (log && value <= 0) || (at >= -1e-9 && at <= 1 + 1e-9));
  }
  for (int const count : {1, 2, 5, 10}) {
    Ticks const ticks = scale.ticks(count);
    for (std::size_t i = 1; i < ticks.marks.size(); ++i)
      RC_ASSERT(ticks.marks[i - 1].value < ticks.marks[i].value);
    RC_ASSERT(labels(ticks).size() <= static_cast<std::size_t>(std::max(count, 1)) + 1);
  }
}

}  // namespace
}  // namespace weft::chart
