// SPDX-License-Identifier: Apache-2.0
#include "weft/routing/group/group_routing.hpp"

#include <map>

#include <gtest/gtest.h>

#include "support/complaint.hpp"
#include "support/vc_dependencies.hpp"
#include "support/vc_routings.hpp"
#include "support/vc_walk.hpp"
#include "weft/network/geometry/group_geometry.hpp"
#include "weft/topology/family/dragonfly.hpp"
#include "weft/topology/family/percs.hpp"

namespace weft {
namespace {

struct Route {
  std::string hops;  ///< l: local, g: global
  std::vector<std::uint32_t> vcs, groups;
};

Route route_of(Machine const& machine, VcWalk const& walk) {
  Route candidate;
  auto const routers = walk.routers();
  for (std::size_t i = 0; i + 1 < routers.size(); ++i) {
    auto const from = machine.groups()->group_of(routers[i]), to = machine.groups()->group_of(routers[i + 1]);
    candidate.hops += from == to ? 'l' : 'g';
    candidate.vcs.push_back(walk.vcs()[i]);
    if (i == 0) candidate.groups.push_back(from);
    if (from != to) candidate.groups.push_back(to);
  }
  return candidate;
}

template <class Check>
void for_each_route(Machine const& machine, routing::ChannelRouting const& routing, std::uint64_t seeds,
                    Check check) {
  auto const routers = static_cast<std::uint32_t>(machine.network()->num_routers());
  for (std::uint32_t from = 0; from < routers; ++from)
    for (std::uint32_t to = 0; to < routers; ++to)
      for (std::uint64_t seed = 0; from != to && seed < seeds; ++seed) {
        VcWalk walk(*machine.network(), routing, from, to, seed);
        ASSERT_TRUE(walk.finish(routing.traits().hop_bound));
        check(route_of(machine, walk));
        if (testing::Test::HasFatalFailure()) return;
      }
}

Machine small_dragonfly() { return machine_of(topology::Dragonfly({1, 3, 1})); }

TEST(VcMinimalOnGroups, UsesOneGlobalChannelAndIncrementsTheClass) {
  for (auto const& machine :
       {small_dragonfly(), machine_of(topology::Dragonfly({1, 4, 2, 5, topology::Arrangement::absolute})),
        machine_of(topology::Percs({3, 4}))})
    for_each_route(machine, *bind_vc(machine, "minimal"), 2, [](Route const& candidate) {
      std::map<std::string, std::vector<std::uint32_t>> const vcs{
          {"l", {0}}, {"g", {1}}, {"lg", {0, 1}}, {"gl", {1, 1}}, {"lgl", {0, 1, 1}}};
      ASSERT_TRUE(vcs.contains(candidate.hops)) << candidate.hops;
      ASSERT_EQ(candidate.vcs, vcs.at(candidate.hops));
    });
}

TEST(VcMinimalOnGroups, UsesAllParallelGlobalChannels) {
  auto const machine = machine_of(topology::Dragonfly({1, 4, 2, 3}));
  auto const routing = bind_vc(machine, "minimal");
  std::map<std::uint32_t, int> taken;
  for (std::uint64_t seed = 0; seed < 4000; ++seed) {
    VcWalk walk(*machine.network(), *routing, 0, 5, seed);
    walk.finish(3);
    for (auto const c : walk.channels())
      if (!walk.channels().empty() && machine.network()->class_of(c).v == 1) ++taken[c.v];
  }
  EXPECT_EQ(taken.size(), machine.groups()->gateways(0, 1).size());
  EXPECT_EQ(taken.size(), 4u);
  for (auto const& [channel, count] : taken) EXPECT_NEAR(count, 1000, 150);  // standard deviation 27
}

TEST(VcValiantOnGroups, CrossesAThirdGroupOnAscendingVirtualChannels) {
  auto const machine = machine_of(topology::Dragonfly({1, 4, 2, 5}));
  for_each_route(machine, *bind_vc(machine, "valiant"), 5, [](Route const& candidate) {
    if (candidate.groups.size() == 1) {
      ASSERT_EQ(candidate.vcs, (std::vector<std::uint32_t>{2}));
      return;
    }
    ASSERT_EQ(candidate.groups.size(), 3u);
    ASSERT_NE(candidate.groups[0], candidate.groups[1]);
    ASSERT_NE(candidate.groups[1], candidate.groups[2]);
    ASSERT_NE(candidate.groups[0], candidate.groups[2]);
    std::vector<std::uint32_t> expected;
    std::uint32_t globals = 0;
    for (auto const hop : candidate.hops) {
      expected.push_back(hop == 'g' ? (globals == 0 ? 0 : 2) : globals);
      globals += hop == 'g';
    }
    ASSERT_EQ(candidate.vcs, expected) << candidate.hops;
    ASSERT_LE(candidate.hops.size(), 5u);
  });
}

TEST(VcValiantOnGroups, UsesAllThirdGroupsAndChannelsUniformly) {
  auto const machine = machine_of(topology::Dragonfly({1, 4, 2, 5}));
  auto const routing = bind_vc(machine, "valiant");
  std::map<std::uint32_t, int> intermediates;
  for (std::uint64_t seed = 0; seed < 6000; ++seed)
    ++intermediates[VcWalk(*machine.network(), *routing, 1, 9, seed).candidates().front().intermediate];
  std::uint32_t landings = 0;
  for (auto const group : {1u, 3u, 4u})
    landings += static_cast<std::uint32_t>(machine.groups()->gateways(0, group).size());
  EXPECT_EQ(intermediates.size(), landings);
  for (auto const& [intermediate, count] : intermediates) EXPECT_NEAR(count, 6000 / landings, 150);
}

/// Queues of equal length, with some exceptions.
class VcUgalOnGroups : public testing::Test {
 protected:
  Machine const machine_ = machine_of(topology::Dragonfly({1, 4, 2, 5}));
  GroupGeometry const& groups_ = *machine_.groups();
  RandomQueues queues_{*machine_.network(), 1};

  void fill(std::int32_t flits) {
    for (std::uint32_t r = 0; r < machine_.network()->num_routers(); ++r)
      for (std::uint32_t p = 0; p < machine_.network()->degree({r}); ++p) queues_.at(r, p) = flits;
  }
  routing::Candidate answer(routing::ChannelRouting const& routing, routing::Head const& head) const {
    routing::Candidate out;
    std::uint16_t count = 0;
    routing.route({&head, 1}, queues_.view(), {&out, 1}, {&count, 1});
    EXPECT_EQ(count, 1);
    return out;
  }
  /// Returns how many of 200 packets from router 1 to router 9, in another group, detour via another router.
  int detours(std::string const& routing, std::uint16_t phase = 0,
              std::uint16_t in_port = routing::from_source, std::uint32_t at = 1) const {
    auto const bound = bind_vc(machine_, routing);
    int count = 0;
    for (std::uint64_t i = 0; i < 200; ++i)
      count += answer(*bound,
                      {.at = at, .target = 9, .to = 9, .draw = mix64(i), .phase = phase, .in_port = in_port})
                   .intermediate != routing::no_intermediate;
    return count;
  }
  /// Sets the queues at router 1 for the channels to the group of router 9.
  void fill_minimal(std::int32_t flits) {
    for (auto const& it : groups_.gateways(0, 2))
      queues_.at(1, it.router == 1 ? it.port : groups_.local_port(1, it.router)) = flits;
  }
};

TEST_F(VcUgalOnGroups, LocalViewRoutesMinimallyUpToTwiceTheDetourQueue) {
  fill(0);
  EXPECT_EQ(detours("ugal"), 0);
  fill(10);
  fill_minimal(20);
  EXPECT_EQ(detours("ugal"), 0);
  fill_minimal(21);
  // Packets remain minimal if their detour begins with the same port.
  EXPECT_GT(detours("ugal"), 50);
  EXPECT_EQ(detours("ugal:threshold=1"), 0);
  EXPECT_EQ(detours("ugal:bias=1.05"), 0);
  EXPECT_EQ(detours("ugal:threshold=-100"), 200);
}

TEST_F(VcUgalOnGroups, GlobalViewComparesTotalQueueLengthsOfPaths) {
  fill(0);
  for (auto const& it : groups_.gateways(0, 2)) queues_.at(it.router, it.port) = 5;
  EXPECT_EQ(detours("ugal:view=global"), 200);  // all other queues are empty
  EXPECT_EQ(detours("ugal:view=global,threshold=5"), 0);
  fill(5);  // one to three channels compared with two to five
  EXPECT_LT(detours("ugal:view=global"), 100);
  EXPECT_TRUE(bind_vc(machine_, "ugal:view=global")->traits().uses_remote_queues);
  EXPECT_TRUE(bind_vc(machine_, "ugal")->traits().uses_local_queues);
}

TEST_F(VcUgalOnGroups, DecidesAgainAtTheGatewayIfProgressive) {
  fill(0);
  GroupGeometry::Gateway far{};
  for (auto const& it : groups_.gateways(0, 2))
    if (it.router != 1) far = it;
  ASSERT_NE(far.router, 0u);
  auto const routing = bind_vc(machine_, "par");
  routing::Head head{.at = 1, .target = 9, .to = 9};
  routing::Candidate first;
  do {  // until the packet has this gateway
    ++head.draw;
    first = answer(*routing, head);
  } while (first.port != groups_.local_port(1, far.router));
  EXPECT_EQ(first.intermediate, routing::no_intermediate);
  EXPECT_EQ(first.vcs, 1u);
  EXPECT_EQ(detours("par", first.phase, 0, far.router), 0);
  queues_.at(far.router, far.port) = 1;
  EXPECT_EQ(detours("par", first.phase, 0, far.router), 200);
  EXPECT_EQ(detours("ugal", first.phase, 0, far.router), 0);
  head = {.at = far.router, .target = 9, .to = 9, .phase = first.phase, .in_port = 0};
  EXPECT_EQ(answer(*routing, head).vcs, 2u);
}

TEST(VcRoutingsOnGroups, AreDeadlockFreeOnlyWithTheRequiredVirtualChannels) {
  for (auto const& machine : {small_dragonfly(), machine_of(topology::Dragonfly({1, 4, 2, 3})),
                              machine_of(topology::Dragonfly({2, 2, 2}))})
    for (auto const& [routing, needed] :
         std::map<std::string, std::uint32_t>{{"minimal", 2}, {"valiant", 3}, {"ugal", 3}, {"par", 4}}) {
      SCOPED_TRACE(routing);
      EXPECT_EQ(routing::vcs_needed(Spec::parse(routing), machine), needed);
      EXPECT_TRUE(is_acyclic(machine, routing, {.vcs = needed}));
      EXPECT_TRUE(is_acyclic(machine, routing, {.vcs = needed + 2}));
      EXPECT_FALSE(is_acyclic(machine, routing, {.vcs = needed - 1, .allow_deadlock = true}));
    }
}

TEST(VcBooksimUgal, CanDeadlockAndIsRejectedUnlessAllowed) {
  auto const machine = small_dragonfly();
  EXPECT_FALSE(is_acyclic(machine, "booksim_ugal", {.vcs = 3, .allow_deadlock = true}));
  EXPECT_FALSE(is_acyclic(machine, "booksim_ugal", {.vcs = 9, .allow_deadlock = true}));
  auto const rejection =
      rejection_of([&] { routing::bind_channels(Spec::parse("booksim_ugal"), machine, {.vcs = 3}); });
  ASSERT_TRUE(rejection);
  EXPECT_EQ(rejection->problem, "booksim_ugal can deadlock with any number of virtual channels");
  EXPECT_EQ(rejection->where, "routing");
}

TEST(VcBooksimUgal, UsesTheLowestVirtualChannelForTheWholeFirstLeg) {
  auto const machine = machine_of(topology::Dragonfly({2, 4, 2, 9, topology::Arrangement::absolute}));
  auto const routing =
      routing::bind_channels(Spec::parse("booksim_ugal:threshold=-1000"), machine, {3, true});
  int longest = 0;
  for_each_route(machine, *routing, 3, [&](Route const& candidate) {
    if (candidate.groups.size() == 1) {
      ASSERT_EQ(candidate.vcs, (std::vector<std::uint32_t>{2}));
      return;
    }
    ASSERT_TRUE(std::ranges::is_sorted(candidate.vcs));
    if (candidate.groups.size() == 3) { ASSERT_EQ(candidate.vcs[candidate.hops.rfind('g')], 2u); }
    longest = std::max(longest, static_cast<int>(std::ranges::count(candidate.vcs, 0u)));
    ASSERT_LE(candidate.hops.size(), 6u);
  });
  EXPECT_EQ(longest, 3);
}

TEST(VcRoutingsOnGroups, AreRejectedOnNetworksWithoutGroups) {
  auto const rejection = rejection_of(
      [] { routing::bind_channels(Spec::parse("minimal:choice=lowest"), small_dragonfly(), {.vcs = 2}); });
  ASSERT_TRUE(rejection);
  EXPECT_EQ(rejection->where, "routing");
  EXPECT_EQ(routing::default_routing(small_dragonfly(), routing::Form::channels), "minimal");
}

}  // namespace
}  // namespace weft
