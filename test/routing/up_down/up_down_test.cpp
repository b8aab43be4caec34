// SPDX-License-Identifier: Apache-2.0
#include "weft/routing/up_down/up_down.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "support/vc_dependencies.hpp"
#include "support/vc_failures.hpp"
#include "support/vc_walk.hpp"
#include "weft/core/error.hpp"
#include "weft/routing/up_down/up_levels.hpp"
#include "weft/topology/family/jellyfish.hpp"
#include "weft/topology/family/kautz.hpp"
#include "weft/topology/family/petersen.hpp"
#include "weft/topology/family/ring.hpp"
#include "weft/topology/family/torus.hpp"

namespace weft {
namespace {

/// Returns the lengths of the shortest up-down paths from one router to all others, by a search over (router,
/// direction).
std::vector<std::uint32_t> legal_hops(Network const& network, routing::UpDownPaths const& paths,
                                      std::uint32_t from) {
  constexpr std::uint32_t none = 0xffffffff;
  std::vector<std::uint32_t> hops(2 * network.num_routers(), none), queue{2 * from};
  hops[2 * from] = 0;
  for (std::size_t i = 0; i < queue.size(); ++i) {
    auto const at = queue[i] / 2, down = queue[i] % 2;
    for (std::uint16_t p = 0; p < network.degree({at}); ++p) {
      auto const c = network.channel({at}, {p});
      auto const next = network.target(c).v;
      bool const up = paths.is_up(at, next);
      if (network.channel_failed(c) || (up && down == 1)) continue;
      auto const state = 2 * next + (up ? 0 : 1);
      if (hops[state] != none) continue;
      hops[state] = hops[queue[i]] + 1;
      queue.push_back(state);
    }
  }
  std::vector<std::uint32_t> minimum;
  for (std::size_t r = 0; r < network.num_routers(); ++r)
    minimum.push_back(std::min(hops[2 * r], hops[2 * r + 1]));
  return minimum;
}

void expect_legal_shortest(Machine const& machine, std::uint32_t root) {
  auto const& network = *machine.network();
  routing::UpDownPaths const paths(machine.network(),
                                   routing::up_levels(*machine.network(), routing::UpOrder::root, root));
  auto const routing =
      routing::UpDown({{}, routing::UpOrder::root, static_cast<std::int64_t>(root)}).channels(machine, {});
  for (std::uint32_t from = 0; from < network.num_routers(); ++from) {
    auto const hops = legal_hops(network, paths, from);
    for (std::uint32_t to = 0; to < network.num_routers(); ++to) {
      if (network.router_failed({from}) || network.router_failed({to})) continue;
      RC_ASSERT(routing->reaches(from, to) == (hops[to] != 0xffffffff));
      if (!routing->reaches(from, to)) continue;
      VcWalk walk(network, *routing, from, to, from);
      RC_ASSERT(walk.finish(routing->traits().hop_bound));
      RC_ASSERT(walk.channels().size() == hops[to]);
      bool down = false;
      for (auto const c : walk.channels()) {
        RC_ASSERT(!network.channel_failed(c));
        bool const up = paths.is_up(network.source(c).v, network.target(c).v);
        RC_ASSERT(!(up && down));
        down = !up;
      }
    }
  }
}

RC_GTEST_PROP(VcUpDown, TakesShortestWaysThatGoUpAndThenDown, ()) {
  auto const seed = *rc::gen::inRange(1, 1000);
  topology::Jellyfish const jellyfish({14, 3, 1, seed});
  auto const root = *rc::gen::inRange(0u, 14u);
  std::set<std::pair<std::uint32_t, std::uint32_t>> links;
  auto const whole = machine_of(jellyfish);
  for (int i = *rc::gen::inRange(0, 4); i > 0; --i) {
    auto const r = *rc::gen::inRange(0u, 14u);
    auto const c = whole.network()->channel({r}, {static_cast<std::uint16_t>(*rc::gen::inRange(0, 3))});
    auto const to = whole.network()->target(c).v;
    links.insert({std::min(r, to), std::max(r, to)});
  }
  auto const machine = links.empty() ? whole : failed_machine_of(jellyfish, links);
  expect_legal_shortest(machine, root);
  RC_ASSERT(VcDependencies(*machine.network(), *bind_vc(machine, "up_down")).is_acyclic());
}

TEST(VcUpDown, ConnectsEveryRemainingComponent) {
  auto const parts = failed_machine_of(topology::Ring({8}), {{0, 7}, {2, 3}}, {5});
  auto const routing = bind_vc(parts, "up_down");
  EXPECT_TRUE(routing->reaches(0, 2));
  EXPECT_TRUE(routing->reaches(3, 4));
  EXPECT_TRUE(routing->reaches(6, 7));
  EXPECT_FALSE(routing->reaches(4, 6));
  EXPECT_FALSE(routing->reaches(0, 5));
}

TEST(VcUpDown, UsesTheSpecifiedRoot) {
  auto const ring = machine_of(topology::Ring({5}));
  routing::UpDownPaths const paths(ring.network(),
                                   routing::up_levels(*ring.network(), routing::UpOrder::root, 3));
  for (std::uint32_t r : {0u, 1u, 2u, 4u}) EXPECT_TRUE(paths.is_up(r, 3));
  EXPECT_TRUE(paths.is_up(1, 0));             // both are two hops from the root
  EXPECT_EQ(paths.distance(2, 0, false), 3);  // 2, 1, 0 would go down and then up
  EXPECT_THROW(bind_vc(ring, "up_down:up=root,root=5"), InputError);
}

TEST(VcUpDown, UsesTheRouterWithTheMostChannelsAsDefaultRoot) {
  auto const star = failed_machine_of(topology::Ring({5}), {});
  auto const torus = machine_of(topology::Torus({{3, 3}}));
  EXPECT_EQ(routing::resolve(Spec::parse("up_down"), torus, routing::Form::channels).to_string(),
            "up_down:up=root,root=0,choice=random,samples=2,threshold=0");
  routing::UpDownPaths const paths(torus.network(),
                                   routing::up_levels(*torus.network(), routing::UpOrder::root, 0));
  for (std::uint32_t r = 1; r < 9; ++r) EXPECT_TRUE(paths.is_up(r, 0));
  EXPECT_TRUE(routing::UpDown({}).serves(star));
}

TEST(VcUpDown, NeedsLinksInBothDirections) {
  EXPECT_FALSE(routing::UpDown({}).serves(machine_of(topology::Kautz({}))));
  EXPECT_EQ(routing::vcs_needed(Spec::parse("up_down"), machine_of(topology::Petersen({}))), 1u);
}

}  // namespace
}  // namespace weft
