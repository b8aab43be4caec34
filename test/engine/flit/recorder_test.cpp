// SPDX-License-Identifier: Apache-2.0
#include "weft/engine/flit/recorder.hpp"

#include <cmath>
#include <numeric>

#include <gtest/gtest.h>

#include "support/flit_rules.hpp"
#include "support/list_traffic.hpp"
#include "weft/topology/family/complete.hpp"
#include "weft/topology/family/mesh.hpp"
#include "weft/topology/family/torus.hpp"

namespace weft::flit {
namespace {

FlitParams recorded(std::int64_t interval, double rate = 0.5) {
  FlitParams params;
  params.rate = rate;
  params.interval = interval;
  return params;
}

FlitParams recorded_batch(std::int64_t interval) {
  FlitParams params;
  params.interval = interval;
  params.injection = Injection::batch;
  return params;
}

/// Returns the counts of each output port, summed over all intervals.
std::vector<Timeline::Port> totals(Timeline const& figures) {
  std::vector<Timeline::Port> sums(figures.num_ports);
  for (std::size_t i = 0; i < figures.size(); ++i)
    for (std::size_t out = 0; out < sums.size(); ++out) sums[out].merge(figures.port(i, out));
  return sums;
}

std::uint64_t sum(std::vector<std::uint64_t> const& numbers) {
  return std::accumulate(numbers.begin(), numbers.end(), std::uint64_t{0});
}

/// A batch on two connected routers with one terminal each, or on one router with three terminals.
struct Small {
  FlitParams params;
  FlitSetup setup;
  ListTraffic traffic;
  Small(FlitParams const& of, std::int64_t routers, std::int64_t terminals,
        std::vector<std::vector<std::uint32_t>> messages)
      : params(of),
        setup(
            flit_setup(topology::Complete({.routers = routers, .concentration = terminals}), "minimal", of)),
        traffic(std::move(messages)) {}
  Timeline run() {
    Simulation simulation(*setup.flit_network, *setup.routing, traffic, params, 1, 1);
    run_out(simulation);
    return simulation.timeline();
  }
};

TEST(FlitRecorder, MatchesSimulationCounts) {
  auto params = recorded(64, 0.9);
  params.packet_size = {1, 4};
  auto const setup = flit_setup(topology::Torus({.sides = {4, 4}}), "dimension_order", params);
  EndlessUniform const traffic(setup.terminals(), 3);
  Simulation simulation(*setup.flit_network, *setup.routing, traffic, params, 5, 2);
  simulation.measure(everything());
  simulation.advance(1000);
  auto const figures = simulation.timeline();
  ASSERT_EQ(figures.size(), 16u);
  EXPECT_EQ(figures.length(15), 40u);
  EXPECT_EQ(figures.waiting().back(), simulation.waiting());
  EXPECT_EQ(figures.in_flight().back(), simulation.in_flight());
  Timeline::Interval all;
  for (auto const& it : figures.network) all.merge(it);
  auto const tally = simulation.tally();
  EXPECT_EQ(all.delivered, tally.delivered);
  EXPECT_EQ(all.latency, tally.latency.sum);
  EXPECT_EQ(all.received, tally.accepted);
  EXPECT_EQ(all.received, sum(figures.received));
  EXPECT_EQ(all.sent, sum(figures.sent));
  // Sizes 1 and 4 are equally likely: mean 2.5, standard deviation 1.5; five standard deviations of the sum
  auto const packets = static_cast<double>(all.created);
  EXPECT_NEAR(static_cast<double>(all.offered), 2.5 * packets, 5 * 1.5 * std::sqrt(packets));
  auto const ports = totals(figures);
  auto const sent = simulation.sent();
  for (std::size_t out = 0; out < sent.size(); ++out) EXPECT_EQ(ports[out].flits, sent[out]);
  simulation.measure({1000, 2000, 100});  // resets the counts of the ports
  simulation.advance(200);
  auto const later = totals(simulation.timeline());
  for (std::size_t out = 0; out < sent.size(); ++out)
    EXPECT_EQ(later[out].flits, sent[out] + simulation.sent()[out]);
}

TEST(FlitRecorder, PairCountsAddUpToTerminalCounts) {
  auto params = recorded(100);
  params.interval_pairs = true;
  auto const setup = flit_setup(topology::Mesh({.sides = {3, 3}}), "dimension_order", params);
  EndlessUniform const traffic(setup.terminals(), 3);
  Simulation simulation(*setup.flit_network, *setup.routing, traffic, params, 5, 2);
  simulation.advance(250);
  auto const figures = simulation.timeline();
  auto const n = figures.num_terminals;
  for (std::size_t i = 0; i < figures.size(); ++i)
    for (std::size_t e = 0; e < n; ++e) {
      std::uint64_t sent = 0, received = 0;
      for (std::size_t other = 0; other < n; ++other) {
        sent += figures.pair_sent[(i * n + e) * n + other];
        received += figures.pair_received[(i * n + other) * n + e];
      }
      EXPECT_EQ(sent, figures.sent[i * n + e]);
      EXPECT_EQ(received, figures.received[i * n + e]);
    }
}

/// A flit that leaves in cycle t reaches the downstream router in t + 3 (switch, channel and one cycle in
/// between) and leaves it in t + 4; its credit returns in t + 8, after the channel, one cycle in between and
/// the credit delay of 2.
TEST(FlitRecorder, CountsCreditsAsInUseUntilTheyReturn) {
  Small small(recorded_batch(1000), 2, 1, {{1}, {}});
  auto const figures = small.run();
  auto const& network = *small.setup.flit_network;
  auto const ports = totals(figures);
  auto const& channel = ports[network.first_out(0)];
  EXPECT_EQ(channel.flits, 1u);
  EXPECT_EQ(channel.queue, 8u);
  EXPECT_EQ(channel.stalled, (std::array<std::uint64_t, 3>{0, 0, 0}));
  EXPECT_EQ(ports[network.first_out(1)].flits, 0u);
}

/// Two simultaneous packets of three flits: with one iteration of iSLIP, the second packet receives its
/// virtual channel a cycle later. The first and the last flit have no competitor; the four flits in between
/// alternate, and each delays a flit of the other packet by a cycle.
TEST(FlitRecorder, ReportsSwitchConflicts) {
  auto params = recorded_batch(1000);
  params.packet_size = {3};
  Small small(params, 1, 3, {{2}, {2}, {}});
  auto const ports = totals(small.run());
  auto const& ejection = ports[small.setup.flit_network->ejection_port(2)];
  EXPECT_EQ(ejection.flits, 6u);
  EXPECT_EQ(ejection.stalled, (std::array<std::uint64_t, 3>{0, 1, 4}));
}

/// With one virtual channel, the second head waits for the allocation and the departure of the first packet.
TEST(FlitRecorder, ReportsMissingVirtualChannels) {
  auto params = recorded_batch(1000);
  params.vcs = 1;
  Small small(params, 1, 3, {{2}, {2}, {}});
  auto const ports = totals(small.run());
  auto const& ejection = ports[small.setup.flit_network->ejection_port(2)];
  EXPECT_EQ(ejection.stalled, (std::array<std::uint64_t, 3>{0, 2, 0}));
}

/// Buffers hold one flit: a flit leaves in t, the next one reaches its slot in t + 4 (2 cycles for a credit
/// to the terminal, one for its decision, one for the channel) and leaves with the returned credit: in t + 8
/// after the head, in t + 7 after other flits, which need no virtual channel in the downstream router.
TEST(FlitRecorder, ReportsMissingCredits) {
  auto params = recorded_batch(1000);
  params.vc_buffer = 1;
  params.packet_size = {4};
  Small small(params, 2, 1, {{1}, {}});
  auto const ports = totals(small.run());
  auto const& channel = ports[small.setup.flit_network->first_out(0)];
  EXPECT_EQ(channel.flits, 4u);
  EXPECT_EQ(channel.stalled, (std::array<std::uint64_t, 3>{4 + 3 + 3, 0, 0}));
  EXPECT_EQ(channel.queue, 8u + 3u * 7u);
}

TEST(FlitRecorder, CountsAllBatchMessagesInTheFirstInterval) {
  Small small(recorded_batch(2), 2, 1, {{1, 1, 1}, {0}});
  auto const figures = small.run();
  EXPECT_EQ(figures.network[0].created, 4u);
  EXPECT_EQ(figures.network[0].offered, 4u);
  EXPECT_EQ(figures.network[0].started, 3u) << "two of the first terminal, one of the other";
  EXPECT_EQ(figures.waiting()[0], 1u);
  EXPECT_EQ(figures.waiting().back(), 0u);
  EXPECT_EQ(figures.in_flight().back(), 0u);
}

TEST(FlitRecorder, DoublesTheIntervalWhenTheTableIsFull) {
  auto const params = recorded(10);
  auto const setup = flit_setup(topology::Complete({.routers = 2}), "minimal", params);
  auto const& network = *setup.flit_network;
  State state(network, router_options(params), setup.routing->traits(), {0, 2});
  state.make_ports(network, router_options(params));
  auto const numbers = Recording::numbers(network.num_out(), network.num_terminals(), false);
  Recording recording(network, state, 10, false, {{0, 1}, {1, 2}}, 0, 5 * numbers);
  auto& recorder = recording.of_partition(1);
  Packet packet;
  packet.terminal = 1;
  for (std::uint64_t now = 0; now < 70; ++now) {
    recording.reserve(now + 1);
    recorder.begin_cycle(now);
    recorder.receive(packet, true);
  }
  auto const figures = recording.figures(70);
  EXPECT_EQ(figures.interval, 20u);
  ASSERT_EQ(figures.size(), 4u);
  EXPECT_EQ(figures.length(3), 10u);
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_EQ(figures.network[i].received, figures.length(i));
    EXPECT_EQ(figures.received[2 * i], 0u);
    EXPECT_EQ(figures.received[2 * i + 1], figures.length(i));
  }
}

TEST(FlitRecorder, RecordsOnlyIfAnIntervalIsSpecified) {
  Small small(recorded_batch(0), 2, 1, {{1}, {}});
  auto const figures = small.run();
  EXPECT_EQ(figures.interval, 0u);
  EXPECT_TRUE(figures.network.empty());
}

TEST(Recorder, CountsTrafficClassesSeparately) {
  auto params = recorded(50, 0.1);
  params.classes = {{.priority = 1}, {.rate = 0.2, .packet_size = {3}, .from = 100, .until = 200}};
  auto const setup = flit_setup(topology::Torus({.sides = {4, 4}}), "dimension_order", params);
  EndlessUniform const traffic(16, 7);
  for (std::uint32_t const partitions : {1u, 3u}) {
    Simulation simulation(*setup.flit_network, *setup.routing, traffic, params, 1, partitions);
    simulation.advance(400);
    auto const figures = simulation.timeline();
    ASSERT_EQ(figures.num_classes, 2u);
    ASSERT_EQ(figures.classes.size(), 2 * figures.size());
    for (std::size_t i = 0; i < figures.size(); ++i) {
      auto const &all = figures.network[i], &first = figures.classes[2 * i],
                 &second = figures.classes[2 * i + 1];
      EXPECT_EQ(first.offered + second.offered, all.offered);
      EXPECT_EQ(first.received + second.received, all.received);
      EXPECT_EQ(first.latency + second.latency, all.latency);
      EXPECT_EQ(first.started + second.started, all.started);
      EXPECT_EQ(second.offered > 0, i == 2 || i == 3);
      EXPECT_EQ(second.offered % 3, 0u);
    }
  }
}

}  // namespace
}  // namespace weft::flit
