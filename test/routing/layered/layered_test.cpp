// SPDX-License-Identifier: Apache-2.0
#include "weft/routing/layered/layered.hpp"

#include <algorithm>
#include <map>

#include <gtest/gtest.h>

#include "support/complaint.hpp"
#include "support/vc_dependencies.hpp"
#include "support/vc_failures.hpp"
#include "support/vc_walk.hpp"
#include "weft/topology/family/complete.hpp"
#include "weft/topology/family/jellyfish.hpp"
#include "weft/topology/family/kary_ntree.hpp"
#include "weft/topology/family/kautz.hpp"
#include "weft/topology/family/petersen.hpp"
#include "weft/topology/family/ring.hpp"
#include "weft/topology/family/torus.hpp"

namespace weft {
namespace {

std::uint32_t layered_needs(std::string const& routing, Machine const& machine) {
  return routing::vcs_needed(Spec::parse(routing), machine);
}

std::vector<Machine> machines() {
  return {machine_of(topology::Petersen({})),
          machine_of(topology::Ring({7})),
          machine_of(topology::Torus({{4, 4}})),
          machine_of(topology::Jellyfish({})),
          machine_of(topology::Kautz({})),
          machine_of(topology::KaryNtree({2, 3})),
          failed_machine_of(topology::Torus({{4, 4}}), {{0, 1}, {5, 9}}, {10})};
}

TEST(VcLayered, UsesOneShortestPathInOneLayerPerPair) {
  for (auto const& machine : machines())
    for (std::string const method : {"layered:method=lash", "layered:method=dfsssp"}) {
      SCOPED_TRACE(machine.topology() + " " + method);
      auto const& network = *machine.network();
      auto const routing = bind_vc(machine, method),
                 minimal = routing::bind_channels(Spec::parse("minimal"), machine, {64});
      for (auto const from : vc_sources(network))
        for (auto const to : vc_destinations(network)) {
          if (network.router_failed({from}) || network.router_failed({to})) continue;
          ASSERT_EQ(routing->reaches(from, to), minimal->reaches(from, to));
          VcWalk walk(network, *routing, from, to, 1), again(network, *routing, from, to, 2),
              shortest(network, *minimal, from, to, 3);
          ASSERT_TRUE(walk.finish(routing->traits().hop_bound));
          again.finish(100);
          shortest.finish(100);
          ASSERT_EQ(walk.channels(), again.channels());
          ASSERT_EQ(walk.vcs(), again.vcs());
          ASSERT_EQ(walk.channels().size(), shortest.channels().size());
          ASSERT_TRUE(std::ranges::all_of(walk.vcs(), [&](auto v) { return v == walk.vcs()[0]; }));
        }
    }
}

TEST(VcLayered, IsDeadlockFreeWithOneVirtualChannelPerLayer) {
  for (auto const& machine : machines())
    for (std::string const method : {"layered:method=lash", "layered:method=dfsssp"}) {
      SCOPED_TRACE(machine.topology() + " " + method);
      auto const needed = layered_needs(method, machine);
      EXPECT_TRUE(is_acyclic(machine, method, {.vcs = needed}));
      EXPECT_TRUE(is_acyclic(machine, method, {.vcs = needed + 1}));
      if (needed == 2) { EXPECT_FALSE(is_acyclic(machine, method, {.vcs = 1, .allow_deadlock = true})); }
    }
}

TEST(VcLayered, NeedsTheExpectedNumbersOfLayers) {
  for (std::string const method : {"layered:method=lash", "layered:method=dfsssp"}) {
    EXPECT_EQ(layered_needs(method, machine_of(topology::KaryNtree({2, 3}))), 1u);
    EXPECT_EQ(layered_needs(method, machine_of(topology::Complete({6}))), 1u);
    EXPECT_EQ(layered_needs(method, machine_of(topology::Ring({7}))), 2u);
  }
}

TEST(VcLayered, RejectsSharedLayersUnlessDeadlockIsAllowed) {
  auto const petersen = machine_of(topology::Petersen({}));
  EXPECT_EQ(layered_needs("layered:layers=1", petersen), routing::no_vcs_suffice);
  auto const rejection =
      rejection_of([&] { routing::bind_channels(Spec::parse("layered:layers=1"), petersen, {.vcs = 4}); });
  ASSERT_TRUE(rejection);
  EXPECT_EQ(rejection->problem, "layered can deadlock with any number of virtual channels");
  EXPECT_NE(rejection->why.find("layers=1"), std::string::npos);
  routing::VcSupply const supply{.vcs = 4, .allow_deadlock = true};
  auto const routing = routing::bind_channels(Spec::parse("layered:layers=1"), petersen, supply);
  EXPECT_EQ(VcWalk(*petersen.network(), *routing, 0, 7, 1).candidates().front().vcs, 15u);
  EXPECT_FALSE(is_acyclic(petersen, "layered:layers=1", supply));
  EXPECT_EQ(layered_needs("layered:layers=1", machine_of(topology::KaryNtree({2, 3}))), 1u);
}

/// Returns the maximum number of paths on a channel.
int max_paths(Machine const& machine, std::string const& method) {
  auto const routing = bind_vc(machine, method);
  std::map<std::uint32_t, int> paths;
  for (auto const from : vc_sources(*machine.network()))
    for (auto const to : vc_destinations(*machine.network())) {
      VcWalk walk(*machine.network(), *routing, from, to, 1);
      walk.finish(100);
      for (auto const c : walk.channels()) ++paths[c.v];
    }
  return std::ranges::max_element(paths, {}, [](auto const& it) { return it.second; })->second;
}

TEST(VcLayered, DfssspBalancesPaths) {
  // Each of 16 leaves sends to 12 others over 4 channels up.
  auto const tree = machine_of(topology::KaryNtree({4, 2}));
  EXPECT_EQ(max_paths(tree, "layered:method=dfsssp"), 1);
  EXPECT_EQ(max_paths(tree, "layered:method=lash"), 3);
}

TEST(VcLayered, ReachesOnlyRoutersOfTheSameComponent) {
  auto const parts = failed_machine_of(topology::Ring({8}), {{0, 7}, {2, 3}});
  auto const routing = bind_vc(parts, "layered");
  EXPECT_FALSE(routing->reaches(2, 3));
  EXPECT_TRUE(routing->reaches(3, 7));
}

}  // namespace
}  // namespace weft
