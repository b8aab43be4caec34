// SPDX-License-Identifier: Apache-2.0
#include "weft/engine/rounds/clex/perpetual/perpetual_clex.hpp"

#include <deque>

#include <gtest/gtest.h>

#include "support/clex_reference.hpp"
#include "support/forward_machine.hpp"
#include "support/list_traffic.hpp"
#include "weft/core/error.hpp"
#include "weft/core/parallel.hpp"

namespace weft::rounds {
namespace {

/// Returns traffic from node 0 to node 1 of a clique of four.
ListTraffic one_pair() { return ListTraffic{{{1}, {}, {}, {}}}; }

ListTraffic uniform_messages(std::uint64_t terminals, std::uint64_t listed) {
  std::vector<std::vector<std::uint32_t>> list(terminals, std::vector<std::uint32_t>(listed));
  Rng rng(1, Purpose::test, 0);
  for (auto& of_terminal : list)
    for (auto& to : of_terminal) to = static_cast<std::uint32_t>(rng.below(terminals));
  return ListTraffic(std::move(list));
}

/// A single message needs one round, and one message arrives in each round.
TEST(PerpetualClex, RunsInstancesInSequence) {
  auto const result =
      run_perpetual(ClexMachine(4, 1), one_pair(), {}, 1, {.rate = 1, .rounds = 1000, .precision = 0});
  EXPECT_EQ(result.instances, 1000U);
  EXPECT_EQ(result.messages, 1000U);
  EXPECT_EQ(result.delivered, 1000U);
  EXPECT_EQ(text(result.latencies), "1:" + std::to_string(result.latencies.count()) + " ");
  EXPECT_EQ(result.rounds_of_level[0], 1000U);
}

/// With one message per instance, or with only the direct phase, the channel 0 -> 1 is a queue with constant
/// service time: mean delay 1 + rate / (2 (1 - rate)) for Poisson arrivals. At rate 1/2 the variance of the
/// waiting time is rate / (3 (1 - rate)) + rate^2 / (4 (1 - rate)^2) = 0.58, and about 8 consecutive messages
/// are correlated: three standard errors of the mean of 10,000 are 0.065.
TEST(PerpetualClex, MatchesQueueingTheoryIfAnInstanceServesOneMessage) {
  ClexOptions batch, cut;
  batch.batch = 1;
  cut.last_phase = 1;
  for (auto const& options : {batch, cut}) {
    auto const result =
        run_perpetual(ClexMachine(4, 1), one_pair(), options, 1,
                      {.rate = 0.5, .arrivals = ArrivalProcess::poisson, .rounds = 20000, .precision = 0});
    EXPECT_NEAR(result.latency, 1.5, 0.065);
    // three standard deviations of a Poisson number with mean 10,000
    EXPECT_NEAR(result.accepted * 4, 0.5, 0.015);
    EXPECT_TRUE(result.sustained);
    EXPECT_EQ(result.left > 0, options.last_phase == 1);
    EXPECT_EQ(result.messages, result.delivered + result.in_flight);
  }
}

/// Overloaded, with instances of `batch` messages 0 -> 1: one is sent directly in round 1. The second is
/// alone in phase 2, so that a relay grants it: 2 more rounds, and in dense mode 2 for the request and its
/// grant.
TEST(PerpetualClex, MatchesTheHandComputedRateOfAnOverloadedPair) {
  for (auto const& [mode, batch, rounds] :
       {std::tuple{Mode::dense, 1U, 1U}, {Mode::dense, 2U, 5U}, {Mode::light, 2U, 3U}}) {
    ClexOptions options;
    options.mode = mode;
    options.batch = batch;
    auto const result =
        run_perpetual(ClexMachine(4, 1), one_pair(), options, 1,
                      {.rate = 3, .arrivals = ArrivalProcess::poisson, .rounds = 3000, .precision = 0});
    EXPECT_DOUBLE_EQ(result.accepted, static_cast<double>(batch) / rounds / 4);
    EXPECT_FALSE(result.sustained);
    EXPECT_EQ(result.measures.levels[0].max_rounds, rounds);
  }
}

/// In sustains(), 5000 rounds allow an excess of 1 % and three standard deviations of 2500 arrivals, 7 %; the
/// search allows 2 %.
TEST(PerpetualClex, FindsTheSaturationOfAQueue) {
  ClexOptions options;
  options.last_phase = 1;
  auto const found = find_saturation(ClexMachine(4, 1), one_pair(), options, 1,
                                     {.arrivals = ArrivalProcess::poisson, .rounds = 5000});
  EXPECT_NEAR(found.sustained, 1, 0.09);
  EXPECT_NEAR(found.rejected, 1, 0.09);
}

struct WaitingOfTest {
  std::uint32_t destination;
  std::uint64_t birth;
};

/// Compares with a naive reference: a queue per node, and one instance at a time by ClexReference.
/// ClexReference does not report the rounds of the last visit separately, so latencies are compared only for
/// one level.
void compare_with_reference(ClexMachine const& machine, ClexOptions const& options, double rate) {
  auto const traffic = uniform_messages(machine.nodes(), 50);
  SteadyParams const params{.rate = rate, .arrivals = ArrivalProcess::poisson, .rounds = 300, .precision = 0};
  ArrivalLaw const law(params.arrivals, rate);
  auto const fast = run_perpetual(machine, traffic, options, 5, params);
  std::vector<std::deque<WaitingOfTest>> queue(machine.nodes());
  std::vector<std::uint64_t> sent(machine.nodes());
  std::uint64_t arrived = 0, delivered = 0, round = 0, drawn = 0, instances = 0;
  double latencies = 0;
  auto const draw_until = [&](std::uint64_t until) {
    for (; drawn < until; ++drawn)
      for (std::uint32_t e = 0; e < machine.nodes(); ++e)
        for (auto n = law(RandomWords(5, Purpose::injection, drawn + 1)(e)); n > 0; --n, ++arrived) {
          std::vector<std::uint32_t> all(traffic.messages({e}));
          traffic.destinations({e}, 1, all);
          queue[e].push_back({all[sent[e]++ % all.size()], drawn});
        }
  };
  while (round < params.rounds) {
    draw_until(round + 1);
    std::vector<std::vector<std::uint32_t>> joining(machine.nodes());
    std::uint64_t count = 0, births = 0;
    for (std::uint32_t e = 0; e < machine.nodes(); ++e)
      while (!queue[e].empty() && joining[e].size() < (options.batch ? options.batch : machine.m)) {
        joining[e].push_back(queue[e].front().destination);
        births += queue[e].front().birth;
        queue[e].pop_front();
        ++count;
      }
    std::uint64_t rounds = 1;
    if (count > 0) {
      ListTraffic const list(joining);
      ClexReference<TrackedMessage<std::uint32_t>> reference(
          machine, options, seed_of_instance(5, instances), list,
          RoundTimes({.alpha_ns = {0.001}, .beta_ns_per_meter = 0}, std::vector<double>(machine.levels)));
      rounds = reference.run().makespan();
      for (auto const& clique : reference.delivered())
        for (auto const& message : clique.message)
          latencies += static_cast<double>(round) + static_cast<double>(message.time_ps);
      latencies -= static_cast<double>(births);
      delivered += count;
      ++instances;
    }
    round += rounds;
    draw_until(round);
  }
  EXPECT_EQ(fast.rounds, round);
  EXPECT_EQ(fast.instances, instances);
  EXPECT_EQ(fast.messages, arrived);
  EXPECT_EQ(fast.delivered, delivered);
  EXPECT_EQ(fast.in_flight, arrived - delivered);
  if (machine.levels == 1 && fast.warm_up == 0) {
    EXPECT_NEAR(fast.latency, latencies / static_cast<double>(delivered), 1e-9);
  }
}

TEST(PerpetualClex, MatchesInstancesOfTheReference) {
  ClexOptions small, light;
  small.batch = 2;
  light.mode = Mode::light;
  light.redistribute = 1;
  compare_with_reference(ClexMachine(6, 1), {}, 0.3);
  compare_with_reference(ClexMachine(6, 1), {}, 2);
  compare_with_reference(ClexMachine(4, 3), {}, 0.1);
  compare_with_reference(ClexMachine(5, 2), small, 0.2);
  compare_with_reference(ClexMachine(5, 2, false), light, 0.2);
}

/// Messages that an instance does not deliver wait at their nodes and arrive later; ClexCopies throws if a
/// message arrives at a wrong node.
TEST(PerpetualClex, DeliversRemainingMessagesInLaterInstances) {
  for (std::uint32_t const last_phase : {1, 2, 3})
    for (bool const direct : {true, false})
      for (bool const low : {true, false}) {
        ClexOptions options;
        options.last_phase = last_phase;
        options.direct = direct;
        ClexMachine const machine(5, 3, low);
        auto const result = run_perpetual(machine, uniform_messages(125, 50), options, 1,
                                          {.rate = 0.05, .rounds = 2000, .precision = 0});
        EXPECT_EQ(result.messages, result.delivered + result.in_flight);
        EXPECT_TRUE(result.sustained);
        if (last_phase < 3) { EXPECT_GT(result.left, 0U); }
        EXPECT_EQ(result.measures.phases.size(), last_phase);
        EXPECT_LT(result.in_flight, 3 * 125U);
      }
}

TEST(PerpetualClex, IsIndependentOfThreads) {
  ClexOptions options;
  options.last_phase = 2;
  std::vector<std::string> results;
  for (unsigned const threads : {1U, 2U, 7U}) {
    Threads const limit{threads};
    auto const result =
        run_perpetual(ClexMachine(8, 3), uniform_messages(512, 20), options, 3, {.rate = 0.1, .rounds = 600});
    results.push_back(text(result.latencies) + std::to_string(result.left));
  }
  EXPECT_EQ(results[1], results[0]);
  EXPECT_EQ(results[2], results[0]);
}

TEST(PerpetualClex, RejectsBernoulliRatesAboveOne) {
  EXPECT_THROW(run_perpetual(ClexMachine(4, 1), one_pair(), {}, 1, {.rate = 1.5}), InputError);
}

}  // namespace
}  // namespace weft::rounds
