// SPDX-License-Identifier: Apache-2.0
#include "weft/engine/flit/flit_network.hpp"

#include <set>

#include <gtest/gtest.h>

#include "support/flit_setup.hpp"
#include "weft/topology/family/butterfly.hpp"
#include "weft/topology/family/de_bruijn.hpp"
#include "weft/topology/family/dragonfly.hpp"
#include "weft/topology/family/torus.hpp"

namespace weft::flit {
namespace {

/// Returns a distinct latency and pace for each channel.
ChannelTimes distinct_times(Network const& network) {
  ChannelTimes times;
  times.injection = 7;
  times.ejection = 9;
  for (std::uint32_t c = 0; c < network.num_channels(); ++c) {
    times.latency.push_back(10 + c);
    times.pace.push_back(1000 + c);
  }
  return times;
}

void expect_like(Network const& network) {
  FlitNetwork const flit_network(network, distinct_times(network));
  ASSERT_EQ(flit_network.num_routers(), network.num_routers());
  ASSERT_EQ(flit_network.num_terminals(), network.num_terminals());
  EXPECT_EQ(flit_network.num_in(), network.num_channels() + network.num_terminals());
  EXPECT_EQ(flit_network.num_out(), network.num_channels() + network.num_terminals());
  std::set<std::uint32_t> inputs;
  for (std::uint32_t r = 0; r < flit_network.num_routers(); ++r) {
    ASSERT_EQ(flit_network.channels(r), network.degree({r}));
    ASSERT_EQ(flit_network.channels_in(r), network.in_degree({r}));
    for (std::uint16_t p = 0; p < flit_network.channels(r); ++p) {
      auto const c = network.channel({r}, {p});
      auto const out = flit_network.first_out(r) + p;
      EXPECT_EQ(flit_network.router_of_out(out), r);
      auto const in = flit_network.target(out);
      ASSERT_LT(in, flit_network.num_in());
      EXPECT_TRUE(inputs.insert(in).second);
      EXPECT_EQ(flit_network.router_of_in(in), network.target(c).v);
      EXPECT_EQ(in - flit_network.first_in(network.target(c).v), network.target_port(c).v);
      EXPECT_EQ(flit_network.source(in), out);
      EXPECT_EQ(flit_network.latency(out), 10 + c.v);
      EXPECT_EQ(flit_network.latency_in(in), 10 + c.v);
      EXPECT_EQ(flit_network.pace(out), 1000 + c.v);
    }
  }
  std::set<std::uint32_t> ejections;
  for (std::uint32_t e = 0; e < flit_network.num_terminals(); ++e) {
    auto const in = flit_network.injection_port(e), out = flit_network.ejection_port(e);
    EXPECT_TRUE(inputs.insert(in).second);
    EXPECT_TRUE(ejections.insert(out).second);
    EXPECT_EQ(flit_network.router_of_in(in), network.injection_router({e}).v);
    EXPECT_EQ(flit_network.router_of_out(out), network.ejection_router({e}).v);
    EXPECT_GE(in - flit_network.first_in(flit_network.router_of_in(in)),
              flit_network.channels_in(flit_network.router_of_in(in)));
    EXPECT_GE(out - flit_network.first_out(flit_network.router_of_out(out)),
              flit_network.channels(flit_network.router_of_out(out)));
    EXPECT_EQ(flit_network.source(in), FlitNetwork::terminal_bit | e);
    EXPECT_EQ(flit_network.target(out), FlitNetwork::terminal_bit | e);
    EXPECT_EQ(flit_network.latency_in(in), 7u);
    EXPECT_EQ(flit_network.latency(out), 9u);
    EXPECT_EQ(flit_network.pace(out), ChannelTimes::cycle);
  }
  EXPECT_EQ(inputs.size(), flit_network.num_in());
  EXPECT_EQ(flit_network.longest_latency(), 9 + network.num_channels());
  EXPECT_EQ(flit_network.shortest_latency(), 9u);
}

TEST(FlitNetworkTest, HasPortsForChannelsAndTerminals) {
  expect_like(build_network(topology::Torus({.sides = {4, 3}, .concentration = 2})));
  expect_like(build_network(topology::Dragonfly({})));
}

TEST(FlitNetworkTest, TerminalsMayInjectAndEjectAtDifferentRouters) {
  expect_like(build_network(topology::Butterfly({})));
}

TEST(FlitNetworkTest, ChannelsMayBeUnidirectional) { expect_like(build_network(topology::DeBruijn({}))); }

TEST(FlitNetworkTest, EveryChannelCarriesAFlitPerCycleByDefault) {
  auto const network = build_network(topology::Torus({.sides = {4}}));
  ChannelTimes times;
  times.latency.assign(network.num_channels(), 3);
  FlitNetwork const flit_network(network, times);
  EXPECT_FALSE(flit_network.is_paced());
  EXPECT_EQ(flit_network.pace(0), ChannelTimes::cycle);
  EXPECT_EQ(flit_network.shortest_latency(), 1u);  // the ejection channels
  EXPECT_EQ(flit_network.shortest_channel(), 3u);
}

TEST(FlitNetworkTest, TerminalsHaveSeparateLatenciesAndPaces) {
  auto const network = build_network(topology::Torus({.sides = {3}}));
  auto times = distinct_times(network);
  times.terminal_latency = {2, 3, 40};
  times.terminal_pace = {ChannelTimes::cycle, 2 * ChannelTimes::cycle, 5 * ChannelTimes::cycle};
  FlitNetwork const flit_network(network, times);
  for (std::uint32_t e = 0; e < 3; ++e) {
    EXPECT_EQ(flit_network.latency_in(flit_network.injection_port(e)), times.terminal_latency[e]);
    EXPECT_EQ(flit_network.latency(flit_network.ejection_port(e)), times.terminal_latency[e]);
    EXPECT_EQ(flit_network.pace(flit_network.ejection_port(e)), times.terminal_pace[e]);
    EXPECT_EQ(flit_network.injection_pace()[e], times.terminal_pace[e]);
  }
  EXPECT_EQ(flit_network.pace(flit_network.first_out(0)), times.pace[0]);
  EXPECT_EQ(flit_network.slowest_pace(), 5 * ChannelTimes::cycle);
  EXPECT_EQ(flit_network.longest_latency(), 40U);
}

}  // namespace
}  // namespace weft::flit
