// SPDX-License-Identifier: Apache-2.0
#include "weft/routing/o1turn/o1turn.hpp"

#include <gtest/gtest.h>

#include "support/vc_routings.hpp"
#include "support/vc_walk.hpp"
#include "weft/topology/family/hyperx.hpp"
#include "weft/topology/family/mesh.hpp"
#include "weft/topology/family/torus.hpp"

namespace weft {
namespace {

TEST(VcO1turn, UsesEachOrderForHalfOfThePacketsOnSeparateVirtualChannels) {
  topology::Mesh const mesh({{5, 4}});
  auto const machine = machine_of(mesh);
  auto const routing = bind_vc(machine, "o1turn", 3);  // 5: 3 for the first order, 2 for the other
  std::uint32_t const from = 0, corner_x = 4, corner_y = 15, to = 19;
  int first_x = 0;
  for (std::uint64_t seed = 0; seed < 400; ++seed) {
    VcWalk walk(*machine.network(), *routing, from, to, seed);
    ASSERT_TRUE(walk.finish(7));
    auto const routers = walk.routers();
    bool const x_first = std::ranges::count(routers, corner_x) == 1;
    ASSERT_NE(x_first, std::ranges::count(routers, corner_y) == 1);
    for (auto const v : walk.vcs()) ASSERT_EQ(v < 3, x_first);
    first_x += x_first;
  }
  EXPECT_GT(first_x, 150);
  EXPECT_LT(first_x, 250);
}

TEST(VcO1turn, NeedsVirtualChannelsForEachOrder) {
  auto const needs = [](auto const& topology) {
    return routing::vcs_needed(Spec::parse("o1turn"), machine_of(topology));
  };
  EXPECT_EQ(needs(topology::Mesh({{4, 4}})), 2u);
  EXPECT_EQ(needs(topology::Mesh({{1, 9}})), 1u);  // a single order
  EXPECT_EQ(needs(topology::Torus({{4, 4}})), 4u);
  EXPECT_EQ(needs(topology::Torus({{9}})), 2u);
  EXPECT_EQ(needs(topology::Hyperx({.sides = {3, 3}})), 2u);
  auto const torus = machine_of(topology::Torus({{4, 4}}));
  EXPECT_EQ(routing::vcs_needed(Spec::parse("o1turn:rings=bubble"), torus), 2u);
}

}  // namespace
}  // namespace weft
