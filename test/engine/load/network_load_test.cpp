// SPDX-License-Identifier: Apache-2.0
#include "weft/engine/load/network_load.hpp"

#include <algorithm>
#include <numeric>

#include <gtest/gtest.h>

#include "support/all_minimal_loads.hpp"
#include "support/machine_of.hpp"
#include "weft/core/error.hpp"
#include "weft/routing/k_shortest/k_shortest.hpp"
#include "weft/topology/family/complete.hpp"
#include "weft/topology/family/mesh.hpp"
#include "weft/topology/family/ring.hpp"
#include "weft/topology/family/torus.hpp"
#include "weft/traffic/communication/catalog.hpp"

namespace weft {
namespace {

std::vector<std::uint32_t> in_order(std::uint64_t tasks) {
  std::vector<std::uint32_t> placement(tasks);
  std::iota(placement.begin(), placement.end(), 0);
  return placement;
}

Communication one_flow(std::uint32_t tasks, std::uint32_t from, std::uint32_t to) {
  Communication communication{tasks};
  communication.add({from, to, 1});
  communication.finish();
  return communication;
}

TEST(AllMinimalLoads, SplitEvenlyOverTheShortestPaths) {
  auto const network = build_network(topology::Torus({.sides = {5, 5}}));
  auto const communication =
      one_flow(25, 0, 6 + 5);  // one step along one side, two along the other: three paths
  auto const placement = in_order(25);
  auto const found = all_minimal_loads({communication, placement, network});
  EXPECT_TRUE(found.exact);
  EXPECT_EQ(found.denominator, 3U);
  std::uint64_t total = 0;
  for (auto const load : found.channel) total += load;
  EXPECT_EQ(total, 3U * 3U);  // three hops of the total
  std::vector<std::uint64_t> first;
  for (std::uint16_t p = 0; p < 4; ++p)
    if (auto const load = found.channel[network.channel(RouterId{0}, {p}).v]) first.push_back(load);
  std::ranges::sort(first);
  EXPECT_EQ(first, (std::vector<std::uint64_t>{1, 2}));
}

TEST(AllMinimalLoads, UniformTrafficOnARingLoadsAllChannelsEqually) {
  auto const network = build_network(topology::Ring({.routers = 6}));
  auto const communication = task::AllToAll({}).communicate({{6}});
  auto const placement = in_order(6);
  auto const found = all_minimal_loads({communication, placement, network});
  // In each direction: all traffic at distances 1 and 2, half of it at 3, i.e. 1 + 2 + 3/2 hops per source.
  for (auto const load : found.channel) EXPECT_EQ(2 * load, 9 * found.denominator);
}

TEST(AllMinimalLoads, ValiantDoublesTheLoadsOfUniformTraffic) {
  auto const network = build_network(topology::Ring({.routers = 6}));
  auto const communication = task::Multicast({.size = 6}).communicate({{6}});
  auto const placement = in_order(6);
  auto const found = all_minimal_loads({communication, placement, network}, true);
  std::uint64_t total = 0;
  for (auto const load : found.channel) total += load;
  // Five messages, each to a random intermediate router and then to its destination: 2 * (1 + 2 + 3 + 2 + 1)
  // / 6 hops.
  EXPECT_EQ(total, 15 * found.denominator);
}

TEST(AllMinimalLoads, HaloOnItsTorusLoadsAllChannelsEqually) {
  auto const network = build_network(topology::Torus({.sides = {8, 8}}));
  auto const communication = task::Halo({}).communicate({{8, 8}});
  auto const placement = in_order(64);
  auto const found = all_minimal_loads({communication, placement, network});
  for (auto const& one : found.loads.classes) {
    EXPECT_EQ(one.at_max, one.channels);
    EXPECT_DOUBLE_EQ(found.loads.relative(one.max), 0.25);
  }
  EXPECT_DOUBLE_EQ(found.loads.throughput(), 4);
}

/// The same flows with more units than a common denominator allows: the rounded loads equal the exact loads.
TEST(AllMinimalLoads, AreRoundedIfExactValuesOverflow) {
  auto const network = build_network(topology::Torus({.sides = {10, 10, 6}}));
  auto const placement = in_order(600);
  auto const loads = [&](std::uint64_t units, bool valiant) {
    Communication communication{600};
    for (std::uint32_t task = 0; task < 600; ++task) communication.add({task, (task * 7 + 301) % 600, units});
    communication.finish();
    return all_minimal_loads({communication, placement, network}, valiant);
  };
  for (bool const valiant : {false, true}) {
    auto const exact = loads(1, valiant), rounded = loads(std::uint64_t{1} << 50, valiant);
    ASSERT_TRUE(exact.exact);
    ASSERT_FALSE(rounded.exact);
    for (std::uint32_t c = 0; c < network.num_channels(); ++c)
      EXPECT_NEAR(exact.loads.relative(exact.channel[c]), rounded.loads.relative(rounded.channel[c]), 1e-7);
    for (std::size_t i = 0; i < 3; ++i)
      EXPECT_EQ(exact.loads.classes[i].at_max, rounded.loads.classes[i].at_max) << "equal loads stay equal";
  }
}

/// Tests grids with ties, two parallel links and sides of 1, in exact and in rounded arithmetic.
TEST(BoxLoads, MatchBreadthFirstSearches) {
  Machine const machines[] = {machine_of(topology::Torus({.sides = {6, 5, 4}})),
                              machine_of(topology::Torus({.sides = {2, 1, 6}, .doubled = true})),
                              machine_of(topology::Torus({.sides = {2, 7}})),
                              machine_of(topology::Mesh({.sides = {5, 4, 3}}))};
  for (auto const& machine : machines)
    for (std::uint64_t const units : {std::uint64_t{1}, std::uint64_t{1} << 48}) {
      auto const routers = static_cast<std::uint32_t>(machine.num_routers());
      Communication communication{routers};
      for (std::uint32_t task = 0; task < routers; ++task) {
        communication.add({task, (task * 7 + 5) % routers, units});
        communication.add({task, (task + routers / 2) % routers, 3 * units});
      }
      communication.finish();
      auto const placement = in_order(routers);
      load::RouterTraffic const traffic(communication, placement, *machine.network());
      load::RouterDemand const demand(traffic);
      auto const graph = routing::PathGraph::all(machine);
      ASSERT_NE(graph.grid(), nullptr);
      for (bool const by_port : {false, true}) {
        auto const boxes = load::box_loads(*graph.grid(), by_port, demand);
        auto const searched =
            by_port ? load::split_loads(graph, demand) : load::shortest_path_loads(graph, demand);
        EXPECT_EQ(boxes.exact, searched.exact) << machine.spec() << ' ' << units << ' ' << by_port;
        for (std::uint32_t c = 0; c < boxes.channel.size(); ++c)
          EXPECT_NEAR(static_cast<double>(boxes.channel[c]) / boxes.denominator,
                      static_cast<double>(searched.channel[c]) / searched.denominator,
                      1e-9 * static_cast<double>(units))
              << machine.spec() << ' ' << by_port << ' ' << c;
      }
    }
}

/// 13,824 routers; a breadth-first search from each would take 35 s.
TEST(BoxLoads, AreUsedForTrafficWithFewPartners) {
  auto const machine = machine_of(topology::Torus({.sides = {24, 24, 24}}));
  auto const routers = static_cast<std::uint32_t>(machine.num_routers());
  Communication communication{routers};
  for (std::uint32_t task = 0; task < routers; ++task) communication.add({task, (task * 7 + 5) % routers, 1});
  communication.finish();
  auto const placement = in_order(routers);
  load::RouterTraffic const traffic(communication, placement, *machine.network());
  EXPECT_TRUE(load::boxes_are_small(*machine.grid(), load::RouterDemand(traffic)));
  auto const all = task::AllToAll({}).communicate({{24 * 24 * 24}});
  load::RouterTraffic const dense(all, placement, *machine.network());
  EXPECT_FALSE(load::boxes_are_small(*machine.grid(), load::RouterDemand(dense)));
}

TEST(LoadsByShares, SupportSumsAbove64Bits) {
  topology::Ring const ring({.routers = 6});
  auto const machine = machine_of(ring);
  auto const placement = in_order(6);
  auto const relative = [&](std::uint64_t units) {
    Communication communication{6};
    communication.add({0, 3, units});
    communication.finish();
    auto const found = load::loads_by_shares({communication, placement, *machine.network()},
                                             *routing::KShortest({.paths = 2}).shares(machine));
    EXPECT_TRUE(found.exact);
    return found.loads.relative(found.loads.classes[0].max);
  };
  EXPECT_DOUBLE_EQ(relative(1), 3);  // half of the traffic of six tasks
  EXPECT_DOUBLE_EQ(relative(std::uint64_t{1} << 60), 3);
}

TEST(AllMinimalLoads, TrafficInsideARouterLoadsNoChannel) {
  auto const network = build_network(topology::Complete({.routers = 3}));
  auto const communication = one_flow(2, 0, 0);
  auto const placement = in_order(2);
  auto const found = all_minimal_loads({communication, placement, network});
  EXPECT_EQ(found.loads.bottleneck(), nullptr);
}

}  // namespace
}  // namespace weft
