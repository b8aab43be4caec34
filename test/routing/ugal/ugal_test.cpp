// SPDX-License-Identifier: Apache-2.0
#include "weft/routing/ugal/ugal.hpp"

#include <gtest/gtest.h>

#include "support/complaint.hpp"
#include "support/vc_routings.hpp"
#include "support/vc_walk.hpp"
#include "weft/topology/family/flattened_butterfly.hpp"
#include "weft/topology/family/hyperx.hpp"
#include "weft/topology/family/mesh.hpp"
#include "weft/topology/family/petersen.hpp"
#include "weft/topology/family/ring.hpp"
#include "weft/topology/family/sparse_mesh.hpp"
#include "weft/topology/family/torus.hpp"

namespace weft {
namespace {

/// Returns a head at its source with a draw that selects `intermediate` as the random intermediate router of
/// UGAL.
routing::Head head_with(std::uint32_t at, std::uint32_t to, std::uint32_t intermediate,
                        std::uint32_t routers) {
  routing::Head head{.at = at, .target = to, .to = to};
  for (std::uint64_t seed = 0;; ++seed) {
    head.draw = mix64(seed);
    if (scale32(static_cast<std::uint32_t>(head.draw >> 32), routers) == intermediate) return head;
  }
}

std::uint32_t chosen_intermediate(routing::ChannelRouting const& routing, routing::Head const& head,
                                  routing::QueueView const& queues) {
  std::vector<routing::Candidate> out(routing.traits().width);
  std::uint16_t count = 0;
  routing.route({&head, 1}, queues, out, {&count, 1});
  return out.front().intermediate;
}

class VcUgal : public testing::Test {
 protected:
  topology::Hyperx const hyperx_{{.sides = {4, 4}}};
  Machine const machine_ = machine_of(hyperx_);
  RandomQueues queues_{*machine_.network(), 1};

  void SetUp() override {
    for (std::uint32_t r = 0; r < 16; ++r)
      for (std::uint32_t port = 0; port < 6; ++port) queues_.at(r, port) = 0;
  }
  std::int32_t& queue(std::uint32_t from, std::uint32_t to) {
    for (std::uint16_t p = 0;; ++p)
      if (machine_.network()->target(machine_.network()->channel({from}, {p})).v == to)
        return queues_.at(from, p);
  }
  bool is_minimal(std::string const& routing, std::uint32_t from, std::uint32_t to,
                  std::uint32_t intermediate) {
    auto const bound = bind_vc(machine_, routing);
    auto const it = chosen_intermediate(*bound, head_with(from, to, intermediate, 16), queues_.view());
    EXPECT_TRUE(it == routing::no_intermediate || it == intermediate);
    return it == routing::no_intermediate;
  }
};

TEST_F(VcUgal, LocalViewComparesHopsTimesTheFirstQueue) {
  // 0 to 3 is one hop; via 6 = (2, 1), two hops over router 2 and two more.
  EXPECT_TRUE(is_minimal("ugal", 0, 3, 6));
  queue(0, 2) = 2;
  queue(0, 3) = 8;
  EXPECT_TRUE(is_minimal("ugal", 0, 3, 6));
  queue(0, 3) = 9;
  EXPECT_FALSE(is_minimal("ugal", 0, 3, 6));
  EXPECT_TRUE(is_minimal("ugal:threshold=1", 0, 3, 6));
  EXPECT_TRUE(is_minimal("ugal:bias=1.125", 0, 3, 6));
  EXPECT_FALSE(is_minimal("ugal:bias=1.12", 0, 3, 6));
  queue(0, 2) = 0;
  EXPECT_TRUE(is_minimal("ugal:threshold=9", 0, 3, 6));
  EXPECT_FALSE(is_minimal("ugal:threshold=8", 0, 3, 6));
}

TEST_F(VcUgal, SourceAndDestinationAreNotIntermediates) {
  queue(0, 3) = 1000;
  EXPECT_TRUE(is_minimal("ugal:bias=0.1", 0, 3, 0));
  EXPECT_TRUE(is_minimal("ugal:bias=0.1", 0, 3, 3));
  EXPECT_FALSE(is_minimal("ugal:bias=0.1", 0, 3, 6));
}

TEST_F(VcUgal, GlobalViewComparesTotalQueueLengthsOfBothPaths) {
  // 0 to 15 over router 3; via 6, over routers 2, 6 and 7.
  queue(0, 3) = 5;
  queue(3, 15) = 5;
  queue(0, 2) = queue(2, 6) = queue(6, 7) = 3;
  EXPECT_FALSE(is_minimal("ugal:view=global", 0, 15, 6));
  queue(7, 15) = 1;
  EXPECT_TRUE(is_minimal("ugal:view=global", 0, 15, 6));
  queue(3, 15) = 6;
  EXPECT_FALSE(is_minimal("ugal:view=global", 0, 15, 6));
}

TEST_F(VcUgal, DecidesAtTheSourceOnly) {
  auto const routing = bind_vc(machine_, "ugal");
  VcWalk walk(*machine_.network(), *routing, 0, 15, 4);
  walk.take(walk.candidates().front());
  for (auto const& candidate : walk.candidates()) EXPECT_EQ(candidate.intermediate, walk.intermediate());
}

TEST_F(VcUgal, UsesTheShortestQueueOfParallelPorts) {
  auto const machine = machine_of(topology::Hyperx({.sides = {3}, .parallel = 2}));
  auto const routing = bind_vc(machine, "ugal");
  RandomQueues queues(*machine.network(), 1);
  auto const head = head_with(0, 1, 2, 3);
  for (std::uint32_t port = 0; port < 4; ++port) queues.at(0, port) = port < 2 ? 9 : 0;
  EXPECT_EQ(chosen_intermediate(*routing, head, queues.view()), 2u);
  queues.at(0, 1) = 0;
  EXPECT_EQ(chosen_intermediate(*routing, head, queues.view()), routing::no_intermediate);
}

TEST_F(VcUgal, RequestsTheQueuesThatItReads) {
  auto const local = bind_vc(machine_, "ugal")->traits(),
             global = bind_vc(machine_, "ugal:view=global")->traits();
  EXPECT_TRUE(local.uses_local_queues && !local.uses_remote_queues);
  EXPECT_TRUE(!global.uses_local_queues && global.uses_remote_queues);
  EXPECT_EQ(routing::vcs_needed(Spec::parse("ugal"), machine_of(topology::FlattenedButterfly({}))), 2u);
}

TEST_F(VcUgal, MayDetourInTheLongDirectionOfARing) {
  // From 0 to 1 on a ring of 8: one hop through port plus; via 5, three hops minus and four more.
  auto const ring = machine_of(topology::Ring({8}));
  RandomQueues queues(*ring.network(), 1);
  auto const routing = bind_vc(ring, "ugal:tie=plus");
  auto const head = head_with(0, 1, 5, 8);
  auto const& network = *ring.network();
  std::uint16_t const plus = network.target(network.channel({0}, {0})).v == 1 ? 0 : 1;
  queues.at(0, plus) = 14;
  queues.at(0, 1 - plus) = 2;
  EXPECT_EQ(chosen_intermediate(*routing, head, queues.view()), routing::no_intermediate);
  queues.at(0, plus) = 15;
  EXPECT_EQ(chosen_intermediate(*routing, head, queues.view()), 5u);
  // Via 3, the packet leaves through the same port, and more hops with the same queue are never better.
  queues.at(0, plus) = 1000;
  EXPECT_EQ(chosen_intermediate(*routing, head_with(0, 1, 3, 8), queues.view()), routing::no_intermediate);
}

TEST_F(VcUgal, UsesTheQueueOfTheRandomDirectionHalfwayAroundARing) {
  auto const ring = machine_of(topology::Ring({8}));
  auto const& network = *ring.network();
  RandomQueues queues(network, 1);
  auto const routing = bind_vc(ring, "ugal");
  for (auto const blocked : {0, 1}) {
    queues.at(0, static_cast<std::uint32_t>(blocked)) = 1000;
    queues.at(0, static_cast<std::uint32_t>(1 - blocked)) = 0;
    int direct = 0, around = 0;
    for (std::uint64_t seed = 0; seed < 400; ++seed) {
      VcWalk walk(network, *routing, 0, 4, seed);
      walk.queues() = queues;
      auto const candidate = walk.candidates().front();
      if (candidate.intermediate == routing::no_intermediate && candidate.port == blocked) ++around;
      if (candidate.intermediate == routing::no_intermediate && candidate.port != blocked) ++direct;
    }
    EXPECT_GT(direct, 100);
    // Packets use the long queue if their detour uses it, too (3 of 8 routers), or if they have no detour
    // (2). The tolerance is 5 standard deviations of 9.3.
    EXPECT_NEAR(around, 400 * 0.5 * 5 / 8, 47);
  }
}

TEST_F(VcUgal, GlobalViewSumsQueuesInTheLongDirection) {
  // From 0 to 1 on a ring of 9: one hop; via 5, eight hops minus.
  auto const ring = machine_of(topology::Ring({9}));
  auto const& network = *ring.network();
  RandomQueues queues(network, 1);
  for (std::uint32_t r = 0; r < 9; ++r) queues.at(r, 0) = queues.at(r, 1) = 1;
  auto const routing = bind_vc(ring, "ugal:view=global");
  std::uint16_t const plus = network.target(network.channel({0}, {0})).v == 1 ? 0 : 1;
  auto const head = head_with(0, 1, 5, 9);
  queues.at(0, plus) = 8;
  EXPECT_EQ(chosen_intermediate(*routing, head, queues.view()), routing::no_intermediate);
  queues.at(0, plus) = 9;
  EXPECT_EQ(chosen_intermediate(*routing, head, queues.view()), 5u);
}

TEST_F(VcUgal, NeedsVirtualChannelsForTwoLegs) {
  auto const needed = [](auto const& topology, char const* spec) {
    return routing::vcs_needed(Spec::parse(spec), machine_of(topology));
  };
  EXPECT_EQ(needed(topology::Mesh({{4, 4}}), "ugal"), 2u);
  EXPECT_EQ(needed(topology::SparseMesh({4}), "ugal"), 2u);
  EXPECT_EQ(needed(topology::Torus({{4, 4}}), "ugal"), 4u);
  EXPECT_EQ(needed(topology::Torus({{4, 4}}), "ugal:rings=bubble"), 2u);
}

TEST_F(VcUgal, RejectsRingRulesOffGrids) {
  auto const rejection =
      rejection_of([] { bind_vc(machine_of(topology::Petersen({})), "ugal:rings=bubble"); });
  ASSERT_TRUE(rejection);
  EXPECT_EQ(rejection->problem, "ugal does not support rings or tie on petersen");
}

}  // namespace
}  // namespace weft
