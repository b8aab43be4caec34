// SPDX-License-Identifier: Apache-2.0
// clex_direct and clex_recursive with virtual channels.

#include <map>

#include <gtest/gtest.h>

#include "support/complaint.hpp"
#include "support/vc_dependencies.hpp"
#include "support/vc_routings.hpp"
#include "support/vc_walk.hpp"
#include "weft/routing/clex_direct/clex_direct.hpp"
#include "weft/routing/clex_recursive/clex_recursive.hpp"
#include "weft/topology/family/clex.hpp"

namespace weft {
namespace {

std::vector<std::uint32_t> levels_of(topology::Clex const& clex, Machine const& machine, VcWalk const& walk) {
  std::vector<std::uint32_t> levels;
  for (auto const c : walk.channels()) {
    auto const id = machine.network()->id(c);
    levels.push_back(clex.level_of(id.router(), id.port()));
  }
  return levels;
}

std::uint32_t needs(std::string const& routing, topology::Clex::Params const& params) {
  return routing::vcs_needed(Spec::parse(routing), machine_of(topology::Clex(params)));
}

TEST(VcClexDirect, VisitsLevelOneThenTheHigherLevelsTopDown) {
  for (auto const& params : std::vector<topology::Clex::Params>{{3, 3}, {2, 4}, {4, 2}, {5, 1}}) {
    topology::Clex const clex(params);
    auto const machine = machine_of(clex);
    auto const routing = bind_vc(machine, "clex_direct");
    auto const order = [&](std::uint32_t level) { return level == 1 ? 0 : clex.levels() + 1 - level; };
    for (std::uint32_t from = 0; from < clex.num_routers(); ++from)
      for (std::uint32_t to = 0; to < clex.num_routers(); ++to) {
        VcWalk walk(*machine.network(), *routing, from, to, 0);
        ASSERT_TRUE(walk.finish(clex.levels()));
        auto const levels = levels_of(clex, machine, walk);
        for (std::size_t i = 1; i < levels.size(); ++i) ASSERT_LT(order(levels[i - 1]), order(levels[i]));
      }
  }
}

TEST(VcClexDirect, NeedsAVirtualChannelForEachDescent) {
  EXPECT_EQ(needs("clex_direct", {3, 4}), 1u);
  EXPECT_EQ(needs("clex_direct", {3, 4, topology::Landing::high}), 2u);
  EXPECT_EQ(needs("clex_direct", {3, 3, topology::Landing::high}), 2u);
  EXPECT_EQ(needs("clex_direct", {3, 2, topology::Landing::high}), 1u);
  EXPECT_EQ(needs("clex_direct", {3, 3, topology::Landing::low, topology::Links::single}), 3u);
}

TEST(VcClexDirect, IsDeadlockFreeOnlyWithTheRequiredVirtualChannels) {
  for (auto const& params :
       std::vector<topology::Clex::Params>{{3, 3},
                                           {2, 4},
                                           {2, 4, topology::Landing::high},
                                           {3, 3, topology::Landing::high},
                                           {3, 2, topology::Landing::low, topology::Links::single},
                                           {4, 3, topology::Landing::low, topology::Links::single}}) {
    auto const machine = machine_of(topology::Clex(params));
    auto const needed = routing::vcs_needed(Spec::parse("clex_direct"), machine);
    EXPECT_TRUE(is_acyclic(machine, "clex_direct", {.vcs = needed}));
    if (needed == 1) continue;
    SCOPED_TRACE(to_spec(topology::Clex(params)).to_string());
    EXPECT_FALSE(is_acyclic(machine, "clex_direct", {.vcs = needed - 1, .allow_deadlock = true}));
    std::uint32_t highest = 0;  // all VCs are used
    auto const routing = bind_vc(machine, "clex_direct");
    for (std::uint32_t from = 0; from < machine.network()->num_routers(); ++from)
      for (std::uint32_t to = 0; to < machine.network()->num_routers(); ++to) {
        VcWalk walk(*machine.network(), *routing, from, to, 0);
        ASSERT_TRUE(walk.finish(routing->traits().hop_bound));
        for (auto const v : walk.vcs()) highest = std::max<std::uint32_t>(highest, v);
      }
    EXPECT_EQ(highest + 1, needed);
  }
}

TEST(VcClexRecursive, UsesASeparateVirtualChannelPerVisitOfALevel) {
  topology::Clex const clex({8, 3});
  auto const machine = machine_of(clex);
  auto const routing = bind_vc(machine, "clex_recursive");
  EXPECT_EQ(routing::vcs_needed(Spec::parse("clex_recursive"), machine), 4u);
  int whole = 0;
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    VcWalk walk(*machine.network(), *routing, 5, 300, seed);
    ASSERT_TRUE(walk.finish(7));
    auto const levels = levels_of(clex, machine, walk);
    std::vector<std::uint32_t> exchanges;
    std::map<std::uint32_t, std::vector<std::uint32_t>> vcs;
    for (std::size_t i = 0; i < levels.size(); ++i) {
      if (levels[i] > 1) exchanges.push_back(levels[i]);
      vcs[levels[i]].push_back(walk.vcs()[i]);
    }
    if (exchanges.size() < 3) continue;  // the packet reached its destination earlier
    ++whole;
    ASSERT_EQ(exchanges, (std::vector<std::uint32_t>{2, 3, 2}));
    ASSERT_LT(vcs[2][0], 2u);
    ASSERT_GE(vcs[2][1], 2u);
    for (std::size_t i = 1; i < vcs[1].size(); ++i) ASSERT_LT(vcs[1][i - 1], vcs[1][i]);
  }
  EXPECT_GT(whole, 250);
}

TEST(VcClexRecursive, LoadsTheChannelsOfALevelEvenly) {
  topology::Clex const clex({4, 2});
  auto const machine = machine_of(clex);
  auto const routing = bind_vc(machine, "clex_recursive");
  std::map<std::uint32_t, int> first_hops;
  for (std::uint64_t seed = 0; seed < 4000; ++seed) {
    VcWalk walk(*machine.network(), *routing, 6, 9, seed);
    auto const port = walk.candidates().front().port;
    if (port < 4) ++first_hops[port];
  }
  // The first call targets d_2 = 2 of the destination, which equals d_1 of the source: the packet continues
  // without a hop.
  EXPECT_TRUE(first_hops.empty());
  std::map<std::uint32_t, int> edges;
  for (std::uint64_t seed = 0; seed < 4000; ++seed)
    ++edges[VcWalk(*machine.network(), *routing, 6, 9, seed).candidates().front().port];
  EXPECT_EQ(edges.size(), 4u);
  for (auto const& [port, count] : edges) EXPECT_NEAR(count, 1000, 150);
}

TEST(VcClexRecursive, IsDeadlockFreeOnlyWithAVirtualChannelPerVisit) {
  for (auto const& params :
       std::vector<topology::Clex::Params>{{3, 2},
                                           {2, 3},
                                           {2, 3, topology::Landing::high},
                                           {3, 2, topology::Landing::low, topology::Links::single}}) {
    auto const machine = machine_of(topology::Clex(params));
    auto const needed = routing::vcs_needed(Spec::parse("clex_recursive"), machine);
    EXPECT_EQ(needed, 1u << (params.levels - 1));
    EXPECT_TRUE(is_acyclic(machine, "clex_recursive", {.vcs = needed}));
    EXPECT_FALSE(is_acyclic(machine, "clex_recursive", {.vcs = needed - 1, .allow_deadlock = true}));
  }
}

TEST(VcClexRoutings, AreRejectedOffClex) {
  EXPECT_EQ(routing::default_routing(machine_of(topology::Clex({})), routing::Form::channels), "clex_direct");
  auto const rejection = rejection_of([] {
    routing::bind_channels(Spec::parse("clex_recursive"), machine_of(topology::Clex({2, 16})),
                           {.vcs = 64, .allow_deadlock = true});
  });
  ASSERT_TRUE(rejection);
  EXPECT_EQ(rejection->why, "the maximum is 15");
}

}  // namespace
}  // namespace weft
