// SPDX-License-Identifier: Apache-2.0
#include "weft/routing/nearest_common_ancestor/nearest_common_ancestor.hpp"

#include <map>
#include <set>

#include <gtest/gtest.h>

#include "support/vc_dependencies.hpp"
#include "support/vc_routings.hpp"
#include "support/vc_walk.hpp"
#include "weft/network/geometry/level_geometry.hpp"
#include "weft/topology/family/binary_tree.hpp"
#include "weft/topology/family/kary_ntree.hpp"
#include "weft/topology/family/leiserson_fat_tree.hpp"
#include "weft/topology/family/xgft.hpp"

namespace weft {
namespace {

std::uint32_t routers_on(Machine const& machine, std::uint32_t level) {
  std::uint32_t count = 0;
  for (std::uint32_t r = 0; r < machine.num_routers(); ++r) count += machine.levels()->level(r) == level;
  return count;
}

/// Returns the leaves that can be reached from router r over down channels only.
std::set<std::uint32_t> leaves_below(Machine const& machine, std::uint32_t r) {
  if (machine.levels()->level(r) == 0) return {r};
  std::set<std::uint32_t> leaves;
  for (std::uint16_t p = 0; p < machine.network()->degree({r}); ++p) {
    auto const next = machine.network()->target(machine.network()->channel({r}, {p})).v;
    if (machine.levels()->level(next) < machine.levels()->level(r)) leaves.merge(leaves_below(machine, next));
  }
  return leaves;
}

TEST(LevelGeometry, FindsDescendantsAndPathsToThem) {
  for (auto const& machine : {machine_of(topology::BinaryTree({4})), machine_of(topology::KaryNtree({3, 3})),
                              machine_of(topology::Xgft({{3, 2, 2}, {2, 1, 3}})),
                              machine_of(topology::Xgft({{2, 1, 3}, {1, 4, 1}}))}) {
    auto const& levels = *machine.levels();
    for (std::uint32_t r = 0; r < machine.network()->num_routers(); ++r) {
      auto const below = leaves_below(machine, r);
      for (std::uint32_t leaf = 0; machine.levels()->level(leaf) == 0; ++leaf) {
        ASSERT_EQ(levels.is_below(leaf, r), below.contains(leaf)) << leaf << " below " << r;
        if (!below.contains(leaf) || r == leaf) continue;
        auto const c = machine.network()->channel({r}, {levels.port_down(r, leaf)});
        ASSERT_TRUE(leaves_below(machine, machine.network()->target(c).v).contains(leaf));
      }
    }
  }
}

TEST(VcNearestCommonAncestor, UsesAllPathsUpUniformly) {
  auto const machine = machine_of(topology::KaryNtree({4, 3}));
  auto const routing = bind_vc(machine, "nearest_common_ancestor", 1);
  std::map<std::uint32_t, int> roots;
  for (std::uint64_t seed = 0; seed < 6400; ++seed) {
    VcWalk walk(*machine.network(), *routing, 0, 15, seed);
    ASSERT_EQ(walk.candidates().front().vcs, 3u);
    ASSERT_TRUE(walk.finish(4));
    ASSERT_EQ(walk.channels().size(), 4u);
    ++roots[walk.routers()[2]];
  }
  EXPECT_EQ(roots.size(), 16u);
  for (auto const& [root, count] : roots) EXPECT_NEAR(count, 400, 100);  // standard deviation 19
}

TEST(VcNearestCommonAncestor, UsesTheShortestQueueIfAdaptive) {
  auto const machine = machine_of(topology::KaryNtree({4, 2}));
  auto const routing = bind_vc(machine, "nearest_common_ancestor:choice=adaptive,samples=0");
  auto const& levels = *machine.levels();
  std::set<std::uint16_t> taken;
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    VcWalk walk(*machine.network(), *routing, 0, 3, seed);
    auto const port = walk.candidates().front().port;
    for (auto const other : levels.ports_up(0))
      ASSERT_LE(walk.queues().at(0, port), walk.queues().at(0, other));
    taken.insert(port);
    for (auto const other : levels.ports_up(0)) walk.queues().at(0, other) = 1;
    taken.insert(walk.candidates().front().port);
  }
  EXPECT_EQ(taken.size(), 4u);
  EXPECT_TRUE(routing->traits().uses_local_queues);
}

/// Returns the routers at which packets to a terminal turn from up to down, for all leaves with paths over
/// the top level.
std::set<std::uint32_t> tops(Machine const& machine, routing::ChannelRouting const& routing,
                             std::uint32_t terminal, std::uint32_t top_level) {
  auto const to = machine.network()->ejection_router({terminal}).v;
  std::set<std::uint32_t> tops;
  for (std::uint32_t from = 0; machine.levels()->level(from) == 0; ++from) {
    auto at = from;
    while (at != to) {
      routing::Head const head{.at = at, .target = to, .to = to, .terminal = terminal};
      routing::Candidate out;
      std::uint16_t count = 0;
      routing.route({&head, 1}, {}, {&out, 1}, {&count, 1});
      at = machine.network()->target(machine.network()->channel({at}, {out.port})).v;
      if (machine.levels()->level(at) == top_level) tops.insert(at);
    }
  }
  return tops;
}

TEST(VcNearestCommonAncestor, DModKDistributesTerminalsEvenlyOverRoots) {
  for (auto const& [machine, top] : {std::pair{machine_of(topology::KaryNtree({3, 3})), 2u},
                                     std::pair{machine_of(topology::Xgft({{4, 4}, {1, 4}})), 2u}}) {
    auto const routing = bind_vc(machine, "nearest_common_ancestor:choice=d_mod_k");
    std::map<std::uint32_t, std::size_t> terminals_of;
    for (std::uint32_t terminal = 0; terminal < machine.network()->num_terminals(); ++terminal) {
      auto const roots = tops(machine, *routing, terminal, top);
      ASSERT_EQ(roots.size(), 1u);
      ++terminals_of[*roots.begin()];
    }
    auto const roots = static_cast<std::size_t>(routers_on(machine, top));
    EXPECT_EQ(terminals_of.size(), roots);
    for (auto const& [root, count] : terminals_of)
      EXPECT_EQ(count, machine.network()->num_terminals() / roots);
  }
}

TEST(VcNearestCommonAncestor, IsDeadlockFreeWithOneVirtualChannel) {
  for (auto const& machine :
       {machine_of(topology::KaryNtree({2, 3})), machine_of(topology::LeisersonFatTree({8})),
        machine_of(topology::Xgft({{2, 2, 4}, {1, 2, 2}}))}) {
    EXPECT_EQ(routing::vcs_needed(Spec::parse("nearest_common_ancestor"), machine), 1u);
    EXPECT_TRUE(
        VcDependencies(*machine.network(), *bind_vc(machine, "nearest_common_ancestor")).is_acyclic());
  }
}

}  // namespace
}  // namespace weft
