#include "weft/engine/flit/machine.hpp"

#include <set>

#include <gtest/gtest.h>

#include "support/flit_ground.hpp"
#include "weft/topology/family/butterfly.hpp"
#include "weft/topology/family/de_bruijn.hpp"
#include "weft/topology/family/dragonfly.hpp"
#include "weft/topology/family/torus.hpp"

namespace weft::flit {
namespace {

/// Times by which every channel can be told from the others.
ChannelTimes distinct_times(Network const& network) {
  ChannelTimes times{{}, {}, 7, 9};
  for (std::uint32_t c = 0; c < network.num_channels(); ++c) {
    times.latency.push_back(10 + c);
    times.pace.push_back(1000 + c);
  }
  return times;
}

void expect_like(Network const& network) {
  Machine const machine(network, distinct_times(network));
  ASSERT_EQ(machine.num_routers(), network.num_routers());
  ASSERT_EQ(machine.num_terminals(), network.num_terminals());
  EXPECT_EQ(machine.num_in(), network.num_channels() + network.num_terminals());
  EXPECT_EQ(machine.num_out(), network.num_channels() + network.num_terminals());
  std::set<std::uint32_t> inputs;
  for (std::uint32_t r = 0; r < machine.num_routers(); ++r) {
    ASSERT_EQ(machine.channels(r), network.degree({r}));
    ASSERT_EQ(machine.channels_in(r), network.in_degree({r}));
    for (std::uint16_t p = 0; p < machine.channels(r); ++p) {
      auto const c = network.channel({r}, {p});
      auto const out = machine.first_out(r) + p;
      EXPECT_EQ(machine.router_of_out(out), r);
      auto const in = machine.target(out);
      ASSERT_LT(in, machine.num_in());
      EXPECT_TRUE(inputs.insert(in).second);
      EXPECT_EQ(machine.router_of_in(in), network.target(c).v);
      EXPECT_EQ(in - machine.first_in(network.target(c).v), network.target_port(c).v);
      EXPECT_EQ(machine.source(in), out);
      EXPECT_EQ(machine.latency(out), 10 + c.v);
      EXPECT_EQ(machine.latency_in(in), 10 + c.v);
      EXPECT_EQ(machine.pace(out), 1000 + c.v);
    }
  }
  std::set<std::uint32_t> ejections;
  for (std::uint32_t e = 0; e < machine.num_terminals(); ++e) {
    auto const in = machine.injection_port(e), out = machine.ejection_port(e);
    EXPECT_TRUE(inputs.insert(in).second);
    EXPECT_TRUE(ejections.insert(out).second);
    EXPECT_EQ(machine.router_of_in(in), network.injection_router({e}).v);
    EXPECT_EQ(machine.router_of_out(out), network.ejection_router({e}).v);
    EXPECT_GE(in - machine.first_in(machine.router_of_in(in)), machine.channels_in(machine.router_of_in(in)));
    EXPECT_GE(out - machine.first_out(machine.router_of_out(out)),
              machine.channels(machine.router_of_out(out)));
    EXPECT_EQ(machine.source(in), Machine::terminal_bit | e);
    EXPECT_EQ(machine.target(out), Machine::terminal_bit | e);
    EXPECT_EQ(machine.latency_in(in), 7u);
    EXPECT_EQ(machine.latency(out), 9u);
    EXPECT_EQ(machine.pace(out), ChannelTimes::cycle);
  }
  EXPECT_EQ(inputs.size(), machine.num_in());
  EXPECT_EQ(machine.longest_latency(), 9 + network.num_channels());
  EXPECT_EQ(machine.shortest_latency(), 9u);
}

TEST(FlitMachine, HasThePortsOfTheNetworkAndOfTheTerminals) {
  expect_like(build_network(Torus({.sides = {4, 3}, .concentration = 2})));
  expect_like(build_network(Dragonfly({})));
}

TEST(FlitMachine, TerminalsMayInjectAndEjectAtDifferentRouters) { expect_like(build_network(Butterfly({}))); }

TEST(FlitMachine, ChannelsMayHaveOneDirection) { expect_like(build_network(DeBruijn({}))); }

TEST(FlitMachine, WithoutPacesEveryChannelCarriesAFlitPerCycle) {
  auto const network = build_network(Torus({.sides = {4}}));
  Machine const machine(network, {std::vector<std::uint32_t>(network.num_channels(), 3), {}, 1, 1});
  EXPECT_FALSE(machine.is_paced());
  EXPECT_EQ(machine.pace(0), ChannelTimes::cycle);
  EXPECT_EQ(machine.shortest_latency(), 1u);  // of ejection
}

}  // namespace
}  // namespace weft::flit
