// SPDX-License-Identifier: Apache-2.0
// The latency of a single packet in an idle network, compared with its closed form.

#include <algorithm>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "support/flit_delays.hpp"
#include "support/flit_rules.hpp"
#include "support/list_traffic.hpp"
#include "support/vc_walk.hpp"
#include "weft/topology/family/butterfly.hpp"
#include "weft/topology/family/dragonfly.hpp"
#include "weft/topology/family/hyperx.hpp"
#include "weft/topology/family/mesh.hpp"
#include "weft/topology/family/torus.hpp"

namespace weft::flit {
namespace {

/// Draws random delays of the router stages.
FlitParams any_delays() {
  FlitParams params;
  params.injection = Injection::batch;
  draw_delays(params);
  params.vcs = 6;
  params.vc_buffer = 200;
  params.speculative = *rc::gen::element(Speculation::off, Speculation::on, Speculation::ideal);
  params.hold_switch_for_packet = *rc::gen::arbitrary<bool>();
  params.atomic_vcs = *rc::gen::arbitrary<bool>();
  params.speedup = *rc::gen::inRange(1, 3);
  params.allocator = *rc::gen::element(AllocatorKind::islip, AllocatorKind::input_first);
  params.arbitration = *rc::gen::element(Arbitration::round_robin, Arbitration::age);
  params.flow = *rc::gen::element(FlowControl::wormhole, FlowControl::cut_through);
  params.shared_buffer = *rc::gen::inRange(0, 2) * 20;
  return params;
}

/// Returns the sum of injection and, per router, routing, both allocations, the switch and the next channel;
/// the other flits follow in consecutive cycles. With speculation, or with a router twice as fast as its
/// channels, both allocations are granted to a head in the same cycle; with both, they are granted in the
/// first half of a cycle, and the head traverses the switch a cycle earlier.
std::uint64_t closed_form(FlitSetup const& setup, FlitParams const& params, VcWalk const& walk) {
  auto const at_once = (params.speculative != Speculation::off ? 1 : 0) + (params.speedup > 1 ? 1 : 0);
  auto const router = params.routing_delay + params.vc_allocation_delay + params.switch_allocation_delay +
                      params.switch_delay - at_once;
  auto cycles = params.injection_latency + params.ejection_latency + params.packet_size[0];
  cycles += router * static_cast<std::int64_t>(walk.channels().size() + 1);
  for (auto const c : walk.channels()) cycles += setup.times.latency[c.v];
  return static_cast<std::uint64_t>(cycles);
}

/// Expects the closed form for single packets from a random terminal to each of up to eight terminals.
void expect_closed_form(weft::Machine const& machine, std::string const& routing) {
  auto const params = any_delays();
  auto setup = flit_setup(machine, routing, params);
  for (auto& it : setup.times.latency) it = *rc::gen::inRange(1u, 12u);
  setup.times.injection = static_cast<std::uint32_t>(params.injection_latency);
  setup.times.ejection = static_cast<std::uint32_t>(params.ejection_latency);
  setup.rebuild();
  auto const& network = setup.network();
  auto const from = *rc::gen::inRange(0u, setup.terminals());
  auto const stride = (setup.terminals() + 7) / 8;
  for (auto to = *rc::gen::inRange(0u, stride); to < setup.terminals(); to += stride) {
    std::vector<std::vector<std::uint32_t>> list(setup.terminals());
    list[from] = {to};
    ListTraffic const traffic(std::move(list));
    Simulation simulation(*setup.flit_network, *setup.routing, traffic, params, 1, 1);
    simulation.measure(everything());
    while (simulation.in_flight() + simulation.waiting() > 0) simulation.advance(20);
    auto const tally = simulation.tally();
    VcWalk walk(network, *setup.routing, network.injection_router({from}).v, network.ejection_router({to}).v,
                1);
    walk.finish(1000);
    RC_ASSERT(tally.latency.count == 1);
    RC_ASSERT(tally.latency.sum == closed_form(setup, params, walk));
    RC_ASSERT(tally.network.sum == tally.latency.sum);
    RC_ASSERT(tally.latency.sum - tally.head.sum == static_cast<std::uint64_t>(params.packet_size[0] - 1));
    RC_ASSERT(tally.hops == walk.channels().size());
    RC_ASSERT(simulation.flit_hops() == tally.hops * static_cast<std::uint64_t>(params.packet_size[0]));
  }
}

RC_GTEST_PROP(ZeroLoad, MatchesTheClosedFormOnAMesh, ()) {
  expect_closed_form(machine_of(topology::Mesh({.sides = {3, 2}, .concentration = 2})), "dimension_order");
}
RC_GTEST_PROP(ZeroLoad, MatchesTheClosedFormOnATorusWithOddSides, ()) {
  expect_closed_form(machine_of(topology::Torus({.sides = {3, 5}})), "dimension_order");
}
RC_GTEST_PROP(ZeroLoad, MatchesTheClosedFormOnAHyperX, ()) {
  expect_closed_form(machine_of(topology::Hyperx({})), "dimension_order");
}
RC_GTEST_PROP(ZeroLoad, MatchesTheClosedFormIfInjectionAndEjectionRoutersDiffer, ()) {
  expect_closed_form(machine_of(topology::Butterfly({})), "minimal:choice=lowest");
}

/// Zero-load latencies of the reference simulator (BookSim 2): 4 cycles per router plus 2, with channels of
/// one cycle.
TEST(ZeroLoad, LatencyIsFourCyclesPerRouterPlusTwo) {
  FlitParams params;
  params.injection = Injection::batch;
  auto const setup = flit_setup(topology::Mesh({.sides = {8, 8}}), "dimension_order", params);
  std::vector<std::vector<std::uint32_t>> list(64);
  list[0] = {63};
  ListTraffic const traffic(std::move(list));
  Simulation simulation(*setup.flit_network, *setup.routing, traffic, params, 1);
  simulation.measure(everything());
  run_out(simulation);
  EXPECT_EQ(simulation.tally().latency.sum, 4u * 15 + 2);
}

/// The flits of a long packet wait for credits if a buffer is smaller than the number of flits sent in a
/// credit round trip: a flit traverses the switch and the channel, waits for allocation in the next router,
/// and its credit returns.
TEST(ZeroLoad, ASmallBufferThrottlesALongPacket) {
  for (auto const& [buffer, credit_delay] :
       {std::pair{1, 2}, {2, 2}, {3, 2}, {4, 2}, {6, 2}, {2, 0}, {3, 7}}) {
    FlitParams params;
    params.injection = Injection::batch;
    params.packet_size = {60};
    params.vc_buffer = buffer;
    params.credit_delay = credit_delay;
    auto const setup = flit_setup(topology::Mesh({.sides = {2}}), "dimension_order", params);
    ListTraffic const traffic({{1}, {}});
    Simulation simulation(*setup.flit_network, *setup.routing, traffic, params, 1);
    simulation.measure(everything());
    run_out(simulation);
    auto const tally = simulation.tally();
    // From switch to switch: traversal, channel, next switch, channel and credit back.
    auto const loop = 5.0 + credit_delay;
    auto const per_flit = std::max(1.0, loop / static_cast<double>(buffer));
    EXPECT_NEAR(static_cast<double>(tally.latency.sum - tally.head.sum) / 59, per_flit, 0.12) << buffer;
  }
}

}  // namespace
}  // namespace weft::flit
