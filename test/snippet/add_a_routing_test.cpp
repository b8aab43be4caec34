// SPDX-License-Identifier: Apache-2.0
// The routing of docs/how-to/add-a-routing.md, compiled as it stands there.

#include <gtest/gtest.h>

#include "support/machine_of.hpp"
#include "support/vc_dependencies.hpp"
#include "support/vc_walk.hpp"
#include "weft/routing/clockwise/clockwise.hpp"
#include "weft/topology/family/ring.hpp"

namespace weft {
namespace {

TEST(AddARouting, DeliversPacketsAndIsDeadlockFree) {
  auto const machine = machine_of(topology::Ring({.routers = 6}));
  routing::Clockwise const clockwise({});
  ASSERT_TRUE(clockwise.serves(machine));
  auto const routing = clockwise.channels(machine, {.vcs = 2});
  VcWalk walk(*machine.network(), *routing, 4, 2, 1);
  ASSERT_TRUE(walk.finish(5));
  EXPECT_EQ(walk.routers(), (std::vector<std::uint32_t>{4, 5, 0, 1, 2}));
  EXPECT_EQ(walk.vcs(), (std::vector<std::uint8_t>{0, 0, 1, 1}));
  EXPECT_TRUE(VcDependencies(*machine.network(), *routing).is_acyclic());

  EXPECT_THROW(clockwise.channels(machine, {.vcs = 1}), InputError);
  auto const one = clockwise.channels(machine, {.vcs = 1, .allow_deadlock = true});
  EXPECT_FALSE(VcDependencies(*machine.network(), *one).is_acyclic());
}

}  // namespace
}  // namespace weft
