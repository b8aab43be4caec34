// SPDX-License-Identifier: Apache-2.0
// The adaptive routing of docs/how-to/add-a-routing.md, compiled as it stands there.

#include <gtest/gtest.h>

#include "support/machine_of.hpp"
#include "support/vc_dependencies.hpp"
#include "support/vc_walk.hpp"
#include "weft/routing/either_way/either_way.hpp"
#include "weft/topology/family/ring.hpp"

namespace weft {
namespace {

/// In a ring of 6, router 1 is 3 hops from router 4 in the plus direction (4, 5, 0, 1) and 3 in the minus
/// direction (4, 3, 2, 1); router 0 is 2 and 4 hops away.
TEST(AddAnAdaptiveRouting, PacketsAvoidTheLongerQueueAndNoCycleCloses) {
  auto const machine = machine_of(topology::Ring({.routers = 6}));
  routing::EitherWay const either_way({});
  ASSERT_TRUE(either_way.serves(machine));
  auto const routing = either_way.channels(machine, {.vcs = 2});
  auto const plus = machine.grid()->step(4, 0, true), minus = machine.grid()->step(4, 0, false);
  auto const path = [&](std::uint32_t to, std::int32_t queue_plus, std::int32_t queue_minus) {
    VcWalk walk(*machine.network(), *routing, 4, to, 1);
    walk.queues().at(4, plus) = queue_plus;
    walk.queues().at(4, minus) = queue_minus;
    EXPECT_TRUE(walk.finish(5));
    return walk.routers();
  };
  using Path = std::vector<std::uint32_t>;
  EXPECT_EQ(path(1, 5, 6), (Path{4, 5, 0, 1}));
  EXPECT_EQ(path(1, 6, 5), (Path{4, 3, 2, 1}));
  EXPECT_EQ(path(0, 6, 3), (Path{4, 5, 0})) << "2 * 7 < 4 * 4";
  EXPECT_EQ(path(0, 8, 3), (Path{4, 3, 2, 1, 0})) << "2 * 9 > 4 * 4";
  EXPECT_TRUE(VcDependencies(*machine.network(), *routing).is_acyclic());
  auto const one = either_way.channels(machine, {.vcs = 1, .allow_deadlock = true});
  EXPECT_FALSE(VcDependencies(*machine.network(), *one).is_acyclic());
}

}  // namespace
}  // namespace weft
