// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "support/forward_machine.hpp"
#include "support/random_traffic.hpp"
#include "weft/core/parallel.hpp"
#include "weft/topology/family/clex.hpp"
#include "weft/topology/family/mesh.hpp"
#include "weft/topology/family/torus.hpp"

namespace weft::rounds {
namespace {

/// Checks that the fast and the naive simulation agree in every measure with `loss` and `jitter`, and that
/// each message is delivered once.
template <class T>
void compare(T const& topology, std::string const& routing, double loss, double jitter,
             QueueOrder order = QueueOrder::fifo, double bandwidth = 1) {
  SCOPED_TRACE(to_spec(topology).to_string() + " " + routing + " loss " + std::to_string(loss) + " jitter " +
               std::to_string(jitter));
  auto const m = forward_machine(topology, routing);
  auto const traffic = random_traffic(topology.num_terminals(), 20, 5);
  auto const fast =
      m.run(traffic, {.queue = order, .bandwidth = {bandwidth}, .loss = loss, .jitter = jitter});
  EXPECT_EQ(fast.messages, traffic.num_messages());
  EXPECT_EQ(fast.delivered, traffic.num_messages());
  EXPECT_EQ(fast.delay.count(), traffic.num_messages());
  expect_same(
      fast, m.slow(traffic,
                   {.order = order, .bandwidth = std::vector(8, bandwidth), .loss = loss, .jitter = jitter}));
}

void compare_all(double loss, double jitter) {
  for (auto const order : {QueueOrder::fifo, QueueOrder::farthest_first}) {
    compare(topology::Torus({{4, 3, 2}}), "dimension_order", loss, jitter, order);
    compare(topology::Torus({{5, 5}, 2}), "valiant", loss, jitter, order);
    compare(topology::Mesh({{6, 4}}), "minimal_adaptive", loss, jitter, order);
    compare(topology::Clex({.m = 4, .levels = 3}), "clex_direct", loss, jitter, order);
  }
  compare(topology::Torus({{4, 3, 2}}), "dimension_order", loss, jitter, QueueOrder::fifo, 3);
  compare(topology::Torus({{4, 3, 2}}), "dimension_order", loss, jitter, QueueOrder::farthest_first, 0.7);
  compare(topology::Torus({{4, 3, 2}}), "minimal_adaptive", loss, jitter, QueueOrder::fifo, 1.5);
}

TEST(ForwardLoss, MatchesTheOracle) {
  compare_all(0.1, 0);
  compare_all(0.6, 0);
}

TEST(ForwardLoss, RetransmitsUntilDelivery) {
  // A transmission and its acknowledgment both arrive with probability (1 - q)^2, so a hop takes 1 / (1 -
  // q)^2 rounds on average; for a fraction q (1 - q) of the transmissions, only the acknowledgment is lost.
  topology::Torus const torus({{32, 32}});
  auto const m = forward_machine(torus, "dimension_order");
  auto const traffic = random_traffic(torus.num_terminals(), 20, 5);
  auto const clean = m.run(traffic), lossy = m.run(traffic, {.loss = 0.1});
  EXPECT_EQ(lossy.delivered, clean.delivered);
  EXPECT_EQ(lossy.hops, clean.hops);
  EXPECT_EQ(clean.transmissions, clean.hops);
  EXPECT_EQ(clean.duplicates, 0u);
  auto const hops = static_cast<double>(lossy.hops), sent = static_cast<double>(lossy.transmissions);
  EXPECT_NEAR(sent / hops, 1 / 0.81, 0.01);
  EXPECT_NEAR(static_cast<double>(lossy.duplicates) / sent, 0.9 - 0.81, 0.01);
  EXPECT_NEAR(static_cast<double>(lossy.rounds) / static_cast<double>(clean.rounds), 1 / 0.81, 0.15);
}

TEST(ForwardJitter, MatchesTheOracle) {
  compare_all(0, 0.5);
  compare_all(0, 1);
  compare_all(0, 7.3);
}

TEST(ForwardJitter, AddsHalfTheJitterOnAverage) {
  topology::Torus const torus({{16, 16}});
  auto const m = forward_machine(torus, "dimension_order");
  std::vector<std::vector<std::uint32_t>> list(256);
  for (std::uint32_t e = 0; e < 256; ++e)
    list[e] = {(e + 7) % 16 + e / 16 * 16};  // 7 hops along a row, no two of them in one queue
  auto const result = m.run(ListTraffic(list), {.jitter = 4});
  EXPECT_NEAR(result.delay.mean(), 7 * (1 + 2), 7 * 0.35);
  EXPECT_EQ(m.run(ListTraffic(list)).delay.mean(), 7);
}

TEST(ForwardJitter, PreservesTheOrderOnChannels) {
  // All messages of terminal 0 cross the same channels in order, so message k does not arrive before message
  // k - 1.
  auto const m = forward_machine(topology::Mesh({{4}}), "dimension_order");
  ListTraffic const traffic({std::vector<std::uint32_t>(50, 3), {}, {}, {}});
  auto const result = m.run(traffic, {.jitter = 30});
  for (auto const [round, times] : result.delay.bins())
    EXPECT_EQ(times, 1u) << round;  // one channel leads to 3
  expect_same(result, m.slow(traffic, {.jitter = 30}));
}

TEST(ForwardFaults, MatchTheOracleWithLossAndJitter) { compare_all(0.2, 2); }

TEST(ForwardFailures, MatchTheOracle) {
  FailureParams const some{.links = 0.08, .routers = 0.04, .seed = 2};
  auto const compare_failing = [&](auto const& topology, std::string const& routing, double loss) {
    SCOPED_TRACE(to_spec(topology).to_string() + " " + routing);
    auto const m = forward_machine(topology, routing, some);
    auto const traffic = random_traffic(topology.num_terminals(), 20, 5);
    auto const fast = m.run(traffic, {.loss = loss});
    EXPECT_EQ(fast.messages, traffic.num_messages());
    EXPECT_EQ(fast.delivered + fast.unreachable, traffic.num_messages());
    EXPECT_GT(fast.unreachable, 0u);
    EXPECT_LE(fast.lost_pairs.size(), LostPairs::limit);
    EXPECT_TRUE(std::ranges::is_sorted(fast.lost_pairs));
    expect_same(fast, m.slow(traffic, {.loss = loss}));
  };
  for (double const loss : {0.0, 0.1}) {
    compare_failing(topology::Torus({{8, 6}, 2}), "dimension_order", loss);
    compare_failing(topology::Torus({{8, 6}}), "valiant", loss);
    compare_failing(topology::Mesh({{6, 8}}), "minimal_adaptive", loss);
    compare_failing(topology::Mesh({{6, 8}}), "minimal", loss);
    compare_failing(topology::Clex({.m = 4, .levels = 3}), "clex_direct", loss);
    compare_failing(topology::Clex({.m = 4, .levels = 3}), "clex_recursive", loss);
  }
}

TEST(ForwardFailures, ListUnreachablePairs) {
  // The line 0 - 1 - 2 - 3 with failed link 1 - 2, and with failed router 3.
  topology::Mesh const line({{4}});
  auto const result = forward_machine(line, "dimension_order", {.fail = "1-2+3"})
                          .run(ListTraffic({{1, 2, 3, 0}, {0, 2}, {2, 3}, {3}}));
  EXPECT_EQ(result.messages, 9u);
  EXPECT_EQ(result.delivered, 4u);
  EXPECT_EQ(result.unreachable, 5u);
  EXPECT_EQ(result.lost_pairs, (std::vector<LostPair>{{0, 2}, {0, 3}, {1, 2}, {2, 3}, {3, 3}}));
}

TEST(ForwardFailures, SendPacketsTheLongWayAroundARing) {
  // A ring of 6 with failed channel 0 -> 1: the path from 0 to 2 is 5, 4, 3, 2.
  topology::Torus const ring({{6}});
  auto const result =
      forward_machine(ring, "dimension_order", {.fail = "0-1"}).run(ListTraffic({{2}, {}, {}, {}, {}, {}}));
  EXPECT_EQ(result.hops, 4u);
  EXPECT_EQ(text(result.delay), "4:1 ");
}

TEST(ForwardFaults, AreIndependentOfThreads) {
  topology::Torus const torus({{16, 16, 16}});
  auto const m = forward_machine(torus, "minimal_adaptive");
  auto const traffic = random_traffic(torus.num_terminals(), 8, 3);
  std::vector<ForwardResult> results;
  for (unsigned const threads : {1, 2, 7}) {
    Threads const limit(threads);
    results.push_back(m.run(traffic, {.loss = 0.1, .jitter = 3}));
  }
  for (auto const& result : results) {
    EXPECT_EQ(text(result.delay), text(results[0].delay));
    EXPECT_EQ(result.transmissions, results[0].transmissions);
    EXPECT_EQ(result.duplicates, results[0].duplicates);
  }
}

}  // namespace
}  // namespace weft::rounds
