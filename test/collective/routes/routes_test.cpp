// SPDX-License-Identifier: Apache-2.0
#include "weft/collective/routes/routes.hpp"

#include <algorithm>
#include <queue>
#include <set>

#include <gtest/gtest.h>

#include "support/complaint.hpp"
#include "support/ranks_on.hpp"
#include "weft/network/failures.hpp"
#include "weft/routing/bind.hpp"
#include "weft/topology/family/all_to_all_grid.hpp"
#include "weft/topology/family/clex.hpp"
#include "weft/topology/family/dragonfly.hpp"
#include "weft/topology/family/hypercube.hpp"
#include "weft/topology/family/hyperx.hpp"
#include "weft/topology/family/jellyfish.hpp"
#include "weft/topology/family/kary_ntree.hpp"
#include "weft/topology/family/kautz.hpp"
#include "weft/topology/family/mesh.hpp"
#include "weft/topology/family/torus.hpp"

namespace weft::collective {
namespace {

/// Returns the hops from vertex `start` to all others, by breadth-first search.
std::vector<std::uint32_t> hops_from(TransferNetwork const& network, std::uint32_t start) {
  std::vector<std::uint32_t> hops(network.num_vertices(), 0xffffffff);
  std::queue<std::uint32_t> queue({start});
  hops[start] = 0;
  for (; !queue.empty(); queue.pop()) {
    auto const v = queue.front();
    for (auto c = network.first_channel(v); c < network.first_channel(v + 1); ++c)
      if (auto const w = network.target(c); network.bandwidth(c) > 0 && hops[w] == 0xffffffff) {
        hops[w] = hops[v] + 1;
        queue.push(w);
      }
  }
  return hops;
}

/// Returns the channels of a path, at most `maximum`.
std::vector<std::uint32_t> way(TransferNetwork const& network, Routes const& routes, std::uint32_t from,
                               std::uint32_t to, std::size_t maximum, Heading heading = {},
                               std::uint64_t item = 0) {
  std::vector<std::uint32_t> channels;
  auto at = from;
  auto trip = routes.start(from, to, heading, item);
  EXPECT_LE(trip.hops, maximum);
  for (; trip.hops > 0; --trip.hops, at = network.target(channels.back())) {
    auto const hop = routes.next(at, to, trip.course, item);
    channels.push_back(hop.channel);
    trip.course = hop.course;
    EXPECT_EQ(network.source(channels.back()), at);
  }
  EXPECT_EQ(at, to);
  return channels;
}

/// Returns the first channel of the path between two vertices.
std::uint32_t first_channel(Routes const& routes, std::uint32_t from, std::uint32_t to) {
  return routes.next(from, to, routes.start(from, to).course).channel;
}

void expect_shortest(RanksOn const& machine, Ties ties = Ties::plus) {
  SCOPED_TRACE(machine.machine().spec());
  Routes const routes(machine, ties);
  std::uint32_t maximum = 0;
  for (auto const from : machine.vertices()) {
    auto const hops = hops_from(machine.network(), from);
    for (auto const to : machine.vertices()) {
      maximum = std::max(maximum, hops[to]);
      EXPECT_EQ(routes.start(from, to).hops, hops[to]) << from << " to " << to;
      EXPECT_EQ(way(machine.network(), routes, from, to, hops[to]).size(), hops[to]) << from << " to " << to;
    }
  }
  EXPECT_GE(routes.max_hops(), maximum);
}

TEST(Routes, AreShortest) {
  for (auto const ties : {Ties::plus, Ties::split}) {
    expect_shortest(RanksOn(topology::Torus({.sides = {4, 3, 6}})), ties);
    expect_shortest(RanksOn(topology::Torus({.sides = {2, 4}, .concentration = 3})), ties);
    expect_shortest(RanksOn(topology::Torus({.sides = {2, 2}, .doubled = true})), ties);
  }
  expect_shortest(RanksOn(topology::Mesh({.sides = {3, 5}})));
  expect_shortest(RanksOn(topology::Hypercube({.dimensions = 5})));
  expect_shortest(RanksOn(topology::Hyperx({.sides = {4, 5}, .parallel = 2, .terminals = 1})));
  expect_shortest(RanksOn(topology::Clex({.m = 4, .levels = 3})));
  expect_shortest(RanksOn(topology::Clex({.m = 2, .levels = 5})));
  expect_shortest(RanksOn(topology::Clex({.m = 3, .levels = 3, .landing = topology::Landing::high})));
  expect_shortest(RanksOn(topology::Clex({.m = 3, .levels = 3, .links = topology::Links::single})));
  expect_shortest(RanksOn(topology::Dragonfly({.p = 2, .a = 4, .h = 2})));
  expect_shortest(RanksOn(topology::KaryNtree({.arity = 3, .levels = 3})));
  expect_shortest(RanksOn(topology::Kautz({.degree = 2, .length = 4})));
  for (std::int64_t const seed : {1, 2, 3})
    expect_shortest(RanksOn(topology::Jellyfish({.routers = 90, .degree = 4, .seed = seed})));
}

TEST(Routes, FollowTheirHeading) {
  RanksOn const machine(topology::Torus({.sides = {5, 4}}));
  Routes const routes(machine);
  auto const& network = machine.network();
  EXPECT_EQ(way(network, routes, 0, 1, 9, {Direction::up}).size(), 1u);
  EXPECT_EQ(way(network, routes, 0, 1, 9, {Direction::down}).size(), 4u);
  EXPECT_EQ(routes.start(0, 1, {Direction::down}).hops, 4u);
  EXPECT_EQ(routes.start(0, 6, {Direction::down}).hops, 7u);
  auto const x_first = way(network, routes, 0, 6, 9),
             y_first = way(network, routes, 0, 6, 9, {.first_dim = 1});
  EXPECT_EQ(network.target(x_first[0]), 1u);
  EXPECT_EQ(network.target(y_first[0]), 5u);
}

TEST(Routes, SplitTies) {
  RanksOn const machine(topology::Torus({.sides = {8}}));
  auto const& network = machine.network();
  for (auto const ties : {Ties::plus, Ties::split}) {
    Routes const routes(machine, ties);
    int up = 0;
    for (std::uint32_t r = 0; r < 8; ++r)
      up += network.target(first_channel(routes, r, (r + 4) % 8)) == (r + 1) % 8;
    EXPECT_EQ(up, ties == Ties::plus ? 8 : 4);
  }
}

TEST(Routes, HaveTiesOnlyOnTori) {
  RanksOn const torus(topology::Torus({.sides = {4}})), mesh(topology::Mesh({.sides = {4}})),
      clex(topology::Clex({}));
  EXPECT_NO_THROW(check_ties("direct", torus, Ties::plus));
  EXPECT_NO_THROW(check_ties("direct", clex, Ties::split));
  EXPECT_THROW(check_ties("direct", mesh, Ties::plus), InputError);
  EXPECT_THROW(check_ties("direct", clex, Ties::plus), InputError);
}

TEST(Routes, SpreadOverShortestPaths) {
  RanksOn const machine(topology::AllToAllGrid({.side = 8}));
  Routes const routes(machine);
  int x_first = 0, pairs = 0;
  for (std::uint32_t from = 0; from < 64; ++from)
    for (std::uint32_t to = 0; to < 64; ++to) {
      if (from % 8 == to % 8 || from / 8 == to / 8) continue;
      ++pairs;
      x_first += machine.network().target(first_channel(routes, from, to)) / 8 == from / 8;
    }
  EXPECT_NEAR(x_first, pairs / 2.0, pairs / 20.0);
}

/// A list of failed channels in the form that Network::mark_failed accepts.
struct Failed {
  std::set<std::pair<std::uint32_t, std::uint16_t>> channels;
  bool router_failed(RouterId) const { return false; }
  bool channel_failed(ChannelId id) const { return channels.contains({id.router().v, id.port().v}); }
};

/// Returns one rank per terminal of a topology with the network `network`.
Ranks ranks_on(auto const& topology, Network const& network) {
  return Ranks(Machine(erase_type(topology), std::make_shared<Network const>(network)));
}

TEST(Routes, AvoidFailedChannels) {
  topology::Clex const clex({.m = 3, .levels = 2});
  auto network = build_network(clex);
  network.mark_failed(Failed{{{0, 1}}});  // level 1, from node 0 to node 1
  Ranks const ranks(ranks_on(clex, network), {0, 1, 2, 5, 8});
  auto const& transfers = ranks.network();
  Routes const routes(ranks);
  EXPECT_EQ(first_channel(Routes(RanksOn(clex)), 0, 1), transfers.channel({0}, {1}));
  for (auto const from : ranks.vertices())
    for (auto const to : ranks.vertices())
      for (auto const c : way(transfers, routes, from, to, 9)) EXPECT_GT(transfers.bandwidth(c), 0);
}

TEST(Routes, ReportMissingPaths) {
  topology::Mesh const mesh({.sides = {3}});
  auto network = build_network(mesh);
  network.mark_failed(Failed{{{0, 0}}});  // from 0 to 1
  auto const rejection = rejection_of([&] { Routes const routes(ranks_on(mesh, network)); });
  ASSERT_TRUE(rejection);
  EXPECT_NE(rejection->problem.find("no path leads from router 0 to router 1 on mesh:sides=3"),
            std::string::npos)
      << rejection->problem;
}

TEST(Routes, ReportATerminalAtAFailedRouter) {
  topology::Torus const torus({.sides = {3, 3}, .concentration = 2});
  Ranks const all(machine_of(torus, {.fail = "4"}));
  EXPECT_NO_THROW(Routes(Ranks(all, {9, 10, 9 + 7})));
  auto const rejection = rejection_of([&] { Routes const routes(Ranks(all, {9, 10, 9 + 7, 9 + 8})); });
  ASSERT_TRUE(rejection);
  EXPECT_EQ(rejection->problem, "terminal 8 has failed");
}

// Zahavi et al. 2010: the messages of a shift on a fat tree with full bandwidth share no channels.
TEST(Routes, ShiftsAreContentionFreeOnFatTrees) {
  RanksOn const tree(topology::KaryNtree({4, 3}));
  Routes const routes(tree);
  for (std::uint32_t by = 1; by < tree.size(); ++by) {
    std::vector<int> carried(tree.network().num_channels(), 0);
    for (std::uint32_t r = 0; r < tree.size(); ++r)
      for (auto const c : way(tree.network(), routes, tree[r], tree[(r + by) % tree.size()], 10))
        ++carried[c];
    EXPECT_EQ(*std::ranges::max_element(carried), 1) << "shift by " << by;
  }
}

/// Returns, by channel, the mean number of times that a block between two ranks uses it.
std::vector<double> frequencies(Ranks const& ranks, std::uint32_t from, std::uint32_t to,
                                std::uint64_t blocks) {
  Routes const routes(ranks);
  std::vector<double> counted(ranks.network().num_channels());
  for (std::uint64_t item = 0; item < blocks; ++item)
    for (auto const c : way(ranks.network(), routes, from, to, ranks.network().num_channels(), {}, item))
      counted[c] += 1.0 / static_cast<double>(blocks);
  return counted;
}

// For 4,000 blocks, 6 standard deviations of a channel that a block uses at most twice are 6 * sqrt(2 * share
// / 4,000) <= 0.14.
TEST(Routes, UseChannelsAccordingToTheSharesOfARouting) {
  for (auto const* routing :
       {"dimension_order", "valiant", "minimal", "o1turn", "all_minimal", "k_shortest"}) {
    Ranks ranks = RanksOn(topology::Torus({.sides = {4, 3}}));
    ranks.route_by(Spec::parse(routing));
    auto const& network = *ranks.machine().network();
    auto const shares = routing::bind_shares(Spec::parse(routing), ranks.machine());
    auto const counted = frequencies(ranks, 1, 7, 4000);
    std::vector<double> expected(counted.size());
    std::vector<routing::ChannelShare> found;
    shares->append({1}, {7}, found);
    for (auto const& [channel, numerator] : found)
      expected[channel.v] += static_cast<double>(numerator) / static_cast<double>(shares->denominator());
    for (std::uint32_t c = 0; c < network.num_channels(); ++c)
      EXPECT_NEAR(counted[c], expected[c], 0.14) << routing << ", channel " << c;
  }
}

TEST(Routes, ConnectTerminalsOfOneRouterUnderARouting) {
  Ranks ranks = RanksOn(topology::Torus({.sides = {3, 3}, .concentration = 2}));
  ranks.route_by(Spec::parse("valiant"));
  Routes const routes(ranks);
  EXPECT_EQ(way(ranks.network(), routes, ranks[0], ranks[1], 2).size(), 2u);
  for (std::uint64_t item = 0; item < 50; ++item)
    EXPECT_GE(way(ranks.network(), routes, ranks[0], ranks[2], 9, {}, item).size(), 3u);
}

TEST(Routes, HaveNoTiesUnderARouting) {
  Ranks ranks = RanksOn(topology::Torus({.sides = {4}}));
  ranks.route_by(Spec::parse("dimension_order"));
  EXPECT_THROW(check_ties("direct", ranks, Ties::plus), InputError);
}

}  // namespace
}  // namespace weft::collective
