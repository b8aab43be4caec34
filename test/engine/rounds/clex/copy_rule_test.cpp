// SPDX-License-Identifier: Apache-2.0
#include <array>

#include <gtest/gtest.h>

#include "weft/core/error.hpp"
#include "weft/engine/rounds/clex/clex_simulation.hpp"

namespace weft::rounds {
namespace {

constexpr std::uint32_t m = 32;  // floor(ln m) = 3, m^2 = 1024

InstanceStreams streams_named(std::uint64_t instance = 0) { return {1, 1, instance, 0}; }

TEST(CopyRule, DividesTheLinksOfTheCliqueAmongTheRemainingMessages) {
  CopyRule const rule({}, m, m);
  auto memory = rule.begin(896, streams_named());
  EXPECT_EQ(rule(1, 896, memory, streams_named()), 1U);  // 1024 / 896 = 1.1
  EXPECT_EQ(rule(2, 400, memory, streams_named()), 2U);  // 2.6
  EXPECT_EQ(rule(3, 300, memory, streams_named()), 3U);  // 3.4
  EXPECT_EQ(rule(4, 1, memory, streams_named()), 3U);    // at most ln m
  EXPECT_EQ(rule(5, 2000, memory, streams_named()), 1U);
}

/// The nodes estimate the load in phases 1, 4, 7, ..
TEST(CopyRule, KeepsTheEstimateUntilTheNextPeriod) {
  ClexOptions options;
  options.estimate_period = 3;
  CopyRule const rule(options, m, m);
  auto memory = rule.begin(896, streams_named());
  EXPECT_EQ(rule(2, 300, memory, streams_named()), 1U);
  EXPECT_EQ(rule(3, 10, memory, streams_named()), 1U);
  EXPECT_EQ(rule(4, 400, memory, streams_named()), 2U);
  EXPECT_EQ(rule(5, 2, memory, streams_named()), 2U);
  EXPECT_EQ(rule(7, 1, memory, streams_named()), 3U);
}

/// 400 messages remain, error 1: the estimate is 400 f, f = 2^u with u uniform in [-1, 1). k = 1 if 1024 /
/// (400 f) < 2, u > log2 1.28 = 0.3561: probability 0.3219. k = 3 if 1024 / (400 f) >= 3, u <= log2 0.85333 =
/// -0.2288: 0.3856. Four standard deviations of 20,000 draws are at most 0.0141.
TEST(CopyRule, EstimateErrorsAreLogUniform) {
  ClexOptions options;
  options.estimate_error = 1;
  CopyRule const rule(options, m, m);
  std::array<double, 4> share{};
  for (std::uint64_t instance = 0; instance < 20000; ++instance) {
    auto memory = rule.begin(896, streams_named(instance));
    share[rule(2, 400, memory, streams_named(instance))] += 1.0 / 20000;
  }
  EXPECT_NEAR(share[1], 0.3219, 0.0141);
  EXPECT_NEAR(share[3], 0.3856, 0.0141);
  EXPECT_EQ(share[0], 0);
}

TEST(CopyRule, RejectsEstimateOptionsWithoutLiteralCopies) {
  for (auto const copies : {Copies::fixed, Copies::growth}) {
    ClexOptions options;
    options.copies = copies;
    options.estimate_period = 2;
    EXPECT_THROW(check_options({m, 1}, options), InputError);
    options.estimate_period = 1;
    EXPECT_NO_THROW(check_options({m, 1}, options));
    options.estimate_error = 0.1;
    EXPECT_THROW(check_options({m, 1}, options), InputError);
  }
}

}  // namespace
}  // namespace weft::rounds
