// SPDX-License-Identifier: Apache-2.0
#include "weft/routing/minimal_adaptive/minimal_adaptive.hpp"

#include <set>
#include <tuple>

#include <gtest/gtest.h>

#include "support/complaint.hpp"
#include "support/vc_dependencies.hpp"
#include "support/vc_failures.hpp"
#include "support/vc_routings.hpp"
#include "support/vc_walk.hpp"
#include "weft/topology/family/dragonfly.hpp"
#include "weft/topology/family/hyperx.hpp"
#include "weft/topology/family/kary_nfly.hpp"
#include "weft/topology/family/kary_ntree.hpp"
#include "weft/topology/family/mesh.hpp"
#include "weft/topology/family/petersen.hpp"
#include "weft/topology/family/ring.hpp"
#include "weft/topology/family/slim_fly.hpp"
#include "weft/topology/family/torus.hpp"

namespace weft {
namespace {

struct Offer {
  std::uint32_t to;
  std::uint64_t vcs;
  int priority;
  bool escape;
  auto operator<=>(Offer const&) const = default;
};

std::set<Offer> offered(Machine const& machine, routing::ChannelRouting const& routing,
                        routing::Head const& head, routing::QueueView const& queues) {
  std::vector<routing::Candidate> out(routing.traits().width);
  std::uint16_t count = 0;
  routing.route({&head, 1}, queues, out, {&count, 1});
  out.resize(count);
  std::set<Offer> all;
  for (auto const& it : out)
    all.insert({machine.network()->target(machine.network()->channel({head.at}, {it.port})).v, it.vcs,
                it.priority, it.escape});
  EXPECT_EQ(all.size(), count);
  return all;
}

TEST(VcMinimalAdaptive, RequestsAllProductivePortsAndTheEscapeChannelAtLowPriority) {
  // BookSim's min_adapt: VC 0 in dimension order, VCs 1-3 of every productive port; a packet in VC 0 stays in
  // VC 0.
  auto const machine = machine_of(topology::Mesh({{4, 4}}));
  auto const routing = bind_vc(machine, "minimal_adaptive", 2);
  RandomQueues const queues(*machine.network(), 1);
  routing::Head head{.at = 5, .target = 15, .to = 15};
  std::set<Offer> const all{{6, 0b0001, 0, true}, {6, 0b1110, 1, false}, {9, 0b1110, 1, false}};
  EXPECT_EQ(offered(machine, *routing, head, queues.view()), all);
  VcWalk walk(*machine.network(), *routing, 5, 15, 1);
  auto const candidates = walk.candidates();
  walk.take(candidates.back());
  ASSERT_EQ(walk.at(), 6u);
  EXPECT_EQ(offered(machine, *routing, walk.head(), queues.view()), (std::set<Offer>{{7, 0b0001, 0, true}}));

  auto const leaves = bind_vc(machine, "minimal_adaptive:escape=leave", 2);
  EXPECT_EQ(offered(machine, *leaves, walk.head(), queues.view()),
            (std::set<Offer>{{7, 0b0001, 0, true}, {7, 0b1110, 1, false}, {10, 0b1110, 1, false}}));
  EXPECT_TRUE(routing->traits().needs_whole_packets);
  EXPECT_TRUE(leaves->traits().needs_whole_packets);
}

TEST(VcMinimalAdaptive, UsesTwoEscapeChannelsAndBothDirectionsHalfwayAroundARing) {
  auto const machine = machine_of(topology::Torus({{4, 5}}));
  auto const routing = bind_vc(machine, "minimal_adaptive:tie=plus");
  RandomQueues const queues(*machine.network(), 1);
  // From (1, 0) to (3, 4): balanced classes, no wraparound ahead in plus direction.
  EXPECT_EQ(offered(machine, *routing, {.at = 1, .target = 19, .to = 19}, queues.view()),
            (std::set<Offer>{
                {2, 0b001, 0, true}, {2, 0b100, 1, false}, {0, 0b100, 1, false}, {17, 0b100, 1, false}}));
  EXPECT_EQ(routing::vcs_needed(Spec::parse("minimal_adaptive"), machine), 3u);
  EXPECT_EQ(routing::vcs_needed(Spec::parse("minimal_adaptive:rings=bubble"), machine), 2u);
}

TEST(VcMinimalAdaptive, RequestsAllParallelLinks) {
  auto const machine = machine_of(topology::Hyperx({.sides = {3, 2}, .parallel = 2}));
  auto const routing = bind_vc(machine, "minimal_adaptive");
  EXPECT_EQ(VcWalk(*machine.network(), *routing, 0, 5, 1).candidates().size(), 6u);
}

TEST(VcMinimalAdaptive, SelectsThePortWithTheShortestQueue) {
  auto const machine = machine_of(topology::Mesh({{3, 3, 3}}));
  auto const routing = bind_vc(machine, "minimal_adaptive:selection=least_loaded,samples=3");
  RandomQueues queues(*machine.network(), 1);
  routing::Head head{.at = 0, .target = 26, .to = 26};
  for (std::uint32_t best = 0; best < 3; ++best) {
    for (std::uint32_t port = 0; port < 3; ++port) queues.at(0, port) = port == best ? 3 : 4;
    std::uint32_t const next[] = {1, 3, 9};
    EXPECT_EQ(offered(machine, *routing, head, queues.view()),
              (std::set<Offer>{{1, 0b01, 0, true}, {next[best], 0b10, 1, false}}));
  }
  std::map<std::uint32_t, int> taken;
  for (std::uint32_t port = 0; port < 3; ++port) queues.at(0, port) = 3;
  for (std::uint64_t seed = 0; seed < 600; ++seed) {
    head.draw = mix64(seed);
    for (auto const& candidate : offered(machine, *routing, head, queues.view()))
      if (!candidate.escape) ++taken[candidate.to];
  }
  EXPECT_EQ(taken.size(), 3u);
  for (auto const& [router, times] : taken) EXPECT_NEAR(times, 200, 60) << router;
}

TEST(VcMinimalAdaptive, OffersAllShortestPathsAndUpDownEscapesOnGraphs) {
  // K(3,3), like the top of a k-ary tree: between two leaves, every root is on a shortest path.
  auto const machine = machine_of(topology::KaryNtree({3, 2}));
  auto const routing = bind_vc(machine, "minimal_adaptive", 1);
  RandomQueues const queues(*machine.network(), 1);
  routing::Head head{.at = 0, .target = 2, .to = 2};
  std::set<std::uint32_t> adaptive, escapes;
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    head.draw = mix64(seed);
    auto const found = offered(machine, *routing, head, queues.view());
    EXPECT_EQ(found.size(), 4u);
    for (auto const& candidate : found) {
      EXPECT_EQ(candidate.vcs, candidate.escape ? 0b001u : 0b110u);
      EXPECT_EQ(candidate.priority, candidate.escape ? 0 : 1);
      (candidate.escape ? escapes : adaptive).insert(candidate.to);
    }
  }
  EXPECT_EQ(adaptive, (std::set<std::uint32_t>{3, 4, 5}));
  EXPECT_EQ(escapes, adaptive);
}

TEST(VcMinimalAdaptive, StaysOnTheEscapePath) {
  // A ring of six without one link is a path: routers 5, 4, .. 0. The root is 1, the lowest router with the
  // most channels.
  auto const machine = failed_machine_of(topology::Ring({6}), {{0, 5}});
  auto const& network = *machine.network();
  auto const routing = bind_vc(machine, "minimal_adaptive");
  VcWalk walk(network, *routing, 0, 5, 1);
  while (!walk.arrived()) {
    auto const candidates = walk.candidates();
    ASSERT_EQ(candidates.size(), walk.at() == 0 ? 2u : 1u);
    ASSERT_TRUE(candidates.back().escape);
    walk.take(candidates.back());
  }
  EXPECT_EQ(walk.channels().size(), 5u);
  for (auto const vc : walk.vcs()) EXPECT_EQ(vc, 0u);
}

TEST(VcMinimalAdaptive, EscapesFromAnywhereAroundFailuresAndOnIrregularNetworks) {
  for (auto const& machine : {machine_of(topology::Petersen({})), machine_of(topology::Dragonfly({1, 3, 1})),
                              machine_of(topology::SlimFly({5})),
                              failed_machine_of(topology::Torus({{4, 4}}), {{0, 1}, {5, 9}}, {10}),
                              failed_machine_of(topology::KaryNtree({2, 3}), {{0, 4}, {1, 5}}, {9})}) {
    SCOPED_TRACE(machine.spec());
    auto const routing = bind_vc(machine, "minimal_adaptive");
    EXPECT_EQ(routing::vcs_needed(Spec::parse("minimal_adaptive"), machine), 2u);
    EXPECT_FALSE(routing->traits().minimal);
    VcDependencies const waits(*machine.network(), *routing, true);
    EXPECT_TRUE(waits.is_acyclic());
    EXPECT_TRUE(waits.always_escapes());
  }
}

TEST(VcMinimalAdaptive, RejectsGridOptionsOffGrids) {
  auto const message = [](auto const& topology, char const* spec) {
    auto const rejection =
        rejection_of([&] { routing::bind_channels(Spec::parse(spec), machine_of(topology), {.vcs = 4}); });
    return rejection.value().problem;
  };
  EXPECT_EQ(message(topology::Petersen({}), "minimal_adaptive:escape=leave"),
            "minimal_adaptive:escape=leave conflicts with petersen");
  EXPECT_EQ(message(topology::Petersen({}), "minimal_adaptive:rings=bubble"),
            "minimal_adaptive does not support rings or tie on petersen");
  EXPECT_EQ(message(topology::KaryNfly({2, 3}), "minimal_adaptive"),
            "minimal_adaptive cannot route on kary_nfly");
}

TEST(VcMinimalAdaptive, RejectsTooFewVirtualChannelsForEscapePaths) {
  auto const message = [](auto const& topology, std::uint32_t vcs) {
    return complaint_of(
        [&] { routing::bind_channels(Spec::parse("minimal_adaptive"), machine_of(topology), {.vcs = vcs}); });
  };
  EXPECT_EQ(
      message(topology::Mesh({{4, 4}}), 1),
      "vcs: vcs=1 is too few for minimal_adaptive (needs 2: one for escape and one that is adaptive); set vcs=2");
  EXPECT_EQ(
      message(topology::Torus({{4, 4}}), 2),
      "vcs: vcs=2 are too few for minimal_adaptive (needs 3: two for escape on dimensions that wrap and one that is adaptive); set vcs=3");
}

}  // namespace
}  // namespace weft
