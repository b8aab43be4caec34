// SPDX-License-Identifier: Apache-2.0
#include "weft/routing/valiant/valiant.hpp"

#include <gtest/gtest.h>

#include "support/routing_on.hpp"
#include "support/vc_routings.hpp"
#include "support/vc_walk.hpp"
#include "weft/core/statistics.hpp"
#include "weft/topology/family/clex.hpp"
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

TEST(VcValiant, UsesTwoDimensionOrderLegsOnSeparateVirtualChannels) {
  auto const machine = machine_of(topology::Torus({{5, 7}}));  // odd: no ties
  auto const valiant = bind_vc(machine, "valiant"), direct = bind_vc(machine, "dimension_order");
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    VcWalk walk(*machine.network(), *valiant, 3, 22, seed);
    auto const intermediate = walk.candidates().front().intermediate;
    auto expected =
        candidate(machine, *direct, 3, intermediate == routing::no_intermediate ? 22 : intermediate);
    auto const first_leg = intermediate == routing::no_intermediate ? 0 : expected.size() - 1;
    if (intermediate != routing::no_intermediate) {
      auto const second = candidate(machine, *direct, intermediate, 22);
      expected.insert(expected.end(), second.begin() + 1, second.end());
    }
    ASSERT_TRUE(walk.finish(valiant->traits().hop_bound));
    ASSERT_EQ(walk.routers(), expected);
    for (std::size_t i = 0; i < walk.vcs().size(); ++i) ASSERT_EQ(walk.vcs()[i] < 2, i < first_leg);
  }
}

TEST(VcValiant, UsesAnyRouterAsIntermediate) {
  auto const machine = machine_of(topology::Mesh({{4, 4}}));
  auto const routing = bind_vc(machine, "valiant");
  std::vector<int> counts(16);
  for (std::uint64_t seed = 0; seed < 3200; ++seed) {
    auto const intermediate =
        VcWalk(*machine.network(), *routing, 5, 10, seed).candidates().front().intermediate;
    ++counts[intermediate == routing::no_intermediate ? 5 : intermediate];
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

TEST(Valiant, UsesTwoLegs) {
  // The initial state of a packet is its intermediate router; each leg is a dimension-order path.
  topology::Torus const torus({{6, 5}});
  auto const valiant = routing_on(torus, "valiant:tie=plus"),
             direct = routing_on(torus, "dimension_order:tie=plus");
  for (std::uint64_t draw_seed = 0; draw_seed < 50; ++draw_seed) {
    RouterId const from{3};
    std::uint32_t to = 22, state = 0;
    valiant.routing->encode({&to, 1});
    std::uint64_t const draw = mix64(draw_seed);
    valiant.routing->start({.at = {&from, 1}, .to = {&to, 1}, .draw = {&draw, 1}, .next_state = {&state, 1}});
    auto const intermediate = valiant.routing->decode(state);
    auto expected = direct.finished(3, intermediate.v).routers();
    auto const second = direct.finished(intermediate.v, 22).routers();
    expected.insert(expected.end(), second.begin() + 1, second.end());
    std::vector<std::uint32_t> passed{3};
    for (RouterId at = from; passed.size() < 30;) {
      PortId port;
      std::uint32_t next = 0;
      valiant.routing->route({.at = {&at, 1},
                              .to = {&to, 1},
                              .state = {&state, 1},
                              .draw = {&draw, 1},
                              .port = {&port, 1},
                              .next_state = {&next, 1}});
      if (port == arrived) break;
      state = next;
      at = torus.neighbor(at, port).router;
      passed.push_back(at.v);
    }
    EXPECT_EQ(passed, expected);
  }
}

TEST(Valiant, DoublesTheMeanDistance) {
  topology::Torus const torus({{8, 8}});  // mean distance 4, including distance 0 to itself
  auto const m = routing_on(torus, "valiant");
  RunningStatistics hops;
  for (std::uint32_t from = 0; from < 64; ++from)
    for (std::uint32_t to = 0; to < 64; ++to)
      if (from != to) hops.add(static_cast<double>(m.finished(from, to, from + to).channels().size()));
  EXPECT_NEAR(hops.mean(), 8, 0.15);
}

TEST(Valiant, DoesNotMoveLocalPackets) {
  EXPECT_TRUE(routing_on(topology::Torus({{8, 8}}), "valiant").finished(5, 5).channels().empty());
}

TEST(Valiant, SupportsAnyNetwork) {
  topology::Clex const clex({.m = 4, .levels = 2});
  auto const m = routing_on(clex, "valiant");
  for (std::uint32_t to = 0; to < 16; ++to) EXPECT_EQ(m.finished(6, to, to).at(), RouterId{to});
}

}  // namespace
}  // namespace weft
