// SPDX-License-Identifier: Apache-2.0
#include "weft/engine/flit/simulation.hpp"

#include <algorithm>
#include <numeric>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "support/flit_rules.hpp"
#include "support/list_traffic.hpp"
#include "weft/topology/family/complete.hpp"
#include "weft/topology/family/dragonfly.hpp"
#include "weft/topology/family/hyperx.hpp"
#include "weft/topology/family/mesh.hpp"
#include "weft/topology/family/ring.hpp"
#include "weft/topology/family/torus.hpp"

namespace weft::flit {
namespace {

/// Returns a batch in which each terminal sends `each` messages to random terminals.
ListTraffic any_messages(std::uint32_t terminals, std::uint32_t each, std::uint64_t seed) {
  std::vector<std::vector<std::uint32_t>> list(terminals, std::vector<std::uint32_t>(each));
  Rng rng(seed, Purpose::test, 1);
  for (auto& of_terminal : list)
    for (auto& to : of_terminal) to = static_cast<std::uint32_t>(rng.below(terminals));
  return ListTraffic(std::move(list));
}

FlitParams batch_of(Sides sizes = {1}) {
  FlitParams params;
  params.injection = Injection::batch;
  params.packet_size = std::move(sizes);
  return params;
}

/// Draws options with or without buffer slots shared by virtual channels.
void share_some(FlitParams& params) {
  params.shared_buffer = *rc::gen::inRange(0, 2) * *rc::gen::inRange(1, 12);
  if (params.shared_buffer > 0) params.shared_per_vc = *rc::gen::inRange(0, 4);
}

FlitParams any_router() {
  auto params = batch_of({1, 3, 7});
  params.size_weights = {2, 1, 1};
  params.vcs = *rc::gen::inRange(2, 7);
  params.vc_buffer = *rc::gen::inRange(1, 10);
  params.flow = *rc::gen::element(FlowControl::wormhole, FlowControl::cut_through);
  if (params.flow == FlowControl::cut_through) params.vc_buffer += 6;
  share_some(params);
  params.output_speedup = *rc::gen::inRange(1, 3);
  params.allocator = *rc::gen::element(AllocatorKind::islip, AllocatorKind::input_first);
  params.arbitration = *rc::gen::element(Arbitration::round_robin, Arbitration::age);
  params.speculative = *rc::gen::element(Speculation::off, Speculation::on, Speculation::ideal);
  params.hold_switch_for_packet = *rc::gen::arbitrary<bool>();
  params.atomic_vcs = *rc::gen::arbitrary<bool>();
  params.speedup = *rc::gen::inRange(1, 4);
  params.output_buffer = *rc::gen::inRange(0, 4);
  params.routing_delay = *rc::gen::inRange(0, 3);
  params.vc_allocation_delay = *rc::gen::inRange(1, 3);
  params.switch_allocation_delay = *rc::gen::inRange(1, 3);
  params.switch_delay = *rc::gen::inRange(1, 3);
  params.credit_delay = *rc::gen::inRange(0, 4);
  return params;
}

/// Expects, for random router options, that every flit of every message arrives exactly once, in order, and
/// that the network is empty at the end.
void expect_conservation(weft::Machine const& machine, std::string const& routing) {
  auto const params = any_router();
  auto setup = flit_setup(machine, routing, params);
  for (auto& it : setup.times.latency) it = *rc::gen::inRange(1u, 6u);
  if (*rc::gen::arbitrary<bool>())
    for (std::size_t c = 0; c < setup.times.latency.size(); ++c)
      setup.times.pace.push_back(*rc::gen::inRange(ChannelTimes::cycle / 3, 3 * ChannelTimes::cycle));
  setup.rebuild();
  constexpr std::uint32_t each = 12;
  auto const seed = *rc::gen::arbitrary<std::uint64_t>();
  auto const traffic = any_messages(setup.terminals(), each, seed);
  Simulation simulation(*setup.flit_network, *setup.routing, traffic, params, seed, 1);
  simulation.measure(everything());
  while (simulation.in_flight() + simulation.waiting() > 0) {
    RC_ASSERT(simulation.now() < 100000u);
    for (int k = 0; k < 10; ++k) {
      simulation.advance(1);
      expect_orderly(simulation);
    }
  }
  simulation.advance(2000);
  expect_as_new(simulation);
  auto const tally = simulation.tally();
  RC_ASSERT(tally.delivered == std::uint64_t{each} * setup.terminals());
  RC_ASSERT(tally.latency.count == tally.delivered);
  RC_ASSERT(tally.head.count == tally.delivered);
  RC_ASSERT(tally.accepted == tally.measured_flits);
  auto const& by_terminal = simulation.accepted_by_terminal();
  RC_ASSERT(std::accumulate(by_terminal.begin(), by_terminal.end(), std::uint64_t{0}) == tally.accepted);
  RC_ASSERT(!testing::Test::HasFailure());
}

RC_GTEST_PROP(Simulation, DeliversEveryFlitOnceOnATorus, ()) {
  expect_conservation(machine_of(topology::Torus({.sides = {4, 3}})), "dimension_order");
}
RC_GTEST_PROP(Simulation, DeliversEveryFlitOnceOnAMeshWithManyTerminals, ()) {
  expect_conservation(machine_of(topology::Mesh({.sides = {3, 2}, .concentration = 3})), "dimension_order");
}
RC_GTEST_PROP(Simulation, DeliversEveryFlitOnceUnderValiantRouting, ()) {
  expect_conservation(machine_of(topology::Hyperx({.sides = {3, 3}})), "valiant");
}

/// Traffic from the first half of the terminals to the second half, without traffic back.
class OneWay final : public EndlessUniform {
 public:
  explicit OneWay(std::uint32_t terminals) : EndlessUniform(terminals, 0), half_(terminals / 2) {}
  std::uint64_t messages(TerminalId e) const override {
    return e.v < half_ ? EndlessUniform::messages(e) : 0;
  }
  std::uint32_t nth_destination(TerminalId e, std::uint64_t) const override { return e.v + half_; }

 private:
  std::uint32_t half_;
};

TEST(Simulation, ReusesPacketNumbersOfAPartitionThatOnlyReceives) {
  FlitParams params;
  params.rate = 1;
  auto const setup = flit_setup(machine_of(topology::Complete({.routers = 16})), "minimal", params);
  OneWay const traffic(16);
  Simulation simulation(*setup.flit_network, *setup.routing, traffic, params, 1, 2);
  simulation.advance(20000);
  EXPECT_GT(simulation.tally().delivered, 100000u);
  EXPECT_LE(simulation.state().packets.capacity(), 5 * PacketStore::bulk);
}

/// Returns the number of flits that cross channel `out` in `cycles` cycles after a warm-up.
double carried(FlitSetup const& setup, Traffic const& traffic, FlitParams const& params, std::uint32_t out,
               std::uint64_t cycles) {
  Simulation simulation(*setup.flit_network, *setup.routing, traffic, params, 1);
  simulation.advance(500);
  simulation.measure(everything());
  simulation.advance(cycles);
  return static_cast<double>(simulation.state().out_port[out].sent);
}

TEST(Simulation, AChannelCarriesExactlyItsBandwidth) {
  FlitParams params;
  params.rate = 1;
  for (double const bandwidth : {0.25, 0.3, 0.9, 1.0}) {
    auto setup = flit_setup(topology::Mesh({.sides = {2}}), "dimension_order", params);
    setup.times.pace.assign(2, static_cast<std::uint32_t>(ChannelTimes::cycle / bandwidth));
    setup.rebuild();
    ListTraffic const traffic({{1}, {}});
    EXPECT_NEAR(carried(setup, traffic, params, setup.flit_network->first_out(0), 10000), 10000 * bandwidth,
                2);
  }
}

TEST(Simulation, AFasterChannelNeedsAFasterSwitch) {
  for (std::int64_t const speedup : {1, 2, 3}) {
    FlitParams params;
    params.rate = 1;
    params.speedup = speedup;
    auto setup = flit_setup(topology::Mesh({.sides = {2}, .concentration = 8}), "dimension_order", params);
    setup.times.pace.assign(2, ChannelTimes::cycle / 2);  // two flits per cycle
    setup.rebuild();
    // Terminals 0 to 7 send to terminals 8 to 15, each to a different one.
    std::vector<std::vector<std::uint32_t>> list(16);
    for (std::uint32_t e = 0; e < 8; ++e) list[e] = {8 + e};
    ListTraffic const traffic(std::move(list));
    EXPECT_NEAR(carried(setup, traffic, params, setup.flit_network->first_out(0), 1000),
                speedup == 1 ? 1000.0 : 2000.0, 40)
        << speedup;
  }
}

/// Returns the maximum number of cycles that a flit leaving a switch would wait for its channel: the number
/// of flits queued behind the switch.
double worst_wait(std::int64_t output_buffer) {
  FlitParams params;
  params.rate = 1;
  params.output_buffer = output_buffer;
  params.speedup = 2;
  auto setup = flit_setup(topology::Mesh({.sides = {2}, .concentration = 4}), "dimension_order", params);
  EndlessHotSpot const traffic(8, 7);
  Simulation simulation(*setup.flit_network, *setup.routing, traffic, params, 1);
  double worst = 0;
  for (int cycle = 0; cycle < 500; ++cycle) {
    simulation.advance(1);
    auto const ready = simulation.now() - 1 + simulation.options().traversal();
    for (auto const free : simulation.state().channel_free)
      worst = std::max(worst, static_cast<double>(free) / ChannelTimes::cycle - static_cast<double>(ready));
  }
  return worst;
}

TEST(Simulation, LimitsTheFlitsInTheOutputBuffer) {
  EXPECT_GT(worst_wait(0), 8);
  EXPECT_LE(worst_wait(5), 5 + 1);
  EXPECT_LE(worst_wait(1), 1 + 1);
}

/// Returns the flits per cycle of one packet stream over a channel of 9 cycles, limited by the downstream
/// buffer slots.
double stream_of(std::int64_t vc_buffer, std::int64_t shared_buffer, std::int64_t shared_per_vc, bool whole,
                 std::int64_t vcs = 1) {
  FlitParams params;
  params.rate = 1;
  params.vcs = vcs;
  params.vc_buffer = vc_buffer;
  params.shared_buffer = shared_buffer;
  params.shared_per_vc = shared_per_vc;
  params.packet_size = {2};
  params.flow = whole ? FlowControl::cut_through : FlowControl::wormhole;
  auto setup = flit_setup(topology::Mesh({.sides = {2}}), "dimension_order", params);
  setup.times.latency.assign(2, 9);
  setup.rebuild();
  ListTraffic const traffic({{1}, {}});
  return carried(setup, traffic, params, setup.flit_network->first_out(0), 10000) / 10000;
}

/// A slot is occupied from the switch traversal of a flit until the return of its credit, whether it is
/// private or shared.
TEST(Simulation, SharedSlotsSustainTheThroughputOfPrivateSlots) {
  for (bool const whole : {false, true}) {
    EXPECT_EQ(stream_of(2, 8, 0, whole), stream_of(10, 0, 0, whole));
    EXPECT_EQ(stream_of(2, 8, 4, whole), stream_of(6, 0, 0, whole));
    EXPECT_EQ(stream_of(2, 3, 4, whole), stream_of(5, 0, 0, whole));
    EXPECT_LT(stream_of(2, 0, 0, whole), 0.5 * stream_of(2, 8, 0, whole));
  }
  // Alternating virtual channels use all slots: more throughput than one VC with 13 slots, less than with 15.
  EXPECT_GT(stream_of(2, 8, 0, false, 3), stream_of(13, 0, 0, false));
  EXPECT_LT(stream_of(2, 8, 0, false, 3), stream_of(15, 0, 0, false));
}

TEST(Simulation, CutThroughWithAHeldSwitchNeverStallsAPacket) {
  auto const stall = [](FlowControl flow, bool hold) {
    auto params = batch_of({5});
    params.flow = flow;
    params.hold_switch_for_packet = hold;
    auto const setup = flit_setup(topology::Torus({.sides = {4, 4}}), "dimension_order", params);
    auto const traffic = any_messages(16, 60, 5);
    Simulation simulation(*setup.flit_network, *setup.routing, traffic, params, 1);
    simulation.measure(everything());
    run_out(simulation);
    auto const tally = simulation.tally();
    EXPECT_EQ(tally.latency.count, 16u * 60);
    return tally.latency.sum - tally.head.sum - 4 * tally.latency.count;  // beyond one flit per cycle
  };
  EXPECT_EQ(stall(FlowControl::cut_through, true), 0u);
  EXPECT_GT(stall(FlowControl::cut_through, false), 0u);
  EXPECT_GT(stall(FlowControl::wormhole, true), 0u);
}

/// Round-robin arbiters halve the share of distant terminals at every merge; age priority equalizes their
/// latencies (Dally & Towles, sec. 17.4.1, the parking lot).
TEST(Simulation, AgePriorityReducesTheMaximumLatency) {
  auto const slowest = [](Arbitration arbitration) {
    FlitParams params;
    params.rate = 0.2;
    params.arbitration = arbitration;
    auto const setup = flit_setup(topology::Mesh({.sides = {8}}), "dimension_order", params);
    EndlessHotSpot const traffic(8, 7);
    Simulation simulation(*setup.flit_network, *setup.routing, traffic, params, 1);
    simulation.measure({0, 500, 100});
    simulation.advance(500);
    for (int k = 0; k < 1000 && !simulation.all_measured_delivered(); ++k) simulation.advance(100);
    EXPECT_TRUE(simulation.all_measured_delivered());
    return simulation.tally().latencies.max();
  };
  EXPECT_LT(2 * slowest(Arbitration::age), slowest(Arbitration::round_robin));
}

/// Returns whether any buffer ever contains flits of two packets.
bool shares_buffers(bool atomic) {
  auto params = batch_of({3});
  params.atomic_vcs = atomic;
  auto const setup = flit_setup(topology::Ring({.routers = 6}), "dimension_order", params);
  auto const traffic = any_messages(6, 100, 2);
  Simulation simulation(*setup.flit_network, *setup.routing, traffic, params, 1);
  bool shares = false;
  while (simulation.in_flight() + simulation.waiting() > 0) {
    simulation.advance(1);
    auto const& state = simulation.state();
    for (auto const& input : state.input) shares = shares || input.count > 3;
  }
  return shares;
}

TEST(Simulation, AtomicVirtualChannelsStoreOnePacketAtATime) {
  EXPECT_TRUE(shares_buffers(false));
  EXPECT_FALSE(shares_buffers(true));
}

TEST(Simulation, SendsAReplyToEveryRequest) {
  FlitParams params;
  params.injection = Injection::request_reply;
  params.rate = 0.1;
  params.packet_size = {2};
  params.reply_size = 5;
  auto const setup = flit_setup(topology::Mesh({.sides = {2}}), "dimension_order", params);
  ListTraffic const traffic({{1}, {}});  // terminal 0 sends requests, terminal 1 replies
  Simulation simulation(*setup.flit_network, *setup.routing, traffic, params, 1);
  simulation.measure(everything());
  simulation.advance(20000);
  auto const& accepted = simulation.accepted_by_terminal();
  EXPECT_NEAR(static_cast<double>(accepted[1]), 2000, 150);
  EXPECT_NEAR(static_cast<double>(accepted[0]), 2.5 * static_cast<double>(accepted[1]), 50);
}

TEST(Simulation, RepliesDoNotAffectTheDestinationsOfRequests) {
  FlitParams params;
  params.injection = Injection::request_reply;
  params.rate = 0.2;
  auto const setup = flit_setup(topology::Mesh({.sides = {4}}), "dimension_order", params);
  ListTraffic const traffic({{1, 2, 3}, {0, 2, 3}, {0, 1, 3}, {0, 1, 2}});
  Simulation simulation(*setup.flit_network, *setup.routing, traffic, params, 1);
  simulation.measure(everything());
  simulation.advance(30000);
  for (auto const flits : simulation.accepted_by_terminal())
    EXPECT_NEAR(static_cast<double>(flits), 12000, 500);
}

TEST(Simulation, RequestsAndRepliesUseSeparateVirtualChannels) {
  FlitParams params;
  params.injection = Injection::request_reply;
  params.rate = 0.3;
  params.packet_size = {1, 4};
  params.reply_size = 3;
  auto const setup = flit_setup(topology::Torus({.sides = {3, 3}}), "dimension_order", params);
  EndlessUniform const traffic(9, 1);
  Simulation simulation(*setup.flit_network, *setup.routing, traffic, params, 1);
  for (int k = 0; k < 1000; ++k) {
    simulation.advance(3);
    expect_orderly(simulation);
    if (HasFatalFailure()) return;
  }
  EXPECT_GT(simulation.tally().delivered, 1000u);
}

TEST(Simulation, MeasuresOnlyPacketsCreatedInTheWindow) {
  FlitParams params;
  params.rate = 0.25;
  auto const setup = flit_setup(topology::Torus({.sides = {4, 4}}), "dimension_order", params);
  EndlessUniform const traffic(16, 1);
  Simulation simulation(*setup.flit_network, *setup.routing, traffic, params, 1);
  simulation.advance(300);
  simulation.measure({300, 300 + 4000, 100});
  simulation.advance(4000);
  auto const flits = simulation.tally().accepted;
  while (!simulation.all_measured_delivered()) simulation.advance(10);
  auto const tally = simulation.tally();
  EXPECT_NEAR(static_cast<double>(tally.latency.count), 16000, 500);
  EXPECT_EQ(tally.latency.count, tally.measured_started);
  EXPECT_EQ(tally.blocks.size(), 40u);
  DelaySum sum;
  for (auto const& block : tally.blocks) sum.merge(block);
  EXPECT_EQ(sum.sum, tally.latency.sum);
  EXPECT_EQ(sum.count, tally.latency.count);
  EXPECT_EQ(tally.latencies.count(), tally.latency.count);
  EXPECT_EQ(tally.accepted, flits);  // only flits that arrived within the window
}

}  // namespace
}  // namespace weft::flit
