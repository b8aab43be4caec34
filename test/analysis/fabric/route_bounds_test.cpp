// SPDX-License-Identifier: Apache-2.0
#include "weft/analysis/fabric/route_bounds.hpp"

#include <gtest/gtest.h>

#include "weft/network/failures.hpp"
#include "weft/network/machine.hpp"
#include "weft/network/topologies.hpp"

namespace weft::fabric {
namespace {

TEST(RouteBounds, MatchARingAndADisconnectedRing) {
  auto const ring = Machine(make_topology("ring:routers=4,concentration=2")).network();
  std::vector<std::uint32_t> const terminals{0, 0, 1, 1, 2, 2, 3, 3};
  auto const whole = route_bounds(terminals, *ring, HopTable(router_graph(*ring)));
  EXPECT_EQ(whole.pairs, 56u);
  EXPECT_EQ(whole.sum_distance, 64u);
  EXPECT_EQ(whole.diameter, 2u);
  EXPECT_EQ(whole.mean, 8);
  EXPECT_EQ(whole.at_switch, 6) << "12 pairs leave a router, over two channels";
  auto const min = min_load(terminals, *ring, whole, 1);
  ASSERT_TRUE(min);
  EXPECT_NEAR(*min, 8, 1e-6);
  EXPECT_FALSE(min_load(terminals, *ring, whole, 0)) << "there is no time";

  Machine const cut(make_topology("ring:routers=4,concentration=2"), FailureParams{0, 0, 1, "0-1+2-3"});
  auto const halves = route_bounds(terminals, *cut.network(), HopTable(router_graph(*cut.network())));
  EXPECT_EQ(halves.pairs, 24u);
  EXPECT_EQ(halves.mean, 4);
  EXPECT_EQ(halves.at_switch, 4);
  EXPECT_FALSE(min_load(terminals, *cut.network(), halves, 1)) << "some pairs have no path";
}

}  // namespace
}  // namespace weft::fabric
