// SPDX-License-Identifier: Apache-2.0
#include "weft/network/cost.hpp"

#include <gtest/gtest.h>

#include "weft/core/error.hpp"
#include "weft/network/cables.hpp"
#include "weft/topology/family/clex.hpp"
#include "weft/topology/family/dragonfly.hpp"
#include "weft/topology/family/mesh.hpp"
#include "weft/topology/family/sparse_torus.hpp"
#include "weft/topology/family/torus.hpp"
#include "weft/topology/family/xgft.hpp"

namespace weft {
namespace {

template <Topology T>
Cost cost(T const& topology, CostParams const& params = {}, LayoutParams const& layout = {}) {
  auto const places = make_layout(topology, layout);
  return price(inventory_of(topology, places, cable_lengths(topology, places)), params);
}

// Besta & Hoefler, SC 2014, table IV, dragonfly of 9,702 endpoints: 1,386 routers of radix 27, 9,009 local
// (copper) and 4,851 global (optical) cables, 10.8 W per node, 1,342 $ per node.
TEST(Cost, MatchesThePublishedDragonfly) {
  topology::Dragonfly const dragonfly{{7, 14, 7}};
  auto const layout = make_layout(dragonfly, {});
  CostParams params;
  params.copper_reach = cable_statistics(dragonfly, layout)[0].max_length();
  params.host_cable = 0;
  auto const cost = price(inventory_of(dragonfly, layout, cable_lengths(dragonfly, layout)), params);
  EXPECT_EQ(cost.routers, 1386u);
  EXPECT_EQ(cost.terminals, 9702u);
  EXPECT_EQ(cost.ports, 1386u * 27);
  EXPECT_EQ(cost.copper_cables + cost.fiber_cables, 9009 + 4851);
  EXPECT_GE(cost.copper_cables, 9009);
  EXPECT_NEAR(cost.watts_per_terminal(), 10.8, 0.01);
  EXPECT_NEAR(cost.price_per_terminal(), 1342, 70) << "their machine room is larger than ours";
}

TEST(Cost, MatchesTwoRoutersByHand) {
  auto const all = cost(topology::Mesh{{{2}}}, {.router = 100, .port = 10}, {.pitch = 3});
  EXPECT_EQ(all.ports, 4u);
  EXPECT_DOUBLE_EQ(all.router_price, 2 * (100 + 2 * 10));
  EXPECT_DOUBLE_EQ(all.copper_cables, 1 + 2);
  EXPECT_DOUBLE_EQ(all.copper_meters, 3 + 2 * 2);
  EXPECT_DOUBLE_EQ(all.copper_price, 40 * (0.5771 + 3 * 0.4079 + 2 * (0.5771 + 2 * 0.4079)));
  auto const far = cost(topology::Mesh{{{2}}}, {.host_cable = 0}, {.pitch = 10});
  EXPECT_DOUBLE_EQ(far.copper_cables, 0);
  EXPECT_DOUBLE_EQ(far.fiber_price, 40 * (2.7452 + 10 * 0.0919));
}

TEST(Cost, PortsCanCostProportionallyToTheirRate) {
  // Two routers, each with a port to the other router and a port to its terminal.
  auto const all = cost(topology::Mesh{{{2}}}, {.rate = 10, .router = 0, .port = 0, .port_rate = 3});
  EXPECT_DOUBLE_EQ(all.router_price, 4 * 10 * 3);
}

/// Two routers of two ports: the default line yields -892.3 + 2 * 350.4 < 0 for each router, so each costs
/// one port.
TEST(Cost, RoutersCostAtLeastOnePort) {
  auto const all = cost(topology::Mesh{{{2}}});
  EXPECT_DOUBLE_EQ(all.router_price, 2 * 350.4);
  EXPECT_EQ(all.small_routers, 2u);
}

/// The default prices apply to 40 Gb/s, specified prices to the specified rate. Both grow with the rate.
TEST(Cost, PortsCostMoreAtAHigherRate) {
  topology::Torus const torus{{.sides = {4, 4}}};  // 16 routers of 5 ports
  double const at_40 = 16 * (5 * 350.4 - 892.3);
  EXPECT_DOUBLE_EQ(cost(torus).router_price, at_40);
  EXPECT_DOUBLE_EQ(cost(torus, {.rate = 100}).router_price, 2.5 * at_40);
  EXPECT_DOUBLE_EQ(cost(torus, {.rate = 100, .router = 0, .port = 500}).router_price, 16 * 5 * 500);
  EXPECT_DOUBLE_EQ(cost(torus, {.rate = 100, .priced_at = 50, .router = 0, .port = 500}).router_price,
                   2 * 16 * 5 * 500);
}

/// The channels of level 2 have bandwidth 3: 16 routers with 4 + 4 ports between routers and one port to the
/// terminal.
TEST(Cost, PortsOfWiderClassesCostMore) {
  auto const wide = cost(topology::Clex{{4, 2, topology::Landing::low, topology::Links::full, {1, 3}}},
                         {.router = 0, .port = 10});
  EXPECT_DOUBLE_EQ(wide.router_price, 16 * 10 * (4 * 1 + 4 * 3 + 1));
}

TEST(Cost, StatesTheSourceOfThePrices) {
  EXPECT_EQ(CostParams{}.format_prices(),
            "prices of 2014 for links of 40 Gb/s (Besta & Hoefler, Slim Fly, SC 2014)");
  EXPECT_EQ(
      CostParams{.port = 500}.format_prices(),
      "custom router prices, cable prices of 2014 for links of 40 Gb/s (Besta & Hoefler, Slim Fly, SC 2014)");
}

TEST(Cost, RateForAPriceYieldsThePrice) {
  topology::Dragonfly const dragonfly{{2, 4, 2}};
  auto const layout = make_layout(dragonfly, {});
  auto const inventory = inventory_of(dragonfly, layout, cable_lengths(dragonfly, layout));
  for (CostParams params : {CostParams{}, CostParams{.port_rate = 5}}) {
    params.rate = 73;
    auto const at = price(inventory, params).price();
    EXPECT_NEAR(rate_for_price(inventory, params, at), 73, 1e-9);
    EXPECT_NEAR(rate_for_price(inventory, params, 2 * at), 2 * 73, 1e-9);
  }
  EXPECT_THROW(
      rate_for_price(inventory,
                     {.router = 0, .port = 0, .copper = 0, .copper_meter = 0, .fiber = 0, .fiber_meter = 0},
                     1e6),
      InputError);
}

TEST(Cost, DoesNotCountComputingNodesAsRouters) {
  auto const all = cost(topology::Xgft{{{4, 4}, {1, 2}}});
  EXPECT_EQ(all.routers, 6u);
  EXPECT_EQ(all.terminals, 16u);
  EXPECT_EQ(all.copper_cables + all.fiber_cables, 16 + 8) << "the nodes' links are cables already";
}

TEST(Cost, CountsHalfACableForAChannelWithoutAReverse) {
  auto const all = cost(topology::SparseTorus{{2, 4}}, {.host_cable = 0});
  EXPECT_DOUBLE_EQ(all.copper_cables, 16);
}

TEST(Cost, WiderClassesCostMore) {
  auto const thin = cost(topology::Clex{{4, 2}}, {.host_cable = 0});
  auto const wide =
      cost(topology::Clex{{4, 2, topology::Landing::low, topology::Links::full, {3}}}, {.host_cable = 0});
  EXPECT_NEAR(wide.copper_price, 3 * thin.copper_price, 1e-9);
}

TEST(Cost, SupportsAMillionNodesInClosedForm) {
  topology::Clex const clex{{32, 4}};
  auto const all = cost(clex);
  EXPECT_DOUBLE_EQ(2 * (all.copper_cables - 1048576 + all.fiber_cables),
                   4.0 * 32 * 1048576 - (1048576 + 3 * 32768))
      << "self loops are no cables";
}

}  // namespace
}  // namespace weft
