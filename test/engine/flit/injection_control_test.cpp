// SPDX-License-Identifier: Apache-2.0
#include "weft/engine/flit/injection_control.hpp"

#include <gtest/gtest.h>

#include "support/flit_rules.hpp"
#include "support/list_traffic.hpp"
#include "weft/topology/family/mesh.hpp"
#include "weft/topology/family/torus.hpp"

namespace weft::flit {
namespace {

FlitParams limited() {
  FlitParams params;
  params.injection = Injection::batch;
  return params;
}

/// Returns the cycle of the last arrival of a batch on a line of four routers.
std::uint64_t end_of(std::vector<std::vector<std::uint32_t>> messages, FlitParams const& params) {
  auto const setup = flit_setup(topology::Mesh({.sides = {4}}), "dimension_order", params);
  messages.resize(4);
  ListTraffic const traffic(std::move(messages));
  Simulation simulation(*setup.flit_network, *setup.routing, traffic, params, 1);
  simulation.measure(everything());
  run_out(simulation);
  expect_as_new(simulation);
  return simulation.tally().latencies.max();
}

/// Latency from one end of the line to the other: 4 cycles per router, and 2 for the terminals' channels (see
/// zero_load_test.cpp).
constexpr std::uint64_t one_way = 18;

TEST(InjectionControl, PacketsAreOutstandingUntilAcknowledged) {
  auto params = limited();
  params.max_outstanding = 1;
  EXPECT_EQ(end_of({{3}}, params), one_way);
  EXPECT_EQ(end_of({{3, 3, 3}}, params), 5 * one_way);
  params.ack_delay = 7;
  EXPECT_EQ(end_of({{3, 3, 3}}, params), 5 * one_way + 2 * 7);
  params.max_outstanding = 2;
  EXPECT_EQ(end_of({{3, 3, 3}}, params), 3 * one_way + 7);
  params.max_outstanding = 3;
  EXPECT_EQ(end_of({{3, 3, 3}}, params), one_way + 2);
}

TEST(InjectionControl, SupportsSlowAcknowledgments) {
  auto params = limited();
  params.max_outstanding = 1;
  params.ack_delay = 20'000;  // longer than the event wheel of the sources
  EXPECT_EQ(end_of({{3, 3}}, params), 3 * one_way + 20'000);
}

TEST(InjectionControl, WindowsArePerDestination) {
  auto params = limited();
  params.window = 1;
  EXPECT_EQ(end_of({{3, 3}}, params), 3 * one_way);
  EXPECT_EQ(end_of({{1, 2, 3}}, params), one_way + 2);
  EXPECT_EQ(end_of({{3, 3, 1}}, params), 3 * one_way);  // in order: the last packet waits for the second
  params.max_outstanding = 2;
  EXPECT_EQ(end_of({{2, 1, 3}}, params), 1 + 2 * 10 + one_way);  // the second packet takes 10 cycles
}

TEST(InjectionControl, RepliesAcknowledgeRequests) {
  FlitParams params;
  params.injection = Injection::request_reply;
  params.rate = 1;
  params.max_outstanding = 2;
  auto const setup = flit_setup(topology::Torus({.sides = {4, 4}}), "dimension_order", params);
  EndlessUniform const traffic(16, 3);
  Simulation simulation(*setup.flit_network, *setup.routing, traffic, params, 1, 1);
  std::uint64_t maximum = 0;
  for (int cycle = 0; cycle < 2000; ++cycle) {
    simulation.advance(1);
    maximum = std::max(maximum, simulation.in_flight());
    ASSERT_LE(simulation.in_flight(), 2u * 16);  // a request or its reply
  }
  EXPECT_GT(maximum, 16u);
}

/// Returns whether a terminal ever starts a packet while at least `flits` slots of the buffer downstream of
/// its router are in use.
bool begins_beside(std::int32_t flits, double throttle) {
  auto params = limited();
  params.vcs = 2;
  params.vc_buffer = 4;
  params.throttle = throttle;
  auto const setup = flit_setup(topology::Mesh({.sides = {4}}), "dimension_order", params);
  ListTraffic const traffic({std::vector<std::uint32_t>(50, 3), {}, {}, {}});
  Simulation simulation(*setup.flit_network, *setup.routing, traffic, params, 1, 1);
  bool begins = false;
  std::uint64_t before = 0;
  while (before < 50) {
    auto const in_use = simulation.state().queue[setup.flit_network->first_out(0)];
    simulation.advance(1);
    auto const now = simulation.tally().started;
    begins = begins || (in_use >= flits && now > before);
    before = now;
  }
  return begins;
}

TEST(InjectionControl, ThrottlesAtHighBufferOccupancy) {
  // The router has one channel with 8 buffer slots.
  EXPECT_TRUE(begins_beside(5, 1));
  EXPECT_TRUE(begins_beside(2, 0.25));
  EXPECT_FALSE(begins_beside(3, 0.25));
  EXPECT_FALSE(begins_beside(1, 0));
}

/// Injection control of one source, and the acknowledgments of its packets to terminal 3.
struct RateBench {
  explicit RateBench(FlitParams const& params)
      : setup(flit_setup(topology::Mesh({.sides = {4}}), "dimension_order", params)),
        state(*setup.flit_network, router_options(params), setup.routing->traits(), {0, 4}),
        control(params, *setup.flit_network, state, 1) {}
  bool may_begin(std::uint64_t now) { return control.may_begin(0, 0, 3, now); }
  void begin(std::uint64_t now, std::uint32_t flits) { control.begin(0, 3, flits, now); }
  void hear(std::uint64_t now, std::uint64_t started, bool marked) {
    control.acknowledge(0, {now, started, 0, 3, marked, 0});
  }
  /// Returns the first cycle at or after `now` in which the next packet may start.
  std::uint64_t next(std::uint64_t now) {
    while (!may_begin(now)) ++now;
    return now;
  }
  FlitSetup setup;
  State state;
  InjectionControl control;
};

FlitParams marking() {
  FlitParams params;
  params.ecn_threshold = 8;
  params.ecn_cut = 0.5;
  params.ecn_recovery = 1;
  return params;
}

TEST(InjectionControl, RateDropsOnAMarkAndRecoversOverTime) {
  RateBench bench(marking());
  bench.begin(0, 10);
  EXPECT_EQ(bench.next(1), 10u);  // the channel sends one flit per cycle
  bench.hear(50, 0, false);
  EXPECT_EQ(bench.next(50), 50u);
  bench.begin(50, 10);
  bench.hear(100, 50, true);
  bench.begin(100, 10);
  // The rate is 0.5 in cycle 100 and rises by 0.001 per cycle: x (0.5 + 0.001 x) >= 10 from x = 19.3 on.
  EXPECT_EQ(bench.next(101), 120u);
  EXPECT_TRUE(bench.control.may_begin(0, 0, 2, 101));  // the rate applies to one destination
  bench.hear(130, 100, false);
  bench.begin(600, 10);
  EXPECT_EQ(bench.next(601), 610u);  // after 500 cycles the rate is 1 again
}

TEST(InjectionControl, SeveralMarksInARoundTripReduceTheRateOnce) {
  RateBench bench(marking());
  for (std::uint64_t const started : {10u, 20u, 30u}) bench.begin(started, 10);
  bench.hear(100, 10, true);
  bench.hear(101, 20, true);
  bench.hear(102, 30, true);
  bench.begin(102, 10);
  EXPECT_EQ(bench.next(103), 122u);
  bench.hear(122, 102, true);  // this packet left at the reduced rate
  bench.begin(122, 10);
  // 0.522 / 2 in cycle 122: x (0.261 + 0.001 x) >= 10 from x = 33.9 on.
  EXPECT_EQ(bench.next(123), 156u);
}

/// Returns the number of flits in the network, and the flits per cycle that reach terminal 0, if 36 terminals
/// all send to terminal 0.
std::pair<double, double> flood(FlitParams const& params) {
  auto const setup = flit_setup(topology::Torus({.sides = {6, 6}}), "dimension_order", params);
  EndlessHotSpot const traffic(36, 0);
  Simulation simulation(*setup.flit_network, *setup.routing, traffic, params, 1, 1);
  simulation.advance(10'000);
  simulation.measure({10'000, 20'000, 10'000});
  double flits = 0;
  for (int k = 0; k < 100; ++k) {
    simulation.advance(100);
    for (auto const it : simulation.buffered_by_vc()) flits += static_cast<double>(it) / 100;
  }
  return {flits, static_cast<double>(simulation.accepted_by_terminal()[0]) / 10'000};
}

TEST(InjectionControl, CongestionNotificationReducesFlitsInFlightToAHotTerminal) {
  FlitParams params;
  params.rate = 0.2;
  params.packet_size = {4};
  auto const [full, all] = flood(params);
  EXPECT_GT(all, 0.99);
  params.ecn_threshold = 16;
  auto const [flits, accepted] = flood(params);
  // 35 sources send 4 flits each, twice; the channel is idle while all sources wait after a mark.
  EXPECT_LT(flits, 2 * 35 * 4);
  EXPECT_GT(full, 4 * flits);
  EXPECT_GT(accepted, 0.8);
}

TEST(InjectionControl, MarksPacketsAtCongestedPorts) {
  auto params = marking();
  params.injection = Injection::batch;
  params.ecn_threshold = 1;
  params.max_outstanding = 100;
  auto const setup = flit_setup(topology::Mesh({.sides = {4}}), "dimension_order", params);
  auto const any_marked = [&](std::vector<std::vector<std::uint32_t>> messages) {
    ListTraffic const traffic(std::move(messages));
    Simulation simulation(*setup.flit_network, *setup.routing, traffic, params, 1, 1);
    run_out(simulation);
    bool marked = false;
    for (std::uint32_t i = 0; i < traffic.num_messages(); ++i)
      marked = marked || simulation.state().packets[i].marked;
    return marked;
  };
  std::vector<std::uint32_t> const to_3(20, 3), to_2(20, 2);
  EXPECT_FALSE(any_marked({to_3, {}, {}, {}}));
  EXPECT_FALSE(any_marked({{}, to_3, {}, to_2}));
  EXPECT_TRUE(any_marked({to_3, to_3, {}, {}}));
}

}  // namespace
}  // namespace weft::flit
