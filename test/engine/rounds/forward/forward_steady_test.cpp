// SPDX-License-Identifier: Apache-2.0
#include "weft/engine/rounds/forward/forward_steady.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "support/forward_machine.hpp"
#include "support/random_traffic.hpp"
#include "support/sanitized.hpp"
#include "weft/core/parallel.hpp"
#include "weft/topology/family/clex.hpp"
#include "weft/topology/family/complete.hpp"
#include "weft/topology/family/mesh.hpp"
#include "weft/topology/family/torus.hpp"

namespace weft::rounds {
namespace {

/// Returns traffic that lists `listed` uniform random destinations per terminal.
ListTraffic uniform_list(std::uint64_t terminals, std::uint64_t listed) {
  std::vector<std::vector<std::uint32_t>> list(terminals, std::vector<std::uint32_t>(listed));
  Rng rng(1, Purpose::test, 0);
  for (auto& of_terminal : list)
    for (auto& to : of_terminal) to = static_cast<std::uint32_t>(rng.below(terminals));
  return ListTraffic(std::move(list));
}

SteadyResult run(ForwardMachine const& m, Traffic const& traffic, SteadyParams const& params,
                 StoreAndForward::Params const& options = {}) {
  return run_steady(StoreAndForward(options), {.network = *m.network, .routing = *m.routing, .seed = 11},
                    traffic, params);
}

TEST(ArrivalLaw, MatchesItsMeanAndVariance) {
  for (auto const& [process, mean] : {std::pair{ArrivalProcess::bernoulli, 0.3},
                                      {ArrivalProcess::poisson, 0.3},
                                      {ArrivalProcess::poisson, 4.0},
                                      {ArrivalProcess::poisson, 50.0}}) {
    ArrivalLaw const law(process, mean);
    RunningStatistics counts;
    RandomWords const words(3, Purpose::test, 0);
    for (std::uint64_t i = 0; i < 200000; ++i) counts.add(law(words(i)));
    EXPECT_NEAR(counts.mean(), mean, 0.01 * mean + 0.005);
    EXPECT_NEAR(counts.variance(), process == ArrivalProcess::poisson ? mean : mean * (1 - mean),
                0.02 * mean);
  }
  EXPECT_EQ(ArrivalLaw(ArrivalProcess::bernoulli, 1)(0), 1u);
  EXPECT_EQ(ArrivalLaw(ArrivalProcess::bernoulli, 0)(~std::uint64_t{0} - 1), 0u);
  EXPECT_EQ(ArrivalLaw(ArrivalProcess::poisson, 0)(~std::uint64_t{0} - 1), 0u);
}

TEST(ForwardSteadySlow, MatchesTheQueueWithConstantServiceTime) {
  // Poisson arrivals at a channel that carries one message per round: the mean delay is 1 + rate / (2 (1 -
  // rate)).
  auto const m = forward_machine(topology::Mesh({{2}}), "dimension_order");
  ListTraffic const traffic({{1}, {}});
  for (double const rate : {0.2, 0.5, 0.8}) {
    auto const result = run(
        m, traffic, {.rate = rate, .arrivals = ArrivalProcess::poisson, .rounds = 200000, .precision = 0});
    EXPECT_NEAR(result.latency, 1 + rate / (2 * (1 - rate)), 0.05);
    EXPECT_NEAR(result.accepted * 2, rate, 0.01);
    EXPECT_TRUE(result.settled);
    EXPECT_TRUE(result.sustained);
    EXPECT_LT(result.latency_half_width, 0.2);
  }
  // Bernoulli arrivals never compete.
  auto const result = run(m, traffic, {.rate = 0.9, .rounds = 2000});
  EXPECT_EQ(text(result.latencies), "1:" + std::to_string(result.latencies.count()) + " ");
}

TEST(ForwardSteady, MatchesTheOracle) {
  auto const compare = [](auto const& topology, std::string const& routing, SteadyParams const& params,
                          StoreAndForward::Params const& options, ForwardSettings settings) {
    SCOPED_TRACE(routing);
    auto const m = forward_machine(topology, routing);
    auto const traffic = uniform_list(topology.num_terminals(), 50);
    auto const fast = run(m, traffic, params, options);
    settings.seed = 11;
    auto const slow = ForwardOracle(*m.network, *m.routing, settings)
                          .run_steady(traffic, ArrivalLaw(params.arrivals, params.rate), fast.rounds);
    EXPECT_EQ(fast.rounds, 400u);
    EXPECT_EQ(fast.delivered, slow.delivered);
    EXPECT_EQ(fast.in_flight, fast.messages - fast.delivered);
    EXPECT_EQ(fast.longest_queue, slow.longest_queue);
    std::uint64_t hops = 0;
    for (auto const& load : fast.loads) hops += load.messages;
    EXPECT_EQ(hops, slow.hops);
    if (fast.warm_up == 0) { EXPECT_EQ(text(fast.latencies), text(slow.delay)); }
  };
  SteadyParams const params{.rate = 0.3, .rounds = 400, .precision = 0};
  compare(topology::Torus({{5, 4}, 2}), "dimension_order", params, {}, {});
  compare(topology::Torus({{5, 4}}), "valiant", params, {.loss = 0.1, .jitter = 2},
          {.loss = 0.1, .jitter = 2});
  compare(topology::Mesh({{5, 4}}), "minimal_adaptive",
          {.rate = 0.4, .arrivals = ArrivalProcess::poisson, .rounds = 400, .precision = 0},
          {.queue = QueueOrder::farthest_first}, {.order = QueueOrder::farthest_first});
  compare(topology::Clex({.m = 4, .levels = 3}), "clex_recursive", params, {}, {});
}

TEST(ForwardSteady, ReportsAnOverload) {
  auto const m = forward_machine(topology::Mesh({{2}}), "dimension_order");
  auto const result =
      run(m, ListTraffic({{1}, {}}), {.rate = 1.3, .arrivals = ArrivalProcess::poisson, .rounds = 4000});
  EXPECT_FALSE(result.sustained);
  EXPECT_NEAR(result.offered * 2, 1.3, 0.1);
  EXPECT_NEAR(result.accepted * 2, 1, 0.01);
}

TEST(ForwardSteadySlow, FindsTheSaturationOfATorus) {
  // On a ring of 8 with ties routed upward, upward channels carry (1 + 2 + 3 + 4) / 8 messages per uniform
  // message.
  topology::Torus const torus({{8, 8}});
  auto const m = forward_machine(torus, "dimension_order:tie=plus");
  auto const traffic = uniform_list(64, 2000);
  auto const found =
      find_saturation(StoreAndForward(), {.network = *m.network, .routing = *m.routing, .seed = 2}, traffic,
                      {.rounds = 3000});
  EXPECT_NEAR(found.sustained, 8.0 / 10, 0.04);
  EXPECT_LE(found.rejected - found.sustained, 0.02 * found.rejected);
  EXPECT_FALSE(found.trials.front().sustained);
}

TEST(ForwardSteady, FindsASaturationAboveOneArrivalPerRound) {
  // In a complete graph of 8 routers, one eighth of the uniform messages use each of the 7 channels of a
  // router, and one eighth are local: queues are bounded up to rate 8.
  auto const m = forward_machine(topology::Complete({.routers = 8}), "minimal");
  auto const traffic = uniform_list(8, 4000);
  ForwardJob const job{.network = *m.network, .routing = *m.routing, .seed = 2};
  // sustains() allows 32,000 messages an excess of 2.7 %, and the search 2 %.
  SteadyParams params{.arrivals = ArrivalProcess::poisson, .rounds = sanitized ? 1000 : 3000};
  auto const found = find_saturation(StoreAndForward(), job, traffic, params);
  EXPECT_GT(found.sustained, 0.95 * 8);
  EXPECT_LT(found.rejected, 1.05 * 8);
  params.arrivals = ArrivalProcess::bernoulli;
  auto const of_bernoulli = find_saturation(StoreAndForward(), job, traffic, params);
  EXPECT_EQ(of_bernoulli.sustained, 1) << "the most that can arrive";
  EXPECT_EQ(of_bernoulli.rejected, 0);
}

TEST(ForwardSteady, FindsASaturationAboveTheNumberOfChannelsOfARouter) {
  // In a complete graph of 3 routers, one third of the uniform messages are local, so 2 channels are
  // saturated at rate 3. sustains() allows 1 % plus three standard deviations of the 4.5 messages per round
  // that it counts, and the search 2 %; the arrivals deviate by the same amount again.
  auto const rounds = sanitized ? 2000U : 20000U;
  auto const m = forward_machine(topology::Complete({.routers = 3}), "minimal");
  auto const found =
      find_saturation(StoreAndForward(), {.network = *m.network, .routing = *m.routing, .seed = 2},
                      uniform_list(3, 20000), {.arrivals = ArrivalProcess::poisson, .rounds = rounds});
  auto const tolerance = 3 * (0.03 + 2 * 3 / std::sqrt(4.5 * rounds));
  EXPECT_NEAR(found.sustained, 3, tolerance);
  EXPECT_NEAR(found.rejected, 3, tolerance);
}

TEST(ForwardSteady, StopsTheSearchIfNoMessageUsesAChannel) {
  auto const m = forward_machine(topology::Mesh({{2}, 2}), "dimension_order");
  auto const found = find_saturation(
      StoreAndForward(), {.network = *m.network, .routing = *m.routing, .seed = 2},
      ListTraffic({{1}, {0}, {3}, {2}}), {.arrivals = ArrivalProcess::poisson, .rounds = 500});
  EXPECT_EQ(found.rejected, 0);
}

TEST(ForwardSteady, IsIndependentOfThreads) {
  topology::Torus const torus({{16, 16, 16}});
  auto const m = forward_machine(torus, "valiant");
  auto const traffic = uniform_list(torus.num_terminals(), 20);
  std::vector<SteadyResult> results;
  for (unsigned const threads : {1, 2, 7}) {
    Threads const limit(threads);
    results.push_back(run(m, traffic, {.rate = 0.1, .rounds = 200}));
  }
  for (auto const& result : results) {
    EXPECT_EQ(text(result.latencies), text(results[0].latencies));
    EXPECT_EQ(result.latency_half_width, results[0].latency_half_width);
    EXPECT_EQ(result.warm_up, results[0].warm_up);
  }
}

TEST(ForwardSteady, RejectsImpossibleRates) {
  auto const m = forward_machine(topology::Mesh({{2}}), "dimension_order");
  EXPECT_THROW(run(m, ListTraffic({{1}, {}}), {.rate = 1.5}), InputError);
}

}  // namespace
}  // namespace weft::rounds
