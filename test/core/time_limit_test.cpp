// SPDX-License-Identifier: Apache-2.0
#include "weft/core/time_limit.hpp"

#include <gtest/gtest.h>

#include "support/complaint.hpp"
#include "weft/core/error.hpp"

namespace weft {
namespace {

/// A clock set by the test.
std::int64_t passed = 0;
TimeLimit::Clock::time_point time_of_test() {
  return TimeLimit::Clock::time_point{std::chrono::seconds(passed)};
}

class TimeLimitTest : public testing::Test {
 protected:
  std::int64_t const start_ = passed = 0;  // before the limit reads the clock
  TimeLimit limit_{no_progress(), 600, time_of_test};
};

TEST_F(TimeLimitTest, RejectsAStageByItsRate) {
  limit_.start("loads", 1000, "routers");
  passed = 6;
  EXPECT_NO_THROW(limit_.advance(1));
  passed = 9;
  EXPECT_NO_THROW(limit_.advance(1));  // too early to decide
  passed = 15;
  EXPECT_EQ(
      complaint_of([&] { limit_.advance(1); }),
      "'loads' takes about 83 minutes more at the rate of its first 15 s (the limit without --long is 10 "
      "minutes); choose a smaller case, or add --long");
}

TEST_F(TimeLimitTest, AcceptsAStageThatIsFastEnough) {
  limit_.start("loads", 1000, "routers");
  passed = 5;
  EXPECT_NO_THROW(limit_.advance(10));
  passed = 12;
  EXPECT_NO_THROW(limit_.advance(20));
  limit_.start("unknown length", 0, "steps");
  passed = 25;
  EXPECT_NO_THROW(limit_.advance(1));
}

TEST_F(TimeLimitTest, UsesTheRecentRateOfAStageThatStartsSlowly) {
  limit_.start("store and forward", 1000, "messages");
  passed = 5;
  EXPECT_NO_THROW(limit_.advance(1));
  passed = 15;
  EXPECT_NO_THROW(limit_.advance(20));  // by the overall rate 700 s more, by the last ten seconds 490 s
}

TEST_F(TimeLimitTest, NeverRejectsAStageAfterAMinute) {
  limit_.start("loads", 1000, "routers");
  passed = 100;
  EXPECT_NO_THROW(limit_.advance(1));
  EXPECT_NO_THROW(limit_.advance(1));
}

TEST_F(TimeLimitTest, CountsEarlierStages) {
  passed = 500;
  limit_.start("loads", 100, "routers");
  passed = 506;
  EXPECT_NO_THROW(limit_.advance(1));
  passed = 511;
  EXPECT_THROW(limit_.advance(5), InputError);  // about 110 s more exceed the limit after 511 s
}

TEST_F(TimeLimitTest, RejectsAnExpectedDurationAboveTheLimit) {
  Progress& progress = limit_;
  EXPECT_NO_THROW(progress.expect(599, "this"));
  EXPECT_THROW(progress.expect(601, "this"), InputError);
  EXPECT_THROW(progress.expect(61, "one of ten", 0.1), InputError);
  EXPECT_NO_THROW(no_progress().expect(1e9, "this"));
}

TEST_F(TimeLimitTest, AppliesBehindForwardingListeners) {
  ForwardingProgress inner(static_cast<Progress&>(limit_));
  ForwardingProgress outer(static_cast<Progress&>(inner));
  Progress& progress = outer;
  EXPECT_THROW(progress.expect(601, "this"), InputError);
}

TEST(DurationText, UsesUnitsFromSecondsToYears) {
  EXPECT_EQ(format_duration(0.1), "1 s");
  EXPECT_EQ(format_duration(119), "119 s");
  EXPECT_EQ(format_duration(600), "10 minutes");
  EXPECT_EQ(format_duration(3 * 3600), "3 hours");
  EXPECT_EQ(format_duration(10 * 86400), "10 days");
  EXPECT_EQ(format_duration(5e12), "1.58e+05 years");
}

}  // namespace
}  // namespace weft
