// SPDX-License-Identifier: Apache-2.0
#include "weft/routing/graph/port_choice.hpp"

#include <array>
#include <cmath>

#include <gtest/gtest.h>

#include "support/complaint.hpp"
#include "weft/routing/minimal/minimal.hpp"

namespace weft::routing {
namespace {

constexpr int draws = 24000;

/// Returns how often each port is chosen, with one port per queue.
template <std::size_t ports>
std::array<int, ports> taken(MinimalChoice choice, SampleParams const& sample,
                             std::array<std::int32_t, ports> const& queues) {
  std::uint32_t const first[] = {0};
  QueueView const view{.first = first, .now = queues};
  std::array<int, ports> times{};
  for (std::uint64_t draw = 0; draw < draws; ++draw) {
    PortChoice chosen(choice, sample, 0, view, Rng::derived(mix64(draw)));
    for (std::uint16_t port = 0; port < ports && !chosen.is_settled(); ++port) chosen.offer({port});
    ++times[chosen.option().port];
  }
  return times;
}

/// Expects `times` within five standard deviations of the binomial mean.
void expect_about(int times, double probability) {
  EXPECT_NEAR(times, draws * probability, 5 * std::sqrt(draws * probability * (1 - probability)));
}

TEST(PortChoice, PrefersTheShorterQueueOfTwoRandomPorts) {
  // Of 4 queues, the i-th shortest (i = 0 .. 3) is the shorter one in 3 - i of 6 pairs.
  auto const times = taken<4>(MinimalChoice::adaptive, {}, {7, 5, 9, 1});
  expect_about(times[3], 3 / 6.0);
  expect_about(times[1], 2 / 6.0);
  expect_about(times[0], 1 / 6.0);
  EXPECT_EQ(times[2], 0);
}

TEST(PortChoice, BreaksTiesAtRandom) {
  for (std::int64_t const samples : {0, 1, 2, 3, 4, 16})
    for (auto const count : taken<4>(MinimalChoice::adaptive, {samples}, {3, 3, 3, 3}))
      expect_about(count, 1 / 4.0);
}

TEST(PortChoice, FindsTheShortestQueueIfAllPortsAreSampled) {
  for (std::int64_t const samples : {0, 4, 16})
    EXPECT_EQ(taken<4>(MinimalChoice::adaptive, {samples}, {7, 5, 9, 1})[3], draws);
}

TEST(PortChoice, IgnoresDifferencesUpToTheThreshold) {
  for (auto const count : taken<2>(MinimalChoice::adaptive, {2, 4}, {0, 4})) expect_about(count, 1 / 2.0);
  EXPECT_EQ(taken<2>(MinimalChoice::adaptive, {2, 3}, {0, 4})[0], draws);
}

TEST(PortChoice, IsRandomOrFirstIfQueuesAreIgnored) {
  for (auto const count : taken<3>(MinimalChoice::random, {}, {7, 0, 7})) expect_about(count, 1 / 3.0);
  EXPECT_EQ(taken<3>(MinimalChoice::lowest, {}, {7, 0, 7})[0], draws);
}

TEST(PortChoice, RejectsAdaptiveOptionsForNonadaptiveChoices) {
  auto const rejection = rejection_of([] { check_samples({.samples = 3}, false, "choice=adaptive"); });
  ASSERT_TRUE(rejection);
  EXPECT_EQ(rejection->problem, "samples needs choice=adaptive");
  EXPECT_FALSE(rejection_of([] { check_samples({.threshold = 3}, true, "choice=adaptive"); }));
  EXPECT_TRUE(rejection_of([] { check_samples({.threshold = 3}, false, "choice=adaptive"); }));
}

}  // namespace
}  // namespace weft::routing
