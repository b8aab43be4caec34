// SPDX-License-Identifier: Apache-2.0
#include "weft/analysis/fabric/lost_pairs.hpp"

#include <gtest/gtest.h>

#include "weft/network/machine.hpp"
#include "weft/network/topologies.hpp"

namespace weft::fabric {
namespace {

using routing::DestinationRoutes;
using routing::NextHop;

/// A ring of four routers with two terminals each. All routes lead to the next router until they arrive.
struct Ring {
  NetworkPtr network = Machine(make_topology("ring:routers=4,concentration=2")).network();
  DestinationRoutes routes{4, {0, 0, 1, 1, 2, 2, 3, 3}};

  Ring() {
    for (std::uint32_t end = 0; end < routes.num_ends(); ++end)
      for (std::uint32_t r = 0; r < 4; ++r)
        routes.to(end)[r] = r == routes.router(end) ? NextHop(NextHop::End::arrives) : NextHop(ahead(r));
  }
  ChannelIndex ahead(std::uint32_t r) const { return toward(r, (r + 1) % 4); }
  ChannelIndex toward(std::uint32_t from, std::uint32_t to) const {
    for (std::uint16_t p = 0; p < network->degree({from}); ++p)
      if (auto const channel = network->channel({from}, {p}); network->target(channel).v == to)
        return channel;
    throw std::logic_error("no channel");
  }
};

TEST(LostPairs, AreEmptyIfAllPacketsArrive) {
  Ring const ring;
  EXPECT_TRUE(lost_pairs(ring.routes, *ring.network, 3).empty());
}

TEST(LostPairs, ContainTheRouteUpToTheLoss) {
  Ring ring;
  ring.routes.to(0)[3] = NextHop(NextHop::End::no_entry);
  auto const lost = lost_pairs(ring.routes, *ring.network, 100);
  ASSERT_EQ(lost.size(), 6u) << "of all terminals of three routers";
  EXPECT_EQ(lost[0].reason, LostPair::LossReason::no_entry);
  EXPECT_EQ(lost[0].from, 2u);
  EXPECT_EQ(lost[0].to, 0u);
  EXPECT_EQ(lost[0].router, 3u);
  EXPECT_EQ(lost[0].route, (std::vector{ring.ahead(1), ring.ahead(2)}));
  EXPECT_TRUE(lost[5].route.empty());
  EXPECT_EQ(lost_pairs(ring.routes, *ring.network, 2).size(), 2u);
}

TEST(LostPairs, EndTheRouteOfALoopAtTheFirstRepeatedRouter) {
  Ring ring;
  ring.routes.to(0)[2] = NextHop(ring.toward(2, 1));
  ring.routes.to(1)[3] = NextHop(NextHop::End::dead_port);
  ring.routes.to(2)[0] = NextHop(NextHop::End::wrong_host);
  auto const lost = lost_pairs(ring.routes, *ring.network, 1);
  ASSERT_EQ(lost.size(), 3u);
  EXPECT_EQ(lost[0].reason, LostPair::LossReason::dead_port);
  EXPECT_EQ(lost[1].reason, LostPair::LossReason::loops);
  EXPECT_EQ(lost[1].route, (std::vector{ring.ahead(1), ring.toward(2, 1)}));
  EXPECT_EQ(lost[1].router, 1u);
  EXPECT_EQ(lost[2].reason, LostPair::LossReason::wrong_host);
}

}  // namespace
}  // namespace weft::fabric
