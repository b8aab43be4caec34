// SPDX-License-Identifier: Apache-2.0
#include "weft/routing/graph/rerouted_channels.hpp"

#include <map>
#include <set>

#include <gtest/gtest.h>

#include "support/complaint.hpp"
#include "support/vc_dependencies.hpp"
#include "support/vc_failures.hpp"
#include "support/vc_routings.hpp"
#include "support/vc_walk.hpp"
#include "weft/network/topologies.hpp"
#include "weft/topology/family/clex.hpp"
#include "weft/topology/family/hyperx.hpp"
#include "weft/topology/family/kary_ntree.hpp"
#include "weft/topology/family/mesh.hpp"
#include "weft/topology/family/ring.hpp"
#include "weft/topology/family/torus.hpp"

namespace weft {
namespace {

std::vector<std::uint32_t> routers_of(Machine const& machine, routing::ChannelRouting const& routing,
                                      std::uint32_t from, std::uint32_t to, std::uint64_t seed) {
  VcWalk walk(*machine.network(), routing, from, to, seed);
  EXPECT_TRUE(walk.finish(routing.traits().hop_bound)) << from << " -> " << to;
  return walk.routers();
}

TEST(ReroutedChannels, FollowDimensionOrderUpToAFailedLink) {
  // Rows 0 1 2 / 3 4 5 / 6 7 8; both channels between 1 and 2 have failed. The root is 4, the router with the
  // most channels.
  auto const machine = failed_machine_of(topology::Mesh({{3, 3}}), {{1, 2}});
  auto const routing = bind_vc(machine, "dimension_order");
  EXPECT_EQ(routing::vcs_needed(Spec::parse("dimension_order"), machine), 2u);
  auto const& network = *machine.network();
  VcWalk untouched(network, *routing, 0, 7, 1);
  ASSERT_TRUE(untouched.finish(4));
  EXPECT_EQ(untouched.routers(), (std::vector<std::uint32_t>{0, 1, 4, 7}));
  EXPECT_EQ(untouched.vcs(), (std::vector<std::uint8_t>{0, 0, 0}));
  VcWalk broken(network, *routing, 0, 8, 1);
  ASSERT_TRUE(broken.finish(10));
  auto const vcs = broken.vcs();
  EXPECT_EQ(broken.routers()[1], 1u);
  EXPECT_EQ(vcs.front(), 0u);
  for (std::size_t i = 1; i < vcs.size(); ++i) EXPECT_EQ(vcs[i], 1u);
  EXPECT_TRUE(VcDependencies(network, *routing).is_acyclic());
}

TEST(ReroutedChannels, UseTheWorkingDirectionHalfwayAroundARing) {
  auto const machine = failed_machine_of(topology::Ring({6}), {{0, 5}});
  auto const routing = bind_vc(machine, "dimension_order");
  EXPECT_EQ(routing::vcs_needed(Spec::parse("dimension_order"), machine), 3u);
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    EXPECT_EQ(routers_of(machine, *routing, 0, 3, seed), (std::vector<std::uint32_t>{0, 1, 2, 3}));
    EXPECT_EQ(routers_of(machine, *routing, 5, 0, seed), (std::vector<std::uint32_t>{5, 4, 3, 2, 1, 0}));
  }
  auto const shares = routing::bind_shares(Spec::parse("dimension_order"), machine);
  std::vector<routing::ChannelShare> found;
  shares->append({0}, {3}, found);
  EXPECT_EQ(found.size(), 3u);
}

TEST(ReroutedChannels, ReplaceAFailedLinkByAParallelOne) {
  auto network = std::make_shared<Network>(build_network(topology::Hyperx({.sides = {3}, .parallel = 2})));
  struct OnePort {
    bool router_failed(RouterId) const { return false; }
    bool channel_failed(ChannelId id) const { return id.router().v == 0 && id.port().v == 0; }
  };
  network->mark_failed(OnePort{});
  Machine const machine(make_topology("hyperx:sides=3,parallel=2"), NetworkPtr(network));
  auto const routing = bind_vc(machine, "dimension_order");
  EXPECT_EQ(VcWalk(*network, *routing, 0, 1, 1).candidates().size(), 1u);
  EXPECT_EQ(VcWalk(*network, *routing, 0, 2, 1).candidates().size(), 2u);
  EXPECT_EQ(VcWalk(*network, *routing, 1, 0, 1).candidates().size(), 2u);
}

TEST(ReroutedChannels, PreserveBubblesAndOtherRingRules) {
  auto const machine = failed_machine_of(topology::Torus({{4, 4}}), {{0, 1}});
  EXPECT_EQ(routing::vcs_needed(Spec::parse("dimension_order:rings=bubble"), machine), 2u);
  EXPECT_TRUE(bind_vc(machine, "dimension_order:rings=bubble")->traits().preserves_bubble);
  auto const rejection =
      rejection_of([&] { routing::bind_channels(Spec::parse("dimension_order"), machine, {.vcs = 2}); });
  ASSERT_TRUE(rejection);
  EXPECT_EQ(rejection->why, "needs 3: 2 for the routing and 1 around failures");
  EXPECT_EQ(rejection->suggestion, "set vcs=3");
}

TEST(ReroutedChannels, UseAVirtualChannelPerDetourHopOnClex) {
  auto const whole = machine_of(topology::Clex({.m = 3, .levels = 2})),
             machine = failed_machine_of(topology::Clex({.m = 3, .levels = 2}), {{0, 1}});
  auto const routing = bind_vc(machine, "clex_direct");
  auto const& network = *machine.network();
  auto const plain = bind_vc(whole, "clex_direct");
  int same = 0, rerouted = 0;
  for (std::uint32_t from = 0; from < network.num_routers(); ++from)
    for (std::uint32_t to = 0; to < network.num_routers(); ++to) {
      if (from == to) continue;
      VcWalk without(*whole.network(), *plain, from, to, 1), walk(network, *routing, from, to, 1);
      ASSERT_TRUE(without.finish(10) && walk.finish(routing->traits().hop_bound));
      bool const broken =
          std::ranges::any_of(without.channels(), [&](auto c) { return network.channel_failed(c); });
      EXPECT_EQ(walk.channels() != without.channels(), broken);
      ++(broken ? rerouted : same);
      std::uint8_t last = 0;
      for (auto const vc : walk.vcs()) {
        EXPECT_TRUE(vc >= last);
        last = vc;
      }
    }
  EXPECT_GT(same, 10);
  EXPECT_GT(rerouted, 0);
  EXPECT_TRUE(VcDependencies(network, *routing).is_acyclic());
}

TEST(ReroutedChannels, AscendToAncestorsWithAWorkingPathDown) {
  // Two levels, roots 3, 4, 5 above the leaves 0, 1, 2: from 0 to 2 without link 3-2, and from 1 without link
  // 1-5.
  auto const machine = failed_machine_of(topology::KaryNtree({3, 2}), {{2, 3}, {1, 5}});
  for (std::string const choice : {"random", "adaptive", "d_mod_k"}) {
    auto const routing = bind_vc(machine, "nearest_common_ancestor:choice=" + choice);
    auto const roots = [&](std::uint32_t from, std::uint32_t to) {
      std::set<std::uint32_t> found;
      for (std::uint64_t seed = 0; seed < 60; ++seed) {
        auto const routers = routers_of(machine, *routing, from, to, seed);
        EXPECT_EQ(routers.size(), 3u);
        found.insert(routers.at(1));
      }
      return found;
    };
    auto const from_0 = roots(0, 2), from_1 = roots(1, 2);
    EXPECT_FALSE(from_0.contains(3));
    EXPECT_EQ(from_1, (std::set<std::uint32_t>{4}));
    if (choice != "d_mod_k") { EXPECT_EQ(from_0, (std::set<std::uint32_t>{4, 5})); }
  }
}

TEST(ReroutedChannels, GoUpAndDownTwiceIfNoCommonAncestorWorks) {
  // Router 0 has lost its links to 3 and 4, router 1 its link to 5: their paths pass through leaf 2.
  auto const machine = failed_machine_of(topology::KaryNtree({3, 2}), {{0, 3}, {0, 4}, {1, 5}});
  auto const routing = bind_vc(machine, "nearest_common_ancestor");
  EXPECT_EQ(routing::vcs_needed(Spec::parse("nearest_common_ancestor"), machine), 2u);
  ASSERT_TRUE(routing->reaches(0, 1));
  auto const routers = routers_of(machine, *routing, 0, 1, 1);
  EXPECT_EQ(routers.size(), 5u);
  EXPECT_EQ(routers.at(2), 2u);
  EXPECT_EQ(routers_of(machine, *routing, 0, 2, 1).size(), 3u);
  EXPECT_TRUE(VcDependencies(*machine.network(), *routing).is_acyclic());
  EXPECT_TRUE(routing::bind_packets(Spec::parse("nearest_common_ancestor"), machine)->reaches({0}, 1));
}

}  // namespace
}  // namespace weft
