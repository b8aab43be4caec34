// SPDX-License-Identifier: Apache-2.0
#include "weft/traffic/schedule/transfer_network.hpp"

#include <gtest/gtest.h>

#include "weft/network/failures.hpp"
#include "weft/network/network.hpp"
#include "weft/topology/family/kary_ntree.hpp"
#include "weft/topology/family/ring.hpp"
#include "weft/topology/family/torus.hpp"

namespace weft {
namespace {

TEST(TransferNetwork, IdentifiesASingleTerminalWithItsRouter) {
  TransferNetwork const network(build_network(topology::Ring({.routers = 5})));
  EXPECT_TRUE(network.terminals_are_routers());
  EXPECT_EQ(network.num_vertices(), 5U);
  EXPECT_EQ(network.num_channels(), 10U);
  EXPECT_EQ(network.vertex({3}), 3U);
  EXPECT_EQ(network.classes().size(), 1U);
  EXPECT_EQ(network.target(network.channel({4}, {1})), 0U);
  EXPECT_EQ(network.channel({4}, {2}), network.num_channels());
  EXPECT_EQ(network.router_of(3), 3U);
  EXPECT_FALSE(network.has_failures());
  EXPECT_EQ(network.channel_name(network.channel({4}, {1})), "router 4 -> router 0 (port 1, dim0)");
}

TEST(TransferNetwork, HasAVertexPerTerminalIfRoutersHaveSeveral) {
  TransferNetwork const network(build_network(topology::Torus({.sides = {3, 3}, .concentration = 2})));
  EXPECT_EQ(network.num_vertices(), 9U + 18U);
  EXPECT_EQ(network.num_channels(), 36U + 36U);
  EXPECT_EQ(network.vertex({3}), 9U + 3U);
  auto const injection = network.first_channel(network.vertex({3}));
  EXPECT_EQ(network.first_channel(network.vertex({3}) + 1), injection + 1);
  EXPECT_EQ(network.target(injection), 1U);
  EXPECT_EQ(network.channel_name(injection), "terminal 3 -> router 1 (injection)");
  auto const ejection = network.first_channel(1) + 4 + 1;
  EXPECT_EQ(network.channel_name(ejection), "router 1 -> terminal 3 (ejection)");
  EXPECT_EQ(network.channel({1}, {4}), network.num_channels());
}

TEST(TransferNetwork, HasAVertexPerTerminalIfSomeRoutersHaveNone) {
  TransferNetwork const network(build_network(topology::KaryNtree({.arity = 2, .levels = 3})));
  ASSERT_FALSE(network.terminals_are_routers());
  std::size_t between_routers = 0;
  for (std::uint32_t c = 0; c < network.num_channels(); ++c)
    between_routers += network.class_of(c) + std::size_t{2} < network.classes().size();
  EXPECT_EQ(network.num_vertices(), 12U + 8U);
  EXPECT_EQ(between_routers, 32U);
  EXPECT_EQ(network.num_channels(), 32U + 16U);
}

TEST(TransferNetwork, FailedChannelsHaveNoBandwidth) {
  topology::Torus const torus({.sides = {4, 4}});
  auto network = build_network(torus);
  network.mark_failed(Failures<topology::Torus>(torus, {.fail = "0-1"}));
  TransferNetwork const machine(network);
  EXPECT_EQ(machine.bandwidth(machine.channel({0}, {1})), 0);
  EXPECT_EQ(machine.bandwidth(machine.channel({0}, {0})), 1);
  EXPECT_TRUE(machine.has_failures());
}

TEST(TransferNetwork, TerminalsOfAFailedRouterAreDisconnected) {
  topology::Torus const torus({.sides = {3, 3}, .concentration = 2});
  auto network = build_network(torus);
  network.mark_failed(Failures<topology::Torus>(torus, {.fail = "1"}));
  TransferNetwork const machine(network);
  for (std::uint32_t e = 0; e < 18; ++e) {
    auto const v = machine.vertex({e}), ejection = machine.first_channel(e / 2) + 4 + e % 2;
    EXPECT_EQ(machine.router_of(v), e / 2);
    EXPECT_EQ(machine.target(ejection), v);
    for (auto const channel : {machine.first_channel(v), ejection})
      EXPECT_EQ(machine.bandwidth(channel), e / 2 == 1 ? 0 : 1) << e;
  }
}

}  // namespace
}  // namespace weft
