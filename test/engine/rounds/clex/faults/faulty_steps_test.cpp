// SPDX-License-Identifier: Apache-2.0
// Small cases of the steps of A(l) with faults, computed by hand.
#include "weft/engine/rounds/clex/faults/faulty_steps.hpp"

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "weft/engine/rounds/clex/faults/routes.hpp"
#include "weft/topology/family/clex.hpp"

namespace weft::rounds {
namespace {

constexpr Ticks round = ticks_per_round;
InstanceStreams const streams{1, 1, 0, 0};

Medium medium(FaultOptions const& faults = {}) { return {faults, 1, 0, 0}; }

FaultOptions losing(double loss) {
  FaultOptions faults;
  faults.loss = loss;
  return faults;
}

SurvivingClex clique_without(std::int64_t m, std::vector<ChannelId> const& failed) {
  return {topology::Clex{{m, 1, topology::Landing::low, topology::Links::full, {1}}},
          [](RouterId) { return false; },
          [&](ChannelId c) { return std::find(failed.begin(), failed.end(), c) != failed.end(); }};
}

ChannelId channel(std::uint32_t from, std::uint16_t port) { return {RouterId{from}, PortId{port}}; }

FaultyClique::Message message(std::uint16_t sender, std::uint16_t target, Ticks start = 0) {
  return {0, sender, target, start};
}

/// Three messages over the only link 0 -> 1 of a clique of two: one per phase, over any relay.
TEST(FaultyClique, DeliversOneMessagePerPhaseFromASenderToATarget) {
  for (auto const mode : {Mode::dense, Mode::light}) {
    SurvivingClex const network{topology::Clex{{2, 1, topology::Landing::low, topology::Links::full, {1}}}};
    ClexOptions options;
    options.mode = mode;
    options.copies = Copies::fixed;
    options.copy_count = 1;
    FaultyClique clique{network, options};
    std::vector<FaultyClique::Message> messages{message(0, 1), message(0, 1)};
    FaultTally tally{1};
    Medium air = medium();
    EXPECT_EQ(clique.deliver(messages, 0, streams, air, tally), mode == Mode::dense ? 5 : 3);
    EXPECT_EQ(messages[0].arrived, round);
    EXPECT_EQ(messages[0].hops, 1);
    EXPECT_EQ(messages[1].arrived, 3 * round);
    EXPECT_EQ(messages[1].hops, 2);
    EXPECT_EQ(tally.measures.levels[0].hops, 3);
    EXPECT_EQ(tally.time[0], 4 * round);
  }
}

/// The link 0 -> 1 has failed; of the relays that node 0 reaches (0 and 2), only 2 reaches 1. Three copies
/// find relay 2 in phase 2.
TEST(FaultyClique, RoutesAroundAFailedLink) {
  SurvivingClex const network = clique_without(3, {channel(0, 1)});
  ClexOptions options;
  options.copies = Copies::fixed;
  options.copy_count = 3;
  for (auto const mode : {Mode::dense, Mode::light}) {
    options.mode = mode;
    FaultyClique clique{network, options};
    std::vector<FaultyClique::Message> messages{message(0, 1)};
    FaultTally tally{1};
    Medium air = medium();
    clique.deliver(messages, 0, streams, air, tally);
    EXPECT_EQ(messages[0].arrived, 3 * round);
    EXPECT_EQ(messages[0].hops, 2);
    EXPECT_EQ(tally.measures.levels[0].hops, mode == Mode::dense ? 2 : 4);
  }
}

/// Two messages need the same link; the message that starts later is relayed, although it is first in the
/// queue: its phases last one and two rounds.
TEST(FaultyClique, SendsTheFirstReadyMessageOverTheLink) {
  SurvivingClex const network{topology::Clex{{2, 1, topology::Landing::low, topology::Links::full, {1}}}};
  FaultyClique clique{network, {}};
  std::vector<FaultyClique::Message> messages{message(0, 1, round / 2), message(0, 1, 0)};
  FaultTally tally{1};
  Medium air = medium();
  clique.deliver(messages, 0, streams, air, tally);
  EXPECT_EQ(messages[1].arrived, round);
  EXPECT_EQ(messages[0].arrived, round / 2 + 3 * round);
}

/// One message with equal loss rates for messages and acknowledgments. Phase 1 delivers it with probability 1
/// - q.
TEST(FaultyClique, RetransmitsALostMessage) {
  SurvivingClex const network{topology::Clex{{2, 1, topology::Landing::low, topology::Links::full, {1}}}};
  FaultyClique clique{network, {}};
  double const q = 0.3;
  std::uint32_t const trials = 100000;
  std::uint32_t direct = 0;
  std::uint64_t twice = 0;
  Medium air = medium(losing(q));
  for (std::uint32_t trial = 0; trial < trials; ++trial) {
    std::vector<FaultyClique::Message> messages{message(0, 1)};
    FaultTally tally{1};
    clique.deliver(messages, 0, {1, 1, 0, trial}, air, tally);
    ASSERT_TRUE(messages[0].acknowledged);
    ASSERT_EQ(messages[0].arrived / round % 2, 1);
    direct += messages[0].arrived == round;
    twice += tally.duplicates;
  }
  EXPECT_NEAR(direct, trials * (1 - q), 5 * std::sqrt(trials * q * (1 - q)));
  EXPECT_GT(twice, 0);
}

/// Stop and wait: the number of attempts is geometric with success probability (1-q)^2; of the failed
/// attempts the fraction q / (1 - (1-q)^2) (1-q) arrives.
TEST(StopAndWait, NeedsAGeometricNumberOfAttempts) {
  double const q = 0.5, success = (1 - q) * (1 - q);
  std::uint32_t const trials = 100000;
  std::uint64_t attempts = 0, duplicates = 0;
  Medium air = medium(losing(q));
  for (std::uint32_t trial = 0; trial < trials; ++trial) {
    Passage const passage = stop_and_wait(air, 7 * round);
    ASSERT_EQ(passage.free, (7 + passage.attempts) * round);
    ASSERT_LE(passage.arrived, passage.free);
    ASSERT_GE(passage.arrived, 8 * round);
    attempts += passage.attempts;
    duplicates += passage.duplicates;
  }
  double const deviation = std::sqrt(trials * (1 - success)) / success;
  EXPECT_NEAR(static_cast<double>(attempts), trials / success, 5 * deviation);
  EXPECT_NEAR(static_cast<double>(duplicates), trials,
              5 * deviation);  // 3 of 4 attempts fail; a third of the failed attempts arrived
}

struct Edges {
  std::vector<std::uint16_t> pool;
  FaultyEdges edges;
  FaultTally tally{2};
  Rng rng{1, Purpose::exchange, 0};
  explicit Edges(std::uint32_t m, bool asynchronous = false)
      : edges(m, Subset::independent, asynchronous, pool) {}
};

TEST(FaultyEdges, DistributeMessagesEvenlyOverWorkingEdges) {
  Edges node{5};
  std::vector<FaultyEdges::Message> messages(7);
  Medium air = medium();
  EXPECT_EQ(node.edges.send(messages, {1, 4}, node.rng, air, 2, node.tally), 4);
  std::uint32_t on_four = 0;
  for (std::size_t q = 0; q < 7; ++q) {
    on_four += messages[q].edge == 4;
    EXPECT_EQ(messages[q].arrived, (q / 2 + 1) * round);
  }
  EXPECT_TRUE(on_four == 3 || on_four == 4);
  EXPECT_EQ(node.tally.measures.levels[1].hops, 7);
  EXPECT_EQ(node.tally.time[1], (2 * (1 + 2 + 3) + 4) * round);
}

TEST(FaultyEdges, AnEdgeSendsOneMessagePerRoundOnceReady) {
  Edges node{1, true};
  std::vector<FaultyEdges::Message> messages(4);
  messages[1].start = round / 2;
  messages[2].start = 5 * round;
  messages[3].start = 5 * round;
  Medium air = medium();
  EXPECT_EQ(node.edges.send(messages, {0}, node.rng, air, 2, node.tally), 4);
  EXPECT_EQ(messages[0].arrived, round);
  EXPECT_EQ(messages[1].arrived, 2 * round);
  EXPECT_EQ(messages[2].arrived, 6 * round);
  EXPECT_EQ(messages[3].arrived, 7 * round);
}

TEST(FaultyEdges, ASingleLinkCarriesMMessagesPerRound) {
  Edges node{3};
  std::vector<FaultyEdges::Message> messages(7);
  Medium air = medium();
  EXPECT_EQ(node.edges.send_over_link(messages, air, 2, node.tally), 3);
  for (std::size_t q = 0; q < 7; ++q) EXPECT_EQ(messages[q].arrived, (q / 3 + 1) * round);
}

TEST(Detours, ShareChannelsInOrderOfArrival) {
  ChannelId const a = channel(0, 0), b = channel(1, 0), c = channel(2, 0);
  std::vector<Detour> detours{{0, 0, {a, b}}, {1, 0, {a, b}}, {2, 0, {c, b}}, {3, 0, {}}};
  auto const tally = run_detours(detours, medium());
  EXPECT_EQ(detours[0].arrived, 2 * round);  // b from 1
  EXPECT_EQ(detours[1].arrived, 4 * round);  // a from 1, at b at 2, when detour 2 has it
  EXPECT_EQ(detours[2].arrived, 3 * round);  // at b at 1, from 2
  EXPECT_EQ(detours[3].arrived, 0);
  EXPECT_EQ(tally.hops, 6);
}

/// Compares path lengths with breadth-first search, and checks that all paths are valid.
TEST(DetourFinder, FindsShortestPaths) {
  topology::Clex const clex{{3, 3, topology::Landing::high, topology::Links::full, {1}}};
  SurvivingClex const network{clex, [](RouterId r) { return r.v == 5; },
                              [](ChannelId c) { return mix64(c.v) % 8 < 7; }};
  DetourFinder finder{network};
  std::uint32_t const n = 27;
  std::uint32_t unreachable = 0;
  for (std::uint32_t from = 0; from < n; ++from) {
    std::vector<std::uint32_t> distance(n, n);
    std::vector<std::uint32_t> queue{from};
    distance[from] = network.node_works(from) ? 0 : n;
    for (std::size_t head = 0; head < queue.size() && distance[from] == 0; ++head)
      for (std::uint16_t p = 0; p < clex.degree({0}); ++p) {
        std::uint32_t const at = queue[head], to = clex.neighbor({at}, {p}).router.v;
        if (!network.channel_works(channel(at, p)) || distance[to] < n) continue;
        distance[to] = distance[at] + 1;
        queue.push_back(to);
      }
    for (std::uint32_t to = 0; to < n; ++to) {
      auto const way = finder.find(from, to, from * n + to);
      ASSERT_EQ(way.has_value(), distance[to] < n);
      unreachable += !way;
      if (!way) continue;
      ASSERT_EQ(way->size(), distance[to]);
      std::uint32_t at = from;
      for (ChannelId const c : *way) {
        ASSERT_EQ(c.router().v, at);
        ASSERT_TRUE(network.channel_works(c));
        at = clex.neighbor(c.router(), c.port()).router.v;
      }
      ASSERT_EQ(at, to);
    }
  }
  EXPECT_GT(unreachable, 53);  // more than the pairs from or to node 5
}

}  // namespace
}  // namespace weft::rounds
