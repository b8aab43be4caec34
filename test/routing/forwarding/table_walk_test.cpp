// SPDX-License-Identifier: Apache-2.0
#include "weft/routing/forwarding/table_walk.hpp"

#include <gtest/gtest.h>

#include "weft/network/machine.hpp"
#include "weft/network/topologies.hpp"

namespace weft::routing {
namespace {

/// Tables of a ring of four routers with one terminal each; all routes lead to the next router.
struct RingTables {
  NetworkPtr network = Machine(make_topology("ring:routers=4")).network();
  RoutingTables tables{.ends = {}, .routes = {4, {0, 1, 2, 3}}, .lids = {}, .lanes = {}, .notes = {}};

  RingTables() {
    for (std::uint32_t end = 0; end < 4; ++end)
      for (std::uint32_t r = 0; r < 4; ++r)
        tables.routes.to(end)[r] = r == end ? NextHop(NextHop::End::arrives) : NextHop(ahead(r));
  }
  ChannelIndex ahead(std::uint32_t r) const {
    for (std::uint16_t p = 0; p < network->degree({r}); ++p)
      if (auto const channel = network->channel({r}, {p}); network->target(channel).v == (r + 1) % 4)
        return channel;
    throw std::logic_error("no channel");
  }
  TableWalk walk(std::uint32_t from, std::uint32_t to) const {
    return walk_by_tables(tables, *network, {from}, from, to);
  }
};

TEST(TableWalk, FollowsTheTablesToTheDestination) {
  RingTables const ring;
  auto const walk = ring.walk(1, 0);
  EXPECT_EQ(walk.end, TableWalk::End::arrives);
  EXPECT_EQ(walk.router.v, 0u);
  ASSERT_EQ(walk.hops.size(), 3u) << "over routers 2 and 3";
  for (std::uint32_t hop = 0; hop < 3; ++hop) {
    EXPECT_EQ(walk.hops[hop].channel, ring.ahead(hop + 1));
    EXPECT_FALSE(walk.hops[hop].lane) << "no service level gives one";
  }
  EXPECT_TRUE(ring.walk(2, 2).hops.empty());
}

TEST(TableWalk, EndsAtADeadEnd) {
  RingTables ring;
  ring.tables.routes.to(0)[3] = NextHop(NextHop::End::dead_port);
  auto const walk = ring.walk(1, 0);
  EXPECT_EQ(walk.end, TableWalk::End::dead_port);
  EXPECT_EQ(walk.router.v, 3u);
  EXPECT_EQ(walk.hops.size(), 2u);
  ring.tables.routes.to(0)[3] = NextHop(NextHop::End::no_entry);
  EXPECT_EQ(ring.walk(1, 0).end, TableWalk::End::no_entry);
  ring.tables.routes.to(0)[3] = NextHop(NextHop::End::wrong_host);
  EXPECT_EQ(ring.walk(1, 0).end, TableWalk::End::wrong_host);
}

TEST(TableWalk, EndsLoopsAfterOneHopPerRouter) {
  RingTables ring;
  ring.tables.routes.to(0)[0] = NextHop(ring.ahead(0));
  auto const walk = ring.walk(1, 0);
  EXPECT_EQ(walk.end, TableWalk::End::loops);
  EXPECT_EQ(walk.hops.size(), 4u);
}

}  // namespace
}  // namespace weft::routing
