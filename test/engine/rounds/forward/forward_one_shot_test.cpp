// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "support/forward_machine.hpp"
#include "support/random_traffic.hpp"
#include "weft/core/parallel.hpp"
#include "weft/engine/rounds/forward/forward_wire.hpp"
#include "weft/topology/family/clex.hpp"
#include "weft/topology/family/complete.hpp"
#include "weft/topology/family/mesh.hpp"
#include "weft/topology/family/torus.hpp"

namespace weft::rounds {
namespace {

using Bins = std::vector<Histogram::Bin>;

/// Compares the fast and the naive simulation on all samples of a topology, with and without tracking, for
/// both queue orders.
template <class T>
void compare_on_samples(std::string const& routing) {
  for (auto const& params : T::samples()) {
    T const topology(params);
    if (topology.num_routers() > 300) continue;
    auto const m = forward_machine(topology, routing);
    for (std::uint64_t mean : {0, 1, 8, 90}) {
      SCOPED_TRACE(to_spec(topology).to_string() + " mean " + std::to_string(mean));
      auto const traffic = random_traffic(topology.num_terminals(), mean, 7);
      auto const slow = m.slow(traffic);
      auto const fast = m.run(traffic);
      EXPECT_EQ(fast.messages, traffic.num_messages());
      EXPECT_EQ(fast.delivered, traffic.num_messages());
      expect_same(fast, slow);
      auto const tracked = m.run(traffic, {.track = true});
      expect_same(tracked, slow);
      EXPECT_EQ(text(tracked.delays.hops()), text(slow.hops_taken));
      EXPECT_EQ(text(tracked.delays.rounds()), text(slow.delay));
      expect_same(m.run(traffic, {.queue = QueueOrder::farthest_first}),
                  m.slow(traffic, {.order = QueueOrder::farthest_first}));
    }
  }
}

TEST(ForwardOneShot, MatchesHandComputedRoundsOnARing) {
  // Terminal 0 of a ring of 5 sends two messages two hops up and one message one hop down; terminal 1 sends
  // one message one hop up.
  auto const result = forward_machine(topology::Torus({{5}}), "dimension_order")
                          .run(ListTraffic({{2, 2, 4}, {2}, {}, {3}, {}}));
  // Round 1: 0->1, 0->4 delivered, 1->2 delivered. Round 2: 0->1, 1->2 delivered. Round 3: 1->2 delivered.
  // 3->3: round 0.
  EXPECT_EQ(result.rounds, 3u);
  EXPECT_EQ(result.delivered, 5u);
  EXPECT_EQ(result.hops, 6u);
  EXPECT_EQ(result.longest_queue, 2u);
  EXPECT_EQ(result.delay.bins(), (Bins{{0, 1}, {1, 2}, {2, 1}, {3, 1}}));
  ASSERT_EQ(result.loads.size(), 1u);
  EXPECT_EQ(result.loads[0].messages, 6u);
  EXPECT_EQ(result.loads[0].max, 3u);  // 1 -> 2
}

TEST(ForwardOneShot, ServesInputPortsInOrder) {
  // On a 3 x 3 torus, messages 1 -> 3 and 2 -> 3 meet at router 0 and need the same port.
  auto const result = forward_machine(topology::Torus({{3, 3}}), "dimension_order")
                          .run(ListTraffic({{}, {3}, {3}, {}, {}, {}, {}, {}, {}}));
  EXPECT_EQ(result.delay.bins(), (Bins{{2, 1}, {3, 1}}));
}

TEST(ForwardOneShot, MatchesHandComputedFarthestFirst) {
  // Router 0 of a line of 5 has messages of 1, 2, 4 and 3 hops; farthest first needs 4 rounds, first come
  // first served 6.
  auto const m = forward_machine(topology::Mesh({{5}}), "dimension_order");
  ListTraffic const traffic({{1, 2, 4, 3}, {}, {}, {}, {}});
  EXPECT_EQ(m.run(traffic).delay.bins(), (Bins{{1, 1}, {3, 1}, {6, 2}}));
  EXPECT_EQ(m.run(traffic, {.queue = QueueOrder::farthest_first}).delay.bins(), (Bins{{4, 4}}));
}

TEST(ForwardOneShot, MatchesTheOracleOnATorus) { compare_on_samples<topology::Torus>("dimension_order"); }
TEST(ForwardOneShot, MatchesTheOracleOnAMesh) { compare_on_samples<topology::Mesh>("dimension_order"); }
TEST(ForwardOneShot, MatchesTheOracleOnClex) {
  compare_on_samples<topology::Clex>("clex_direct");
  compare_on_samples<topology::Clex>("clex_recursive");
}
TEST(ForwardOneShotSlow, MatchesTheOracleWithValiant) {
  compare_on_samples<topology::Torus>("valiant");
  compare_on_samples<topology::Clex>("valiant");
}
TEST(ForwardOneShot, MatchesTheOracleWithAdaptiveRouting) {
  compare_on_samples<topology::Torus>("minimal_adaptive");
  compare_on_samples<topology::Mesh>("minimal_adaptive");
}
TEST(ForwardOneShot, MatchesTheOracleWithMinimalRouting) {
  compare_on_samples<topology::Torus>("minimal");
  compare_on_samples<topology::Clex>("minimal:choice=adaptive");
}

TEST(ForwardOneShot, AnEmptyRunNeedsNoRounds) {
  auto const result =
      forward_machine(topology::Torus({{4}}), "dimension_order").run(ListTraffic({{}, {}, {}, {}}));
  EXPECT_EQ(result.rounds, 0u);
  EXPECT_EQ(result.messages, 0u);
}

TEST(ForwardOneShot, MovesLongQueuesToTheOverflow) {
  auto const m = forward_machine(topology::Mesh({{3}}), "dimension_order");
  ListTraffic const traffic({std::vector<std::uint32_t>(1000, 2), std::vector<std::uint32_t>(500, 2), {}});
  auto const result = m.run(traffic);
  EXPECT_EQ(result.rounds, 1500u);
  EXPECT_EQ(result.longest_queue, 1000u);
  expect_same(result, m.slow(traffic));
  expect_same(m.run(traffic, {.queue = QueueOrder::farthest_first}),
              m.slow(traffic, {.order = QueueOrder::farthest_first}));
}

TEST(ForwardOneShot, UsesTheBandwidthsOfTheTopology) {
  for (double const bandwidth : {1., 2., 5., 0.4}) {
    topology::Clex const clex({.m = 4, .levels = 2, .bandwidth = {1, bandwidth}});
    auto const m = forward_machine(clex, "clex_direct");
    auto const traffic = random_traffic(16, 60, 3);
    expect_same(m.run(traffic), m.slow(traffic));
    expect_same(m.run(traffic, {.queue = QueueOrder::farthest_first}),
                m.slow(traffic, {.order = QueueOrder::farthest_first}));
  }
}

TEST(ForwardOneShot, FractionalBandwidthsAccumulate) {
  auto const m = forward_machine(topology::Mesh({{2}}), "dimension_order");
  ListTraffic const traffic({std::vector<std::uint32_t>(6, 1), {}});
  // One message per 1.5 rounds, started at 0, 1.5, 3, 4.5, ..
  EXPECT_EQ(text(m.run(traffic, {.bandwidth = {2. / 3}}).delay), "1:1 2:1 4:1 5:1 7:1 8:1 ");
  EXPECT_EQ(text(m.run(traffic, {.bandwidth = {2.5}}).delay), "1:3 2:2 3:1 ");
  topology::Torus const torus({{3, 4, 2}});
  auto const t = forward_machine(torus, "minimal_adaptive");
  auto const random = random_traffic(24, 40, 3);
  expect_same(t.run(random, {.bandwidth = {0.3, 1, 2.5}}), t.slow(random, {.bandwidth = {0.3, 1, 2.5}}));
  expect_same(t.run(random, {.bandwidth = {0.75}}), t.slow(random, {.bandwidth = {0.75, 0.75, 0.75}}));
}

TEST(ForwardOneShot, DistancesFollowTheLayout) {
  topology::Torus const torus({{4, 4}});
  auto const m = forward_machine(torus, "dimension_order:tie=plus");
  auto const layout = make_layout(torus, LayoutParams{.folding = Folding::plain});
  ListTraffic const traffic({{1, 2, 3, 12}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}});
  auto const result = StoreAndForward({.track = true})
                          .run({.network = *m.network, .routing = *m.routing, .layout = &layout}, traffic);
  // 1 and 2 pitches of 0.5 m upward; 3 and 12 over the cables that span the row and the column.
  EXPECT_DOUBLE_EQ(result.delays.mean_meters(), (0.5 + 1 + 1.5 + 1.5) / 4);
  EXPECT_DOUBLE_EQ(result.delays.max_delay_ns(), 2 * 100 + 1 * 5);
}

/// In each round, every message that waits for a channel or crosses it is charged a round of the class of the
/// channel.
TEST(ForwardOneShot, ChargesEveryRoundTheRoundTimeOfItsChannelClass) {
  topology::Torus const torus({{3, 4, 2}});
  auto const m = forward_machine(torus, "minimal_adaptive");
  auto const traffic = random_traffic(24, 40, 3);
  DelayModel const model{.alpha_ns = {1, 100}, .beta_ns_per_meter = 0};
  RoundTimes const times(model, std::vector<double>(3));
  auto const compare = [&](StoreAndForward::Params params, ForwardSettings settings) {
    params.track = true;
    settings.times = times;
    auto const fast = StoreAndForward(params).run(
        {.network = *m.network, .routing = *m.routing, .seed = 11, .delay_model = model}, traffic);
    auto const slow = m.slow(traffic, settings);
    Histogram time;
    for (auto const& row : fast.delays.distribution("").rows)
      if (row[0] == Value{"time_ns"})
        time.add(static_cast<std::uint64_t>(row[1].number()), static_cast<std::uint64_t>(row[2].number()));
    EXPECT_EQ(text(time), text(slow.time_ns));
  };
  compare({}, {});
  compare({.queue = QueueOrder::farthest_first}, {.order = QueueOrder::farthest_first});
  compare({.loss = 0.2}, {.loss = 0.2});
  compare({.jitter = 2.5}, {.jitter = 2.5});
  compare({.bandwidth = {0.3, 1, 2.5}}, {.bandwidth = {0.3, 1, 2.5}});
}

TEST(ForwardOneShot, StopsAfterMaxRounds) {
  auto const m = forward_machine(topology::Mesh({{3}}), "dimension_order");
  auto const result = m.run(ListTraffic({std::vector<std::uint32_t>(10, 1), {}, {}}), {.max_rounds = 4});
  EXPECT_EQ(result.messages, 10u);
  EXPECT_EQ(result.delivered, 3u);  // the fourth message is in flight
}

template <class T>
void expect_threads_do_not_matter(T const& topology, std::string const& routing) {
  auto const m = forward_machine(topology, routing);
  auto const traffic = random_traffic(topology.num_terminals(), 10, 3);
  std::vector<ForwardResult> results;
  for (unsigned const threads : {1, 2, 7}) {
    Threads const limit(threads);
    results.push_back(m.run(traffic));
  }
  for (auto const& result : results) {
    EXPECT_EQ(result.delay.bins(), results[0].delay.bins());
    EXPECT_EQ(result.hops, results[0].hops);
    EXPECT_EQ(result.longest_queue, results[0].longest_queue);
    for (std::size_t i = 0; i < result.loads.size(); ++i)
      EXPECT_EQ(result.loads[i].max, results[0].loads[i].max);
  }
  expect_same(results[0], m.slow(traffic));
}

TEST(ForwardOneShot, IsIndependentOfThreads) {
  expect_threads_do_not_matter(topology::Torus({{16, 16, 16}}), "dimension_order");
  expect_threads_do_not_matter(topology::Torus({{16, 16, 8}}), "minimal_adaptive");
  expect_threads_do_not_matter(topology::Clex({.m = 8, .levels = 3}), "valiant");
}

/// Each pair of chunks has a list: with one router per chunk there would be 900.
TEST(Wiring, PlacesRoutersWithManySlotsInSharedChunks) {
  auto const network = build_network(topology::Complete({.routers = 30}));
  Wiring const wiring(network, std::vector<std::uint16_t>(network.classes().size(), 1000));
  EXPECT_EQ(wiring.chunks().size(), 15u);
  EXPECT_EQ(wiring.num_lists(), 15u * 15u);
}

}  // namespace
}  // namespace weft::rounds
