// SPDX-License-Identifier: Apache-2.0
#include "weft/core/statistics.hpp"

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "weft/core/random.hpp"

namespace weft {
namespace {

TEST(RunningStatisticsTest, MatchesASmallSample) {
  RunningStatistics statistics;
  EXPECT_EQ(statistics.mean(), 0);
  EXPECT_EQ(statistics.variance(), 0);
  for (double const value : {2, 4, 4, 4, 5, 5, 7, 9}) statistics.add(value);
  EXPECT_EQ(statistics.count(), 8u);
  EXPECT_DOUBLE_EQ(statistics.mean(), 5);
  EXPECT_DOUBLE_EQ(statistics.variance(), 32.0 / 7);
  EXPECT_EQ(statistics.min(), 2);
  EXPECT_EQ(statistics.max(), 9);
}

TEST(RunningStatisticsTest, StaysExactFarFromZero) {
  RunningStatistics statistics;
  for (double const value : {1e9 + 4, 1e9 + 7, 1e9 + 13, 1e9 + 16}) statistics.add(value);
  EXPECT_DOUBLE_EQ(statistics.variance(), 30);
}

RC_GTEST_PROP(RunningStatisticsProperty, MergingMatchesAdding, ()) {
  auto const number =
      rc::gen::map(rc::gen::inRange(-1000000, 1000000), [](int value) { return value / 1000.0; });
  auto const first = *rc::gen::container<std::vector<double>>(number);
  auto const second = *rc::gen::container<std::vector<double>>(number);
  RunningStatistics all, left, right;
  for (double const value : first) all.add(value), left.add(value);
  for (double const value : second) all.add(value), right.add(value);
  left.merge(right);
  RC_ASSERT(left.count() == all.count());
  RC_ASSERT(left.min() == all.min() && left.max() == all.max());
  RC_ASSERT(std::abs(left.mean() - all.mean()) < 1e-9);
  RC_ASSERT(std::abs(left.variance() - all.variance()) < 1e-6 * (1 + all.variance()));
}

/// Two-sided quantiles as printed in textbooks (e.g. Law, Simulation Modeling and Analysis, table T.1).
TEST(StudentTest, MatchesThePublishedTable) {
  EXPECT_NEAR(student_t(0.95, 1), 12.706, 0.0005);
  EXPECT_NEAR(student_t(0.95, 2), 4.303, 0.0005);
  EXPECT_NEAR(student_t(0.95, 4), 2.776, 0.0005);
  EXPECT_NEAR(student_t(0.95, 10), 2.228, 0.0005);
  EXPECT_NEAR(student_t(0.95, 30), 2.042, 0.0005);
  EXPECT_NEAR(student_t(0.90, 5), 2.015, 0.0005);
  EXPECT_NEAR(student_t(0.99, 20), 2.845, 0.0005);
  EXPECT_NEAR(student_t(0.95, 100000000), 1.960, 0.0005);
}

TEST(StudentTest, ComputesTheConfidenceIntervalOfAMean) {
  RunningStatistics statistics;
  statistics.add(1);
  EXPECT_TRUE(std::isinf(confidence_half_width(statistics)));
  for (double const value : {2, 3, 4, 5}) statistics.add(value);
  EXPECT_NEAR(confidence_half_width(statistics), 2.776 * std::sqrt(2.5 / 5), 0.001);
}

TEST(HistogramTest, CountsSmallAndLargeValues) {
  Histogram histogram;
  EXPECT_EQ(histogram.percentile(0.5), 0u);
  histogram.add(3, 2);
  histogram.add(1);
  histogram.add(std::uint64_t{1} << 60);
  histogram.add(9, 0);
  EXPECT_EQ(histogram.count(), 4u);
  EXPECT_EQ(histogram.count_of(3), 2u);
  EXPECT_EQ(histogram.count_of(std::uint64_t{1} << 60), 1u);
  EXPECT_EQ(histogram.count_of(2), 0u);
  EXPECT_EQ(histogram.min(), 1u);
  EXPECT_EQ(histogram.max(), std::uint64_t{1} << 60);
  EXPECT_EQ(histogram.bins(), (std::vector<Histogram::Bin>{{1, 1}, {3, 2}, {std::uint64_t{1} << 60, 1}}));
}

RC_GTEST_PROP(HistogramProperty, MatchesASortedList, ()) {
  auto const value =
      rc::gen::oneOf(rc::gen::inRange<std::uint64_t>(0, 50), rc::gen::inRange<std::uint64_t>(65530, 65540));
  auto values = *rc::gen::nonEmpty(rc::gen::container<std::vector<std::uint64_t>>(value));
  auto const split = *rc::gen::inRange<std::size_t>(0, values.size() + 1);
  Histogram histogram, rest;
  for (std::size_t i = 0; i < values.size(); ++i) (i < split ? histogram : rest).add(values[i]);
  histogram.merge(rest);
  std::sort(values.begin(), values.end());
  double sum = 0;
  for (std::uint64_t const each : values) sum += static_cast<double>(each);
  RC_ASSERT(std::abs(histogram.mean() - sum / static_cast<double>(values.size())) < 1e-6);
  RC_ASSERT(histogram.min() == values.front() && histogram.max() == values.back());
  for (double const part : {0.25, 0.5, 0.9, 0.99}) {
    auto const rank = static_cast<std::size_t>(std::ceil(part * static_cast<double>(values.size())));
    RC_ASSERT(histogram.percentile(part) == values[rank - 1]);
  }
}

std::vector<double> noisy_series(std::size_t size, std::size_t ramp, std::uint64_t seed) {
  std::vector<double> series;
  Rng random(seed, Purpose::test, 0);
  for (std::size_t i = 0; i < size; ++i) {
    double const start = i < ramp ? 10.0 * static_cast<double>(ramp - i) / static_cast<double>(ramp) : 0;
    series.push_back(20 - start + random.uniform());
  }
  return series;
}

TEST(WarmUpTest, TruncatesExactlyTheRamp) {
  EXPECT_EQ(warm_up_mser5({}), 0u);
  EXPECT_EQ(warm_up_mser5(std::vector<double>(100, 3.0)), 0u);
  std::size_t const cut = warm_up_mser5(noisy_series(2000, 300, 1));
  EXPECT_GE(cut, 250u);
  EXPECT_LE(cut, 450u);
  EXPECT_LE(warm_up_mser5(noisy_series(2000, 0, 2)), 1000u);
}

TEST(SteadyStateTest, CoversTheMeanAtTheStatedLevel) {
  int covered = 0;
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    SteadyState const state = steady_state(noisy_series(2000, 300, seed));
    EXPECT_TRUE(state.settled);
    covered += std::abs(state.mean - 20.5) <= state.half_width;
  }
  EXPECT_GE(covered, 178);  // 95 % of 200, less 4 standard deviations
}

TEST(SteadyStateTest, DistinguishesADriftFromASteadyState) {
  std::vector<double> drift;
  for (int i = 0; i < 1000; ++i) drift.push_back(i);
  EXPECT_FALSE(steady_state(drift).settled);
  SteadyState const few = steady_state(std::vector<double>{1, 2, 3});
  EXPECT_FALSE(few.settled);
  EXPECT_TRUE(std::isinf(few.half_width));
}

}  // namespace
}  // namespace weft
