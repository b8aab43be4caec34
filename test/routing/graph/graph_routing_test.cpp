// SPDX-License-Identifier: Apache-2.0
#include "weft/routing/graph/graph_routing.hpp"

#include <map>

#include <gtest/gtest.h>

#include "support/complaint.hpp"
#include "support/vc_dependencies.hpp"
#include "support/vc_failures.hpp"
#include "support/vc_walk.hpp"
#include "weft/topology/family/dragonfly.hpp"
#include "weft/topology/family/hypercube.hpp"
#include "weft/topology/family/kary_ntree.hpp"
#include "weft/topology/family/petersen.hpp"
#include "weft/topology/family/ring.hpp"
#include "weft/topology/family/slim_fly.hpp"
#include "weft/topology/family/torus.hpp"

namespace weft {
namespace {

std::uint32_t needs(std::string const& routing, Machine const& machine) {
  return routing::vcs_needed(Spec::parse(routing), machine);
}

TEST(VcMinimalOnGraphs, UsesTheNextClassAtEachHop) {
  auto const machine = machine_of(topology::SlimFly({}));
  auto const routing = bind_vc(machine, "minimal", 2);  // two classes of two VCs
  for (std::uint32_t to = 1; to < 50; ++to) {
    VcWalk walk(*machine.network(), *routing, 0, to, to);
    ASSERT_TRUE(walk.finish(2));
    for (std::size_t hop = 0; hop < walk.vcs().size(); ++hop) ASSERT_EQ(walk.vcs()[hop] / 2, hop);
  }
}

TEST(VcMinimalOnGraphs, NeedsAVirtualChannelForEachHopOfTheLongestPath) {
  EXPECT_EQ(needs("minimal", machine_of(topology::SlimFly({}))), 2u);
  EXPECT_EQ(needs("minimal", machine_of(topology::Petersen({}))), 2u);
  EXPECT_EQ(needs("minimal", machine_of(topology::Torus({{4, 6}}))), 5u);
  EXPECT_EQ(needs("minimal", machine_of(topology::KaryNtree({2, 4}))), 1u);
  EXPECT_EQ(needs("valiant", machine_of(topology::SlimFly({}))), 4u);
  EXPECT_EQ(needs("ugal", machine_of(topology::Petersen({}))), 4u);
  EXPECT_EQ(needs("valiant", machine_of(topology::KaryNtree({2, 4}))), 2u);
}

TEST(VcMinimalOnGraphs, ChoosesAmongShortestPathsAsSpecified) {
  auto const machine = machine_of(topology::Hypercube({4}));
  std::map<std::uint16_t, int> random;
  auto const any = bind_vc(machine, "minimal"), lowest = bind_vc(machine, "minimal:choice=lowest"),
             adaptive = bind_vc(machine, "minimal:choice=adaptive,samples=3");
  for (std::uint64_t seed = 0; seed < 3000; ++seed) {
    VcWalk walk(*machine.network(), *any, 0, 0b1011, seed);
    ++random[walk.candidates().front().port];
    ASSERT_EQ(VcWalk(*machine.network(), *lowest, 0, 0b1011, seed).candidates().front().port, 0);
    VcWalk choosy(*machine.network(), *adaptive, 0, 0b1011, seed);
    auto const port = choosy.candidates().front().port;
    for (std::uint16_t const other : {0, 1, 3})
      ASSERT_LE(choosy.queues().at(0, port), choosy.queues().at(0, other)) << "instead of " << port;
  }
  EXPECT_EQ(random.size(), 3u);
  for (auto const& [port, count] : random) EXPECT_NEAR(count, 1000, 150);
}

TEST(VcValiantOnGraphs, UsesTheRouterOfAnyTerminalAsIntermediate) {
  auto const machine = machine_of(topology::Petersen({}));
  auto const routing = bind_vc(machine, "valiant");
  std::map<std::uint32_t, int> intermediates;
  for (std::uint64_t seed = 0; seed < 5000; ++seed) {
    VcWalk walk(*machine.network(), *routing, 2, 9, seed);
    auto const intermediate = walk.candidates().front().intermediate;
    ++intermediates[intermediate];
    ASSERT_TRUE(walk.finish(4));
    auto const routers = walk.routers();
    if (intermediate != routing::no_intermediate) {
      ASSERT_NE(std::ranges::find(routers, intermediate), routers.end());
    }
    for (std::size_t hop = 0; hop < walk.vcs().size(); ++hop) ASSERT_EQ(walk.vcs()[hop], hop);
  }
  EXPECT_EQ(intermediates.size(), 9u);
  for (auto const& [intermediate, count] : intermediates)
    EXPECT_NEAR(count, intermediate == routing::no_intermediate ? 1000 : 500, 110);
}

class VcUgalOnGraphs : public testing::Test {
 protected:
  Machine const machine_ = machine_of(topology::Petersen({}));
  RandomQueues queues_{*machine_.network(), 1};

  void fill(std::uint32_t r, std::int32_t flits) {
    for (std::uint32_t p = 0; p < 3; ++p) queues_.at(r, p) = flits;
  }
  int detours(std::string const& routing) const {
    auto const bound = bind_vc(machine_, routing);
    int count = 0;
    for (std::uint64_t i = 0; i < 300; ++i) {
      routing::Candidate out;
      std::uint16_t number = 0;
      routing::Head const head{.at = 0, .target = neighbor_, .to = neighbor_, .draw = mix64(i)};
      bound->route({&head, 1}, queues_.view(), {&out, 1}, {&number, 1});
      count += out.intermediate != routing::no_intermediate;
    }
    return count;
  }
  std::uint32_t const neighbor_ = machine_.network()->target(machine_.network()->channel({0}, {1})).v;
};

TEST_F(VcUgalOnGraphs, LocalViewComparesHopsTimesTheFirstQueue) {
  for (std::uint32_t r = 0; r < 10; ++r) fill(r, 1);
  EXPECT_EQ(detours("ugal"), 0);
  queues_.at(0, 1) = 2;  // one hop; detours through another port have two to four hops
  EXPECT_EQ(detours("ugal"), 0);
  queues_.at(0, 1) = 5;
  auto const maximum = detours("ugal");
  EXPECT_GT(maximum, 100);
  EXPECT_EQ(detours("ugal:threshold=4"), 0);
  EXPECT_EQ(detours("ugal:bias=3"), 0);
}

TEST_F(VcUgalOnGraphs, GlobalViewComparesTotalQueueLengthsOfPaths) {
  for (std::uint32_t r = 0; r < 10; ++r) fill(r, 0);
  queues_.at(0, 1) = 5;
  auto const maximum = detours("ugal:view=global");
  EXPECT_GT(maximum, 100);
  for (std::uint32_t r = 1; r < 10; ++r) fill(r, 3);
  EXPECT_EQ(detours("ugal:view=global"), 0);  // at least two more channels
  EXPECT_GT(detours("ugal"), maximum);        // local queues also allow detours through the longest queue
}

TEST(VcRoutingsOnGraphs, NeedAVirtualChannelPerLegOfValiantOnTrees) {
  auto const machine = machine_of(topology::KaryNtree({2, 3}));
  EXPECT_TRUE(is_acyclic(machine, "minimal", {.vcs = 1}));
  EXPECT_TRUE(is_acyclic(machine, "valiant", {.vcs = 2}));
  EXPECT_FALSE(is_acyclic(machine, "valiant", {.vcs = 1, .allow_deadlock = true}));
}

/// Expects that packets are delivered between all pairs that are still connected.
void expect_delivery(Machine const& machine, std::string const& routing) {
  auto const bound = bind_vc(machine, routing);
  auto const& network = *machine.network();
  int delivered = 0;
  for (auto const from : vc_sources(network))
    for (auto const to : vc_destinations(network))
      for (std::uint64_t seed = 0; seed < 3; ++seed) {
        if (network.router_failed({from}) || network.router_failed({to}) || !bound->reaches(from, to))
          continue;
        VcWalk walk(network, *bound, from, to, seed);
        ASSERT_TRUE(walk.finish(bound->traits().hop_bound)) << from << " -> " << to;
        for (auto const c : walk.channels()) ASSERT_FALSE(network.channel_failed(c));
        ++delivered;
      }
  EXPECT_GT(delivered, 0);
  EXPECT_TRUE(is_acyclic(machine, routing, {.vcs = needs(routing, machine)}));
}

TEST(VcRoutingsOnGraphs, RouteAroundFailures) {
  auto const ring = failed_machine_of(topology::Ring({6}), {{0, 5}});
  EXPECT_EQ(needs("minimal", ring), 5u);
  EXPECT_EQ(needs("valiant", ring), 10u);
  auto const dragonfly = failed_machine_of(topology::Dragonfly({1, 3, 1}), {{0, 1}}, {7});
  auto const tree = failed_machine_of(topology::KaryNtree({2, 3}), {{0, 4}});
  auto const parts = failed_machine_of(topology::Ring({8}), {{0, 7}, {2, 3}});
  for (auto const& machine : {ring, dragonfly, tree, parts})
    for (std::string const routing : {"minimal", "valiant"}) {
      SCOPED_TRACE(machine.topology() + " " + routing);
      expect_delivery(machine, routing);
    }
  expect_delivery(dragonfly, "ugal");
  auto const bound = bind_vc(parts, "minimal");
  EXPECT_FALSE(bound->reaches(2, 3));
  EXPECT_TRUE(bound->reaches(3, 7));
}

TEST(VcBind, RejectsRoutingsWithoutFaultSupportIfThereAreFailures) {
  auto const ring = failed_machine_of(topology::Ring({6}), {{0, 5}});
  auto const rejection = rejection_of([&] { routing::bind_channels(Spec::parse("romm"), ring, {.vcs = 4}); });
  ASSERT_TRUE(rejection);
  EXPECT_EQ(rejection->problem, "romm cannot route around failures");
  EXPECT_EQ(rejection->where, "routing");
  EXPECT_NE(rejection->suggestion.find("up_down"), std::string::npos);
  EXPECT_EQ(rejection->suggestion.find("romm"), std::string::npos);
  EXPECT_NE(rejection->suggestion.find("dimension_order"), std::string::npos);
  EXPECT_EQ(routing::default_routing(ring, routing::Form::channels), "minimal");
  auto const long_ring = failed_machine_of(topology::Ring({100}), {{0, 99}});
  EXPECT_EQ(routing::default_routing(long_ring, routing::Form::channels), "dimension_order")
      << "99 hops need more virtual channels than there are";
  EXPECT_EQ(routing::default_routing(machine_of(topology::Ring({6})), routing::Form::channels),
            "dimension_order");
  EXPECT_EQ(routing::default_routing(machine_of(topology::KaryNtree({})), routing::Form::channels),
            "nearest_common_ancestor");
}

TEST(VcBind, SuggestsAtMostTheSupportedNumberOfVirtualChannels) {
  auto const rejection = rejection_of(
      [] { routing::bind_channels(Spec::parse("minimal"), machine_of(topology::Ring({200})), {.vcs = 64}); });
  ASSERT_TRUE(rejection);
  EXPECT_EQ(rejection->why.find("needs 100: "), 0u);
  EXPECT_EQ(rejection->suggestion, "a port has at most 64: use another routing");
}

}  // namespace
}  // namespace weft
