// SPDX-License-Identifier: Apache-2.0
#include "weft/analysis/fabric/route_judgment.hpp"

#include <algorithm>
#include <optional>
#include <set>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "weft/analysis/fabric/contention.hpp"
#include "weft/network/machine.hpp"
#include "weft/network/topologies.hpp"

namespace weft::fabric {
namespace {

using routing::DestinationRoutes;
using routing::NextHop;

/// A network with arbitrary next hops, some of which lead in cycles, to wrong hosts or to unconnected ports.
struct ArbitraryRoutes {
  NetworkPtr network;
  DestinationRoutes routes;
};

ArbitraryRoutes arbitrary_routes() {
  auto const network = Machine(make_topology("torus:sides=3x3,concentration=2")).network();
  std::vector<std::uint32_t> router;
  for (std::uint32_t t = 0; t < network->num_terminals(); ++t)
    router.push_back(network->injection_router({t}).v);
  DestinationRoutes routes(network->num_routers(), router);
  for (std::uint32_t t = 0; t < routes.num_ends(); ++t)
    for (std::uint32_t r = 0; r < routes.num_routers(); ++r) {
      auto const choice = *rc::gen::inRange(0, 8);
      auto const degree = network->degree({r});
      auto& hop = routes.to(t)[r];
      if (choice == 0)
        hop = NextHop(
            *rc::gen::element(NextHop::End::no_entry, NextHop::End::dead_port, NextHop::End::wrong_host));
      else if (r == routes.router(t) && choice > 1)
        hop = NextHop(NextHop::End::arrives);
      else
        hop = NextHop(network->channel({r}, {*rc::gen::inRange<std::uint16_t>(0, degree)}));
    }
  return {network, std::move(routes)};
}

/// The channels of a route and its end, which is nullopt for an endless route.
struct Walk {
  std::vector<std::uint32_t> channels;
  std::optional<NextHop::End> end;
};

Walk walk(ArbitraryRoutes const& arbitrary, std::uint32_t from, std::uint32_t to) {
  Walk result;
  auto router = arbitrary.routes.router(from);
  while (result.channels.size() <= arbitrary.routes.num_routers()) {
    auto const hop = arbitrary.routes.to(to)[router];
    if (!hop.is_channel()) {
      result.end = hop.end();
      return result;
    }
    result.channels.push_back(hop.channel().v);
    router = arbitrary.network->target(hop.channel()).v;
  }
  return result;
}

RC_GTEST_PROP(RouteJudgment, MatchesWalksOfAllPairs, ()) {
  auto const arbitrary = arbitrary_routes();
  HopTable const hops(router_graph(*arbitrary.network));
  DeliveryCounts delivery;
  std::vector<std::uint64_t> load(arbitrary.network->num_channels(), 0);
  std::set<std::pair<std::uint32_t, std::uint32_t>> waits;
  for (std::uint32_t s = 0; s < arbitrary.routes.num_ends(); ++s)
    for (std::uint32_t t = 0; t < arbitrary.routes.num_ends(); ++t) {
      if (s == t) continue;
      ++delivery.pairs;
      auto const route = walk(arbitrary, s, t);
      delivery.loops += !route.end;
      delivery.no_entry += route.end == NextHop::End::no_entry;
      delivery.dead_port += route.end == NextHop::End::dead_port;
      delivery.wrong_host += route.end == NextHop::End::wrong_host;
      if (route.end != NextHop::End::arrives) continue;
      ++delivery.reachable;
      auto const length = static_cast<std::uint32_t>(route.channels.size());
      delivery.sum_hops += length;
      delivery.max_hops = std::max(delivery.max_hops, length);
      delivery.not_shortest += length > hops.hops(arbitrary.routes.router(t), arbitrary.routes.router(s));
      for (auto const c : route.channels) ++load[c];
      for (std::size_t i = 1; i < route.channels.size(); ++i)
        waits.emplace(route.channels[i - 1], route.channels[i]);
    }
  auto const judged = judge(arbitrary.routes, *arbitrary.network, hops);
  RC_ASSERT(judged.delivery == delivery);
  RC_ASSERT(judged.load == load);
  std::set<std::pair<std::uint32_t, std::uint32_t>> arcs;
  for (Vertex v = 0; v < judged.waits.num_vertices(); ++v)
    for (auto const head : judged.waits.heads(v)) arcs.emplace(v, head);
  RC_ASSERT(arcs == waits);
}

/// Two routers with two terminals each and one link, which the pairs across share.
TEST(Contention, PairsShareTheirNarrowestChannel) {
  auto const network = Machine(make_topology("complete:routers=2,concentration=2")).network();
  DestinationRoutes routes(2, {0, 0, 1, 1});
  for (std::uint32_t t = 0; t < 4; ++t)
    for (std::uint32_t r = 0; r < 2; ++r)
      routes.to(t)[r] =
          r == routes.router(t) ? NextHop(NextHop::End::arrives) : NextHop(network->channel({r}, {0}));
  auto const all = shifts(routes, *network);
  EXPECT_DOUBLE_EQ(all.mean, (1 + 0.5 + 1) / 3);  // k = 2 has two routes on each channel
  EXPECT_DOUBLE_EQ(all.worst, 0.5);
  EXPECT_EQ(all.worst_k, 2u);
  EXPECT_EQ(all.max_flows, 2u);
  EXPECT_EQ(all.contention_free, 2u);
  auto const bisection = effective_bisection(routes, *network, 200);
  EXPECT_EQ(bisection.worst, 0.5);
  EXPECT_EQ(bisection.max_flows, 2u);
  std::vector<double> const fast(network->num_channels(), 2);
  EXPECT_EQ(effective_bisection(routes, *network, 200, 1, fast).mean, 1);
}

/// Like the previous network, but packets to terminal 3 are lost at router 0. In shifts 1 and 3 no channel
/// carries two routes; in shift 3 the pair 0 -> 3 has no route. In shift 2 the pairs 2 -> 0 and 3 -> 1 share
/// a channel.
TEST(Contention, MarksAShiftWithoutARouteAsIncomplete) {
  auto const network = Machine(make_topology("complete:routers=2,concentration=2")).network();
  DestinationRoutes routes(2, {0, 0, 1, 1});
  for (std::uint32_t t = 0; t < 4; ++t)
    for (std::uint32_t r = 0; r < 2; ++r)
      routes.to(t)[r] =
          r == routes.router(t) ? NextHop(NextHop::End::arrives) : NextHop(network->channel({r}, {0}));
  routes.to(3)[0] = NextHop(NextHop::End::no_entry);
  auto const all = shifts(routes, *network);
  EXPECT_EQ(all.contention_free, 2u);
  EXPECT_EQ(all.whole, 1u);
}

TEST(Contention, ReturnsDefaultsIfThereAreNoPairs) {
  auto const network = Machine(make_topology("complete:routers=2,concentration=1")).network();
  DestinationRoutes const one(2, {0});
  EXPECT_EQ(shifts(one, *network).worst_k, 0u);
  EXPECT_EQ(effective_bisection(one, *network, 10).max_flows, 0u);
}

}  // namespace
}  // namespace weft::fabric
