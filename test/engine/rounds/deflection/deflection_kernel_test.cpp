// SPDX-License-Identifier: Apache-2.0
#include "weft/engine/rounds/deflection/deflection_kernel.hpp"

#include <gtest/gtest.h>

#include "support/forward_machine.hpp"
#include "support/random_traffic.hpp"
#include "weft/core/error.hpp"
#include "weft/core/parallel.hpp"
#include "weft/engine/rounds/forward/forward_steady.hpp"
#include "weft/topology/family/clex.hpp"
#include "weft/topology/family/complete.hpp"
#include "weft/topology/family/dragonfly.hpp"
#include "weft/topology/family/hypercube.hpp"
#include "weft/topology/family/kary_ntree.hpp"
#include "weft/topology/family/mesh.hpp"
#include "weft/topology/family/petersen.hpp"
#include "weft/topology/family/sparse_torus.hpp"
#include "weft/topology/family/torus.hpp"

namespace weft::rounds {
namespace {

/// Returns traffic in which some terminals send one message each, to random destinations.
ListTraffic few_messages(std::uint64_t terminals, std::uint64_t seed) {
  std::vector<std::vector<std::uint32_t>> list(terminals);
  Rng rng(seed, Purpose::test, 0);
  for (auto& of_terminal : list)
    if (rng.below(3) > 0) of_terminal.push_back(static_cast<std::uint32_t>(rng.below(terminals)));
  return ListTraffic(std::move(list));
}

/// Sum and maximum of the distances of all messages.
struct Distances {
  std::uint64_t sum = 0, longest = 0;
};
Distances distances_of(ForwardMachine const& m, Traffic const& traffic) {
  Distances distances;
  for (std::uint32_t e = 0; e < traffic.num_terminals(); ++e) {
    std::vector<std::uint32_t> to(traffic.messages({e}));
    traffic.destinations({e}, 1, to);
    for (auto const terminal : to) {
      auto code = m.network->ejection_router({terminal}).v;
      m.routing->encode({&code, 1});
      RouterId const at = m.network->injection_router({e});
      std::uint32_t hops = 0;
      m.routing->hops_left({.at = {&at, 1}, .to = {&code, 1}}, {&hops, 1});
      distances.sum += hops;
      distances.longest = std::max<std::uint64_t>(distances.longest, hops);
    }
  }
  return distances;
}

TEST(DeflectionKernel, MatchesHandComputedRoundsOnALine) {
  // Routers 0-1-2-3; terminal 1 sends two messages to 3. Both enter in round 1, over the two channels of
  // router 1: the second one over 0. It arrives after 1 -> 0 -> 1 -> 2 -> 3.
  ListTraffic const traffic({{}, {3, 3}, {}, {}});
  auto const any = forward_machine(topology::Mesh({{4}}), "deflection").run(traffic);
  EXPECT_EQ(text(any.delay), "2:1 4:1 ");
  EXPECT_EQ(any.hops, 6u);
  EXPECT_EQ(any.deflections, 1u);
  EXPECT_EQ(any.rounds, 4u);
  EXPECT_EQ(any.loads.front().messages, 6u);
  // The second message waits one round for the productive port.
  auto const good = forward_machine(topology::Mesh({{4}}), "deflection:entry=good_port").run(traffic);
  EXPECT_EQ(text(good.delay), "2:1 3:1 ");
  EXPECT_EQ(good.hops, 4u);
  EXPECT_EQ(good.deflections, 0u);
  EXPECT_EQ(good.longest_queue, 2u);
}

TEST(DeflectionKernel, MatchesHandComputedRoundsWithAndWithoutContention) {
  // On the line 0-1-2-3-4, terminal 0 sends to 4 in round 1. Its message meets no other message: the messages
  // 2 -> 3 and 3 -> 4 have left before it arrives. So the rounds of all messages equal their distances.
  ListTraffic const apart({{4}, {}, {3}, {4}, {}});
  for (auto const* routing : {"deflection", "deflection:priority=closest", "deflection:priority=random"}) {
    auto const result = forward_machine(topology::Mesh({{5}}), routing).run(apart);
    EXPECT_EQ(text(result.delay), "1:2 4:1 ");
  }
  // In the mesh 0 1 2 / 3 4 5, the message 4 -> 2 has the productive ports to 1 and 5. If it meets the
  // message 0 -> 2 at router 1, one of the two is deflected, which costs two rounds.
  auto const result = forward_machine(topology::Mesh({{3, 2}}), "deflection:matching=maximum")
                          .run(ListTraffic({{2}, {}, {}, {}, {2}, {}}));
  EXPECT_EQ(result.delivered, 2u);
  EXPECT_LE(result.rounds, 4u);
}

/// Hajek, Bounds on evacuation time for deflection routing, 1991: on the n-cube, k packets that enter
/// together arrive within the longest distance plus 2 (k - 1) steps if the closest packet has priority.
TEST(DeflectionKernel, DrainsHypercubesWithinHajeksBound) {
  for (std::uint32_t n = 1; n <= 6; ++n) {
    topology::Hypercube const cube({.dimensions = n});
    auto const m = forward_machine(cube, "deflection:priority=closest");
    for (std::uint64_t seed = 0; seed < 40; ++seed) {
      auto const traffic = few_messages(cube.num_terminals(), seed);
      auto const distances = distances_of(m, traffic);
      auto const result = m.run(traffic);
      EXPECT_EQ(result.delivered, traffic.num_messages());
      if (traffic.num_messages() == 0) continue;
      EXPECT_LE(result.rounds, distances.longest + 2 * (traffic.num_messages() - 1));
      // Hypercubes are bipartite: each deflection costs two hops.
      EXPECT_EQ(result.hops, distances.sum + 2 * result.deflections);
    }
  }
}

/// The oldest packet is never deflected, and after its arrival another packet is the oldest: k packets need
/// at most k times the diameter. With golden packets, each source has an epoch.
template <class T>
void expect_bounds(T const& topology, std::uint32_t diameter) {
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    auto const traffic = few_messages(topology.num_terminals(), seed);
    for (auto const* matching : {"one_pass", "maximum"}) {
      auto const by = [&](std::string const& priority) {
        return forward_machine(topology,
                               "deflection:matching=" + std::string(matching) + ",priority=" + priority)
            .run(traffic);
      };
      auto const oldest = by("oldest"), golden = by("golden");
      EXPECT_EQ(oldest.delivered, traffic.num_messages());
      EXPECT_EQ(golden.delivered, traffic.num_messages());
      EXPECT_LE(oldest.rounds, traffic.num_messages() * diameter);
      EXPECT_LE(golden.rounds, topology.num_terminals() * (diameter + 1));
    }
  }
}

TEST(DeflectionKernel, DeliversOldestAndGoldenPacketsWithinTheirBounds) {
  expect_bounds(topology::Torus({{5, 4}}), 4);
  expect_bounds(topology::Mesh({{4, 4}}), 6);
  expect_bounds(topology::Petersen({}), 2);
  expect_bounds(topology::SparseTorus({.dimensions = 2, .side = 4}), 6);
  expect_bounds(topology::Dragonfly({.p = 1, .a = 4, .h = 2}), 3);
  expect_bounds(topology::KaryNtree({.arity = 2, .levels = 3}), 4);
}

TEST(DeflectionKernel, DeliversAllMessagesWithEveryRule) {
  auto const run = [](auto const& topology) {
    for (auto const* priority : {"random", "oldest", "closest", "farthest", "restricted", "golden"})
      for (auto const* entry : {"any_port", "good_port"}) {
        auto const m = forward_machine(
            topology, "deflection:priority=" + std::string(priority) + ",entry=" + std::string(entry));
        auto const traffic = random_traffic(topology.num_terminals(), 4, 5);
        auto const result = m.run(traffic, {.track = true});
        SCOPED_TRACE(priority);
        EXPECT_EQ(result.delivered, traffic.num_messages());
        auto const distances = distances_of(m, traffic);
        EXPECT_GE(result.hops, distances.sum);
        EXPECT_GE(result.hops, distances.sum + result.deflections);
        std::uint64_t crossed = 0;
        for (auto const& load : result.loads) crossed += load.messages;
        EXPECT_EQ(crossed, result.hops);
        EXPECT_EQ(result.delays.hops().count(), traffic.num_messages());
      }
  };
  run(topology::Torus({{4, 4}}));
  run(topology::Torus({{3, 3, 3}}));
  run(topology::Clex({.m = 4, .levels = 2}));
  run(topology::Complete({.routers = 7}));
  run(topology::SparseTorus({.dimensions = 3, .side = 3}));
}

/// The network has several chunks, so that messages cross between chunks.
TEST(DeflectionKernel, IsIndependentOfThreads) {
  topology::Torus const torus({{48, 48}});
  auto const m = forward_machine(torus, "deflection:priority=random");
  auto const traffic = random_traffic(torus.num_terminals(), 3, 9);
  auto const many = m.run(traffic);
  Threads const one(1);
  auto const alone = m.run(traffic);
  EXPECT_EQ(text(many.delay), text(alone.delay));
  EXPECT_EQ(many.hops, alone.hops);
  EXPECT_EQ(many.deflections, alone.deflections);
}

TEST(DeflectionKernel, SendsSeveralMessagesPerRoundOverWideChannels) {
  // Two messages per round: the messages of 1 to 3 stay together.
  ListTraffic const traffic({{}, {3, 3}, {}, {}});
  auto const m = forward_machine(topology::Mesh({{4}}), "deflection");
  auto const wide = m.run(traffic, {.bandwidth = {2}});
  EXPECT_EQ(text(wide.delay), "2:2 ");
  EXPECT_EQ(wide.deflections, 0u);
  EXPECT_EQ(wide.loads.front().max, 2u);
}

TEST(DeflectionKernel, RoutesAroundFailures) {
  topology::Torus const torus({{6, 6}});
  auto const m = forward_machine(torus, "deflection", {.links = 0.1, .seed = 3});
  auto const traffic = random_traffic(torus.num_terminals(), 4, 5);
  auto const result = m.run(traffic);
  EXPECT_EQ(result.delivered + result.unreachable, traffic.num_messages());
  EXPECT_GT(result.delivered, 0u);
}

TEST(DeflectionKernel, MatchesStoreAndForwardAtLowRates) {
  topology::Torus const torus({{8, 8}});
  auto const traffic = random_traffic(torus.num_terminals(), 60, 5);
  SteadyParams const params{.rate = 0.01, .rounds = 20000, .precision = 0};
  auto const latency = [&](std::string const& routing) {
    auto const m = forward_machine(torus, routing);
    return run_steady(StoreAndForward{}, {.network = *m.network, .routing = *m.routing, .seed = 4}, traffic,
                      params)
        .latency;
  };
  // Both kernels draw the same arrivals; a message waits or is deflected with a probability of about the load
  // of a channel, 0.01 * 4 / 4, at each of about 4 hops, and a deflection costs 2 rounds.
  EXPECT_NEAR(latency("deflection") / latency("minimal_adaptive"), 1, 0.02);
}

TEST(DeflectionKernel, RejectsOptionsThatRequireBuffers) {
  auto const m = forward_machine(topology::Torus({{4, 4}}), "deflection");
  ListTraffic const traffic(std::vector<std::vector<std::uint32_t>>(16));
  for (auto const& params : {StoreAndForward::Params{.queue = QueueOrder::farthest_first},
                             {.bandwidth = {1.5}},
                             {.loss = 0.1},
                             {.jitter = 2}})
    EXPECT_THROW(m.run(traffic, params), InputError);
}

}  // namespace
}  // namespace weft::rounds
