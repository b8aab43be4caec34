// SPDX-License-Identifier: Apache-2.0
// Results are bit-identical for any number of partitions and for both cores.

#include <gtest/gtest.h>

#include "support/flit_rules.hpp"
#include "weft/core/parallel.hpp"
#include "weft/topology/family/dragonfly.hpp"
#include "weft/topology/family/hyperx.hpp"
#include "weft/topology/family/torus.hpp"

namespace weft::flit {
namespace {

std::vector<std::uint64_t> numbers_of(DelaySum const& it) { return {it.sum, it.count}; }

/// Returns all counts of a run, and the contents of its buffers at the end.
std::vector<std::uint64_t> trace(FlitSetup const& setup, FlitParams const& params, std::uint32_t partitions,
                                 CoreChoice core = CoreChoice::fastest) {
  EndlessUniform const traffic(setup.terminals(), 7);
  Simulation simulation(*setup.flit_network, *setup.routing, traffic, params, 11, partitions, core);
  simulation.advance(133);
  simulation.measure({133, 133 + 300, 50});
  std::vector<std::uint64_t> all;
  auto const add = [&](auto const& list) { all.insert(all.end(), list.begin(), list.end()); };
  for (int k = 0; k < 9; ++k) {
    simulation.advance(47);  // not a multiple of the lookahead of partitions
    all.push_back(simulation.in_flight());
    add(numbers_of(simulation.drain_recent()));
  }
  auto const tally = simulation.tally();
  for (auto const& it : {tally.latency, tally.network, tally.head}) add(numbers_of(it));
  for (auto const& it : tally.blocks) add(numbers_of(it));
  for (auto const it : {tally.delivered, tally.started, tally.accepted, tally.measured_started,
                        tally.measured_flits, tally.hops, tally.unreachable})
    all.push_back(it);
  for (auto const& bin : tally.latencies.bins()) add(std::vector{bin.value, bin.times});
  auto const& state = simulation.state();
  add(simulation.accepted_by_terminal());
  for (auto const& port : state.out_port) add(std::vector{port.sent, port.free_vcs});
  for (auto const& output : state.output) all.push_back(output.credits);
  for (auto const& output : state.output) all.push_back(output.grant_pointer);
  for (auto const& input : state.input) {
    add(std::vector<std::uint64_t>{input.count, input.accept_pointer,
                                   static_cast<std::uint64_t>(input.phase)});
    if (input.phase == VcState::active) add(std::vector<std::uint64_t>{input.out, input.out_vc});
  }
  for (auto const& port : state.in_port)
    add(std::vector{port.allocating, port.ready, std::uint64_t{port.accept_pointer},
                    std::uint64_t{port.first_vc}});
  for (auto const it : state.queue) all.push_back(static_cast<std::uint64_t>(it));
  all.push_back(simulation.waiting());
  auto const figures = simulation.timeline();
  for (auto const* list : {&figures.sent, &figures.received, &figures.pair_sent, &figures.pair_received})
    add(*list);
  for (auto const& it : figures.ports)
    add(std::vector{it.flits, it.queue, it.stalled[0], it.stalled[1], it.stalled[2]});
  for (auto const& it : figures.network)
    add(std::vector{it.created, it.offered, it.started, it.dropped, it.delivered, it.latency, it.sent,
                    it.received});
  return all;
}

void expect_same(weft::Machine const& machine, std::string const& routing, FlitParams const& params) {
  SCOPED_TRACE(machine.topology() + " " + routing);
  auto const setup = flit_setup(machine, routing, params);
  auto const alone = trace(setup, params, 1);
  EXPECT_GT(alone[0], 0u);
  for (std::uint32_t const partitions : {2u, 3u, 7u}) EXPECT_EQ(trace(setup, params, partitions), alone);
  Threads const one{1};
  EXPECT_EQ(trace(setup, params, 2), alone);
  for (std::uint32_t const partitions : {1u, 2u, 7u})
    EXPECT_EQ(trace(setup, params, partitions, CoreChoice::generic), alone);
}

FlitParams load(double rate) {
  FlitParams params;
  params.rate = rate;
  return params;
}

TEST(FlitDeterminism, HoldsForDimensionOrderRouting) {
  expect_same(machine_of(topology::Torus({.sides = {6, 5}})), "dimension_order", load(0.5));
  auto params = load(0.9);
  params.speedup = 2;
  params.speculative = Speculation::on;
  params.hold_switch_for_packet = true;
  params.arbitration = Arbitration::age;
  params.credit_delay = 0;
  expect_same(machine_of(topology::Torus({.sides = {4, 4}, .concentration = 2})), "dimension_order", params);
}

TEST(FlitDeterminism, HoldsForAllAllocators) {
  auto const torus = machine_of(topology::Torus({.sides = {6, 5}}));
  auto params = load(0.7);
  params.packet_size = {1, 3};
  for (auto const kind :
       {AllocatorKind::islip, AllocatorKind::input_first, AllocatorKind::pim, AllocatorKind::wavefront}) {
    params.allocator = kind;
    params.iterations = kind == AllocatorKind::wavefront ? 1 : 3;
    expect_same(torus, "dimension_order", params);
    auto lanes = params;
    lanes.input_speedup = 2;
    lanes.output_speedup = 2;
    lanes.speculative = Speculation::on;
    expect_same(torus, "dimension_order", lanes);
  }
}

TEST(FlitDeterminism, HoldsForQueueAwareRoutings) {
  auto params = load(0.6);
  params.vcs = 6;
  for (auto const* routing : {"ugal", "ugal:view=global", "par", "minimal", "valiant"})
    expect_same(machine_of(topology::Dragonfly({})), routing, params);
  for (auto const* routing : {"ugal", "ugal:view=global", "minimal:structure=graph,choice=adaptive", "par"}) {
    auto with = params;
    with.congestion_metric = CongestionMetric::committed;
    expect_same(machine_of(topology::Dragonfly({})), routing, with);
    with.congestion_update_period = 7;
    expect_same(machine_of(topology::Dragonfly({})), routing, with);
  }
  params.route_decision = RouteDecision::at_injection;
  expect_same(machine_of(topology::Dragonfly({})), "ugal:view=global", params);
  params.atomic_vcs = true;
  expect_same(machine_of(topology::Torus({.sides = {4, 4}})), "minimal_adaptive", params);
}

TEST(FlitDeterminism, HoldsForSharedBuffers) {
  auto params = load(0.9);
  params.packet_size = {1, 4};
  params.vc_buffer = 4;
  params.shared_buffer = 5;
  for (auto const flow : {FlowControl::wormhole, FlowControl::cut_through}) {
    params.flow = flow;
    expect_same(machine_of(topology::Torus({.sides = {6, 5}})), "dimension_order", params);
    auto fast = params;
    fast.shared_per_vc = 2;
    fast.speedup = fast.output_speedup = 2;
    fast.speculative = Speculation::on;
    expect_same(machine_of(topology::Dragonfly({})), "ugal", fast);
  }
}

TEST(FlitDeterminism, HoldsForBurstsMixedSizesAndReplies) {
  auto params = load(0.2);
  params.injection = Injection::request_reply;
  params.packet_size = {1, 4, 9};
  params.size_weights = {4, 2, 1};
  params.reply_size = 3;
  params.reply_delay = 17;
  expect_same(machine_of(topology::Torus({.sides = {4, 4}})), "dimension_order", params);
  auto bursts = load(0.2);
  bursts.injection = Injection::on_off;
  bursts.packet_size = {1, 4, 9};
  bursts.size_weights = {4, 2, 1};
  bursts.burst = 30;
  expect_same(machine_of(topology::Torus({.sides = {4, 4}})), "dimension_order", bursts);
}

TEST(FlitDeterminism, HoldsForMeasurementsOverTime) {
  auto params = load(0.9);
  params.interval = 40;
  params.interval_pairs = true;
  params.packet_size = {1, 5};
  expect_same(machine_of(topology::Torus({.sides = {6, 5}})), "dimension_order", params);
  params.speedup = 2;
  params.vcs = 6;
  params.injection = Injection::request_reply;
  expect_same(machine_of(topology::Torus({.sides = {4, 4}})), "minimal_adaptive", params);
}

TEST(FlitDeterminism, HoldsForCongestionControl) {
  auto const torus = machine_of(topology::Torus({.sides = {6, 5}}));
  auto params = load(0.9);
  params.max_outstanding = 7;
  params.window = 2;
  params.ack_delay = 5;
  expect_same(torus, "dimension_order", params);
  params.throttle = 0.2;
  params.packet_size = {1, 5};
  expect_same(torus, "minimal_adaptive", params);
  params = load(0.6);
  params.vcs = 6;
  params.max_outstanding = 3;
  expect_same(machine_of(topology::Dragonfly({})), "ugal:view=global", params);
  params = load(0.6);
  params.ecn_threshold = 3;
  params.ecn_recovery = 0.5;
  expect_same(torus, "valiant", params);
  params.injection = Injection::request_reply;
  params.window = 1;
  params.throttle = 0.4;
  expect_same(torus, "dimension_order", params);
}

TEST(FlitDeterminism, HoldsForTrafficClasses) {
  auto const torus = machine_of(topology::Torus({.sides = {6, 5}}));
  auto params = load(0.3);
  params.vcs = 6;
  params.classes = {{.last_vc = 3, .priority = 1},
                    {.rate = 0.5, .packet_size = {1, 4}, .first_vc = 2, .last_vc = 5, .from = 200},
                    {.rate = 0.2, .first_vc = 4, .last_vc = 5, .until = 700}};
  expect_same(torus, "dimension_order", params);
  params.arbitration = Arbitration::age;
  params.speculative = Speculation::ideal;
  params.ecn_threshold = 4;
  params.max_outstanding = 5;
  expect_same(torus, "dimension_order", params);
  params = load(0.3);
  params.injection = Injection::request_reply;
  params.vcs = 16;
  params.classes = {{.last_vc = 3, .priority = 3}, {.first_vc = 4, .last_vc = 7}};
  params.window = 2;
  expect_same(torus, "valiant", params);
}

TEST(FlitDeterminism, HoldsForSlowAndLongChannels) {
  auto const params = load(0.4);
  auto const machine = machine_of(topology::Hyperx({.sides = {3, 3}, .terminals = 2}));
  auto setup = flit_setup(machine, "dimension_order", params);
  for (std::size_t c = 0; c < setup.times.latency.size(); ++c) {
    setup.times.latency[c] = static_cast<std::uint32_t>(1 + c * 7 % 23);
    setup.times.pace.push_back(static_cast<std::uint32_t>(ChannelTimes::cycle * (1 + c % 3) / 2 * 3));
  }
  setup.rebuild();
  auto const alone = trace(setup, params, 1);
  for (std::uint32_t const partitions : {2u, 3u, 9u}) EXPECT_EQ(trace(setup, params, partitions), alone);
}

}  // namespace
}  // namespace weft::flit
