#include "weft/routing/valiant/valiant.hpp"

#include <gtest/gtest.h>

#include "support/vc_routings.hpp"
#include "support/vc_walk.hpp"
#include "weft/topology/family/flattened_butterfly.hpp"
#include "weft/topology/family/mesh.hpp"
#include "weft/topology/family/torus.hpp"

namespace weft {
namespace {

std::vector<std::uint32_t> candidate(Machine const& machine, routing::ChannelRouting const& routing,
                                     std::uint32_t from, std::uint32_t to, std::uint64_t seed = 1) {
  VcWalk walk(*machine.network(), routing, from, to, seed);
  walk.finish(100);
  return walk.routers();
}

TEST(VcValiant, TakesTwoLegsInDimensionOrderOnVirtualChannelsOfTheirOwn) {
  auto const machine = machine_of(topology::Torus({{5, 7}}));  // odd: no ties
  auto const valiant = bind_vc(machine, "valiant"), direct = bind_vc(machine, "dimension_order");
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    VcWalk walk(*machine.network(), *valiant, 3, 22, seed);
    auto const via = walk.candidates().front().via;
    auto expected = candidate(machine, *direct, 3, via == routing::no_via ? 22 : via);
    auto const first_leg = via == routing::no_via ? 0 : expected.size() - 1;
    if (via != routing::no_via) {
      auto const second = candidate(machine, *direct, via, 22);
      expected.insert(expected.end(), second.begin() + 1, second.end());
    }
    ASSERT_TRUE(walk.finish(valiant->traits().hop_bound));
    ASSERT_EQ(walk.routers(), expected);
    for (std::size_t i = 0; i < walk.vcs().size(); ++i) ASSERT_EQ(walk.vcs()[i] < 2, i < first_leg);
  }
}

TEST(VcValiant, AnyRouterIsTheIntermediateOne) {
  auto const machine = machine_of(topology::Mesh({{4, 4}}));
  auto const routing = bind_vc(machine, "valiant");
  std::vector<int> counts(16);
  for (std::uint64_t seed = 0; seed < 3200; ++seed) {
    auto const via = VcWalk(*machine.network(), *routing, 5, 10, seed).candidates().front().via;
    ++counts[via == routing::no_via ? 5 : via];
  }
  for (auto const count : counts) {
    EXPECT_GT(count, 130);  // 200 expected, standard deviation 14
    EXPECT_LT(count, 270);
  }
}

TEST(VcValiant, NeedsVirtualChannelsForEachLeg) {
  auto const needs = [](auto const& topology) {
    return routing::vcs_needed(Spec::parse("valiant"), machine_of(topology));
  };
  EXPECT_EQ(needs(topology::Mesh({{4, 4}})), 2u);
  EXPECT_EQ(needs(topology::Torus({{4, 4}})), 4u);
  EXPECT_EQ(needs(topology::FlattenedButterfly({})), 2u);
}

}  // namespace
}  // namespace weft
