// SPDX-License-Identifier: Apache-2.0
#include "weft/traffic/patterns/h_relation.hpp"

#include <algorithm>
#include <cmath>
#include <csignal>
#include <numeric>

#include <gtest/gtest.h>

#include "support/goodness_of_fit.hpp"
#include "support/traffic_lists.hpp"
#include "weft/core/error.hpp"
#include "weft/core/interrupt.hpp"
#include "weft/core/parallel.hpp"

namespace weft {
namespace {

TEST(HRelation, LoadsAreUniformInTheirRange) {
  traffic::HRelation const traffic({.low = 2, .high = 6}, {50000, 1, 1});
  std::vector<std::uint64_t> counts(5);
  for (auto const sent : sent_messages(traffic)) ++counts.at(sent - 2);
  EXPECT_GT(goodness_of_fit(counts), 1e-5);
}

TEST(HRelation, MeanLoadDefaultsToTheMessagesPerTerminal) {
  traffic::HRelation const traffic({}, {100000, 7, 2});
  auto const sent = sent_messages(traffic);
  EXPECT_EQ(*std::ranges::min_element(sent), 0u);
  EXPECT_EQ(*std::ranges::max_element(sent), 14u);
  EXPECT_NEAR(static_cast<double>(traffic.num_messages()), 700000,
              4 * std::sqrt(100000 * (15 * 15 - 1) / 12.0));
}

TEST(HRelation, ReceivedCountsAreAPermutationOfSentCounts) {
  for (traffic::HRelation::Params const& params :
       {traffic::HRelation::Params{.low = 0, .high = 9}, {.loads = traffic::LoadLaw::heavy, .heavy = 0.05}}) {
    traffic::HRelation const traffic(params, {3000, 2, 3});
    auto sent = sent_messages(traffic), received = received_messages(traffic);
    for (std::uint32_t e = 0; e < received.size(); ++e) ASSERT_EQ(received[e], traffic.received({e}));
    EXPECT_NE(sent, received);
    std::ranges::sort(sent);
    std::ranges::sort(received);
    EXPECT_EQ(sent, received);
  }
}

// Sums over sender and receiver are fixed; given these sums, all pairs occur in proportion.
TEST(HRelation, DestinationsAreRandom) {
  std::vector<std::uint64_t> met(9 * 9);
  std::vector<double> expected(9 * 9);
  for (std::uint64_t seed = 0; seed < 4000; ++seed) {
    traffic::HRelation const traffic({.low = 1, .high = 4}, {9, 1, seed});
    auto const total = static_cast<double>(traffic.num_messages());
    for (std::uint32_t e = 0; e < 9; ++e) {
      for (auto const to : destinations_of(traffic, e)) ++met[e * 9 + to];
      for (std::uint32_t d = 0; d < 9; ++d)
        expected[e * 9 + d] += static_cast<double>(traffic.messages({e}) * traffic.received({d})) / total;
    }
  }
  for (std::size_t i = 0; i < met.size(); ++i)
    EXPECT_NEAR(static_cast<double>(met[i]), expected[i], 4 * std::sqrt(expected[i])) << i;
}

TEST(HRelation, HeavyTerminalsSendAMultiple) {
  traffic::HRelation const traffic({.loads = traffic::LoadLaw::heavy, .heavy = 0.1, .factor = 5},
                                   {20000, 3, 4});
  auto const sent = sent_messages(traffic);
  auto const heavy = std::ranges::count(sent, 15u);
  EXPECT_EQ(std::ranges::count(sent, 3u), 20000 - heavy);
  EXPECT_NEAR(static_cast<double>(heavy), 2000, 4 * std::sqrt(1800));
  EXPECT_EQ(traffic.num_messages(), 60000u + 12u * static_cast<std::uint64_t>(heavy));
}

TEST(HRelation, EqualLoadsAreUniform) {
  EXPECT_EQ(traffic::HRelation({.low = 4, .high = 4}, {100, 1, 1}).uniform_messages(), 4u);
  EXPECT_EQ(
      traffic::HRelation({.loads = traffic::LoadLaw::heavy, .heavy = 0}, {100, 3, 1}).uniform_messages(), 3u);
  EXPECT_EQ(
      traffic::HRelation({.loads = traffic::LoadLaw::heavy, .heavy = 1}, {100, 3, 1}).uniform_messages(),
      30u);
  EXPECT_EQ(traffic::HRelation({}, {100, 3, 1}).uniform_messages(), 0u);
}

TEST(HRelation, CountsDoNotDependOnThreads) {
  traffic::HRelation::Params const params{.low = 0, .high = 100};
  std::uint64_t const two = (Threads(2), traffic::HRelation(params, {3000000, 1, 5}).num_messages());
  Threads const one(1);
  EXPECT_EQ(traffic::HRelation(params, {3000000, 1, 5}).num_messages(), two);
}

TEST(HRelation, RejectsImpossibleLoads) {
  EXPECT_THROW(make_traffic<traffic::HRelation>({.low = 5, .high = 4}, {10}), InputError);
  EXPECT_THROW(make_traffic<traffic::HRelation>({.low = 5}, {10, 2}), InputError);
  EXPECT_THROW(
      make_traffic<traffic::HRelation>({.loads = traffic::LoadLaw::heavy, .factor = 1000000}, {10, 3000}),
      InputError);
}

/// If few terminals are heavy, the iteration to a slot is long.
TEST(HRelation, ChecksForCtrlCWhileSearchingForASlot) {
  traffic::HRelation const traffic({.loads = traffic::LoadLaw::heavy, .heavy = 0.01, .factor = 1000},
                                   {1000, 1, 1});
  InterruptGuard const caught;
  std::raise(SIGINT);
  EXPECT_THROW(all_destinations(traffic), Interrupted);
}

}  // namespace
}  // namespace weft
