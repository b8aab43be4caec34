// SPDX-License-Identifier: Apache-2.0
#include "weft/engine/flit/message_simulation.hpp"

#include <tuple>

#include <gtest/gtest.h>

#include "support/flit_rules.hpp"
#include "support/list_traffic.hpp"
#include "weft/core/parallel.hpp"
#include "weft/topology/family/dragonfly.hpp"
#include "weft/topology/family/mesh.hpp"
#include "weft/topology/family/ring.hpp"
#include "weft/topology/family/torus.hpp"

namespace weft::flit {
namespace {

constexpr std::uint64_t far_away = 100'000'000;

/// Returns the parameters of timed messages with packets of 8 flits of 10 bytes.
FlitParams timed() {
  Given<FlitParams> params;
  set_timed_defaults(params);
  params.flit_bytes = 10;
  return params;
}

/// Arrival cycle of each message, indexed by name, and the order of arrivals.
struct Arrivals {
  std::vector<std::uint64_t> cycles;
  std::vector<std::uint64_t> order;
  void add(MessageArrival const& it) {
    if (it.name >= cycles.size()) cycles.resize(it.name + 1);
    cycles[it.name] = it.cycle;
    order.push_back(it.name);
  }
};

Arrivals run_to_arrivals(MessageSimulation& simulation) {
  Arrivals arrivals;
  while (simulation.in_progress() && !simulation.deadlock())
    for (auto const& it : simulation.advance_to_arrival(far_away)) arrivals.add(it);
  return arrivals;
}

/// The flits of a message follow each other in consecutive cycles: 4 cycles for each router, 2 for the
/// terminals, and one for every further flit, for any packet size.
TEST(MessageSimulation, SingleMessageMatchesTheClosedForm) {
  auto const params = timed();
  auto const setup = flit_setup(topology::Mesh({.sides = {8}}), "dimension_order", params);
  for (auto const& [to, bytes, flits] :
       {std::tuple{1, 0.0, 1}, {7, 10.0, 1}, {3, 80.0, 8}, {5, 81.0, 9}, {7, 12345.0, 1235}, {0, 20.0, 2}}) {
    MessageSimulation simulation(*setup.flit_network, *setup.routing, params, 1);
    simulation.send({1000, 0, static_cast<std::uint32_t>(to), bytes, 0});
    auto const arrivals = run_to_arrivals(simulation);
    EXPECT_EQ(arrivals.cycles.at(0), 1000u + 4 * (to + 1) + 2 + (flits - 1)) << to << " " << bytes;
    EXPECT_EQ(simulation.min_cycles(0, to,
                                    {.flits = static_cast<std::uint64_t>(flits),
                                     .routers = static_cast<std::uint32_t>(to) + 1}),
              4u * (to + 1) + 2 + (flits - 1));
    EXPECT_LT(simulation.simulated(), 1400) << "idle cycles are skipped";
  }
}

TEST(MessageSimulation, AMessageTriggeredByAnArrivalLeavesInTheSameCycle) {
  auto const params = timed();
  auto const setup = flit_setup(topology::Mesh({.sides = {4}}), "dimension_order", params);
  MessageSimulation simulation(*setup.flit_network, *setup.routing, params, 1);
  simulation.send({7, 0, 1, 80, 0});
  std::uint64_t const hop = 4 * 2 + 2 + 7;
  for (std::uint32_t at = 1; at < 4; ++at) {
    ASSERT_EQ(simulation.advance_to_arrival(far_away).size(), 1);
    EXPECT_EQ(simulation.now(), 7 + at * hop);
    if (at < 3) simulation.send({simulation.now(), at, at + 1, 80, at});
  }
  EXPECT_FALSE(simulation.in_progress());
}

/// Two messages of one terminal are sent one after the other; messages of two terminals to the same terminal
/// alternate in its ejection channel.
TEST(MessageSimulation, ATerminalSendsInOrderAndReceivesAFlitPerCycle) {
  auto const params = timed();
  auto const setup = flit_setup(topology::Mesh({.sides = {3}}), "dimension_order", params);
  MessageSimulation in_order(*setup.flit_network, *setup.routing, params, 1);
  in_order.send({3, 0, 1, 10, 1});  // after the message of cycle 0, although it is short
  in_order.send({0, 0, 2, 4000, 0});
  auto const sent = run_to_arrivals(in_order);
  EXPECT_EQ(sent.cycles[0], 4 * 3 + 2 + 399);
  EXPECT_EQ(sent.cycles[1], 4 * 2 + 2 + 400);
  MessageSimulation incast(*setup.flit_network, *setup.routing, params, 1);
  incast.send({0, 0, 1, 4000, 0});
  incast.send({0, 2, 1, 4000, 1});
  auto const received = run_to_arrivals(incast);
  auto const last = std::max(received.cycles[0], received.cycles[1]);
  EXPECT_EQ(last, 4 * 2 + 2 + 799) << "the ejection channel never rests";
}

TEST(MessageSimulation, AShortMessageDoesNotWaitIfPacketsAreInterleaved) {
  auto params = timed();
  params.sending = Sending::interleaved;
  auto const setup = flit_setup(topology::Mesh({.sides = {3}}), "dimension_order", params);
  MessageSimulation simulation(*setup.flit_network, *setup.routing, params, 1);
  simulation.send({0, 0, 2, 4000, 0});
  simulation.send({3, 0, 1, 10, 1});
  auto const sent = run_to_arrivals(simulation);
  EXPECT_EQ(sent.cycles[1], 16 + 4 * 2 + 2) << "the second packet was chosen when the first one was begun";
  EXPECT_EQ(sent.cycles[0], 4 * 3 + 2 + 400);
}

struct Sample {
  FlitSetup setup;
  FlitParams params;
  std::vector<MessageDeparture> messages;
};

/// Returns messages of many sizes, with idle gaps between them.
Sample sample(Machine const& machine, std::string const& routing, FlitParams params, std::uint64_t seed) {
  Sample it{flit_setup(machine, routing, params), params, {}};
  Rng rng(seed, Purpose::test, 0);
  std::uint64_t start = 0;
  for (std::uint64_t name = 0; name < 300; ++name) {
    start += rng.below(20) == 0 ? rng.below(3000) : rng.below(4);
    auto const terminal = [&] { return static_cast<std::uint32_t>(rng.below(it.setup.terminals())); };
    auto const from = terminal(), to = terminal();
    it.messages.push_back({start, from, to, static_cast<double>(rng.below(1500)), name});
  }
  return it;
}

std::vector<Sample> samples() {
  auto wide = timed();
  wide.vcs = 6;
  wide.speedup = 2;
  wide.arbitration = Arbitration::age;
  std::vector<Sample> all;
  all.push_back(sample(machine_of(topology::Torus({.sides = {4, 4}, .concentration = 2})), "dimension_order",
                       timed(), 1));
  all.push_back(sample(machine_of(topology::Dragonfly({})), "ugal:view=global", wide, 2));
  wide.flow = FlowControl::cut_through;
  wide.sending = Sending::interleaved;
  all.push_back(sample(machine_of(topology::Torus({.sides = {4, 4}})), "minimal_adaptive", wide, 3));
  return all;
}

/// Returns the arrivals of a direct simulation of every cycle, with each message enqueued in its start cycle.
Arrivals cycle_by_cycle(Sample const& it) {
  ListTraffic const silent(std::vector<std::vector<std::uint32_t>>(it.setup.terminals()));
  Simulation simulation(*it.setup.flit_network, *it.setup.routing, silent, it.params, 5, 1);
  PacketFormat const format(it.params);
  std::vector<std::uint64_t> left;
  Arrivals arrivals;
  for (std::size_t next = 0; arrivals.order.size() < it.messages.size();) {
    for (; next < it.messages.size() && it.messages[next].start == simulation.now(); ++next) {
      auto const& message = it.messages[next];
      auto const flits = format.flits(message.bytes);
      left.push_back(format.packets(flits));
      simulation.send(message.from, {message.start, flits, message.to, static_cast<std::uint32_t>(next)});
    }
    simulation.advance(1);
    std::vector<Simulation::DeliveredPacket> packets;
    simulation.drain_delivered(packets);
    for (auto const& packet : packets)
      if (--left[packet.message] == 0)
        arrivals.add({.name = packet.message, .cycle = packet.cycle, .flits = 0});
  }
  return arrivals;
}

TEST(MessageSimulation, SkipsOnlyIdleCycles) {
  for (auto const& it : samples()) {
    auto const expected = cycle_by_cycle(it);
    MessageSimulation simulation(*it.setup.flit_network, *it.setup.routing, it.params, 5, 1);
    for (auto const& message : it.messages) simulation.send(message);
    EXPECT_EQ(run_to_arrivals(simulation).cycles, expected.cycles);
    EXPECT_LT(simulation.simulated(), simulation.now());
    EXPECT_EQ(simulation.outcome().left, 0);
  }
}

TEST(MessageSimulation, IsIndependentOfStepsAndPartitions) {
  for (auto const& it : samples()) {
    std::vector<Arrivals> all;
    for (std::uint32_t const partitions : {1u, 2u, 3u, 7u})
      for (bool const reacts : {false, true}) {
        Threads const use(1);  // synchronization of several threads in every cycle is slow
        MessageSimulation simulation(*it.setup.flit_network, *it.setup.routing, it.params, 5, partitions);
        for (auto const& message : it.messages) simulation.send(message);
        if (reacts) {
          all.push_back(run_to_arrivals(simulation));
          continue;
        }
        all.emplace_back();
        while (simulation.in_progress())
          for (auto const& arrival : simulation.advance(far_away)) all.back().add(arrival);
      }
    for (auto const& one : all) EXPECT_EQ(one.cycles, all.front().cycles);
    for (auto const& one : all) EXPECT_EQ(one.order, all.front().order);
  }
}

TEST(MessageSimulation, StopsAtTheSpecifiedCycleAndContinues) {
  auto const params = timed();
  auto const setup = flit_setup(topology::Mesh({.sides = {4}}), "dimension_order", params);
  MessageSimulation simulation(*setup.flit_network, *setup.routing, params, 1);
  EXPECT_FALSE(simulation.in_progress());
  simulation.send({50, 0, 3, 10, 4});
  EXPECT_TRUE(simulation.advance_to_arrival(55).empty());
  EXPECT_EQ(simulation.now(), 55);
  EXPECT_EQ(simulation.in_network(), 1);
  auto const arrived = simulation.advance_to_arrival(68);
  ASSERT_EQ(arrived.size(), 1) << "in cycle 50 + 18, and that is the end";
  EXPECT_EQ(arrived[0].name, 4);
  EXPECT_EQ(arrived[0].routers, 4);
  EXPECT_TRUE(simulation.advance_to_arrival(9000).empty());
  EXPECT_EQ(simulation.now(), 9000);
}

TEST(MessageSimulation, StopsAtADeadlock) {
  auto params = timed();
  params.vcs = 1;
  params.allow_deadlock = true;
  auto const setup = flit_setup(topology::Ring({.routers = 5}), "dimension_order", params);
  MessageSimulation simulation(*setup.flit_network, *setup.routing, params, 1);
  for (std::uint32_t e = 0; e < 5; ++e) simulation.send({0, e, (e + 2) % 5, 100000, e});
  run_to_arrivals(simulation);
  ASSERT_TRUE(simulation.deadlock());
  EXPECT_EQ(simulation.deadlock()->circle.size(), 5);
  EXPECT_TRUE(simulation.advance_to_arrival(far_away).empty());
  EXPECT_TRUE(simulation.advance(far_away).empty());
  EXPECT_EQ(simulation.outcome().ending, Ending::deadlock);
}

}  // namespace
}  // namespace weft::flit
