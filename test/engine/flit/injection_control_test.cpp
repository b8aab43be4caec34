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

/// The cycle in which the last of a batch arrives on a line of four routers.
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

/// From one end of the line to the other: 4 cycles per router, and 2 for the terminals' channels (see
/// zero_load_test.cpp).
constexpr std::uint64_t one_way = 18;

TEST(InjectionControl, APacketIsOutstandingUntilItsSourceHears) {
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

TEST(InjectionControl, AcknowledgmentsMayTakeLong) {
  auto params = limited();
  params.max_outstanding = 1;
  params.ack_delay = 20'000;  // beyond the wheel of the sources
  EXPECT_EQ(end_of({{3, 3}}, params), 3 * one_way + 20'000);
}

TEST(InjectionControl, WindowsAreOfADestination) {
  auto params = limited();
  params.window = 1;
  EXPECT_EQ(end_of({{3, 3}}, params), 3 * one_way);
  EXPECT_EQ(end_of({{1, 2, 3}}, params), one_way + 2);
  EXPECT_EQ(end_of({{3, 3, 1}}, params), 3 * one_way);  // in order: the last one waits for the second
  params.max_outstanding = 2;
  EXPECT_EQ(end_of({{2, 1, 3}}, params), 1 + 2 * 10 + one_way);  // the second takes 10 cycles
}

TEST(InjectionControl, AnswersAcknowledgeRequests) {
  FlitParams params;
  params.injection = Injection::request_reply;
  params.rate = 1;
  params.max_outstanding = 2;
  auto const setup = flit_setup(topology::Torus({.sides = {4, 4}}), "dimension_order", params);
  EndlessUniform const traffic(16, 3);
  Simulation simulation(*setup.flit_network, *setup.routing, traffic, params, 1, 1);
  std::uint64_t most = 0;
  for (int cycle = 0; cycle < 2000; ++cycle) {
    simulation.advance(1);
    most = std::max(most, simulation.in_flight());
    ASSERT_LE(simulation.in_flight(), 2u * 16);  // a request or its answer
  }
  EXPECT_GT(most, 16u);
}

/// Whether a terminal that sends alone begins a packet while so many flits or more are in the buffers behind
/// its router.
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

TEST(InjectionControl, ThrottlesWhereBuffersAreInUse) {
  // The router has one channel, with 8 places behind it.
  EXPECT_TRUE(begins_beside(5, 1));
  EXPECT_TRUE(begins_beside(2, 0.25));
  EXPECT_FALSE(begins_beside(3, 0.25));
  EXPECT_FALSE(begins_beside(1, 0));
}

}  // namespace
}  // namespace weft::flit
