// SPDX-License-Identifier: Apache-2.0
#include "weft/routing/dal/dal.hpp"

#include <set>

#include <gtest/gtest.h>

#include "support/vc_routings.hpp"
#include "support/vc_walk.hpp"
#include "weft/topology/family/hyperx.hpp"
#include "weft/topology/family/mesh.hpp"

namespace weft {
namespace {

class VcDal : public testing::Test {
 protected:
  Machine const machine_ = machine_of(topology::Hyperx({.sides = {4, 4}}));

  std::uint32_t target(std::uint32_t from, std::uint16_t port) const {
    return machine_.network()->target(machine_.network()->channel({from}, {port})).v;
  }
  void fill(VcWalk& walk, std::int32_t flits) const {
    for (std::uint32_t r = 0; r < 16; ++r)
      for (std::uint32_t port = 0; port < 6; ++port) walk.queues().at(r, port) = flits;
  }
  std::int32_t& queue(VcWalk& walk, std::uint32_t from, std::uint32_t to) const {
    for (std::uint16_t p = 0;; ++p)
      if (target(from, p) == to) return walk.queues().at(from, p);
  }
};

TEST_F(VcDal, IsMinimalIfQueuesAreEqual) {
  auto const routing = bind_vc(machine_, "dal", 2);
  for (std::int32_t const flits : {0, 7})
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
      VcWalk walk(*machine_.network(), *routing, 0, 15, seed);
      fill(walk, flits);
      ASSERT_TRUE(walk.finish(2));
    }
}

TEST_F(VcDal, DeroutesIfThatCostsLess) {
  auto const next = [&](std::string const& spec, std::int32_t direct, std::int32_t around) {
    auto const routing = bind_vc(machine_, spec, 2);
    VcWalk walk(*machine_.network(), *routing, 0, 3, 1);
    fill(walk, 100);
    queue(walk, 0, 3) = direct;
    queue(walk, 0, 2) = around;
    auto const candidates = walk.candidates();
    EXPECT_EQ(candidates.size(), 2u);
    EXPECT_EQ(candidates[0].vcs, 0b1110u);
    EXPECT_FALSE(candidates[0].escape);
    EXPECT_EQ(candidates[1].vcs, 0b0001u);
    EXPECT_TRUE(candidates[1].escape && candidates[1].priority < candidates[0].priority);
    EXPECT_EQ(target(0, candidates[1].port), 3u);
    return target(0, candidates[0].port);
  };
  EXPECT_EQ(next("dal", 10, 5), 3u);  // one hop with queue 10 or two hops with queue 5
  EXPECT_EQ(next("dal", 11, 5), 2u);
  EXPECT_EQ(next("dal:threshold=1", 11, 5), 3u);
  EXPECT_EQ(next("dal:threshold=-1", 10, 5), 2u);
}

TEST_F(VcDal, DoesNotCountACorrectionAsADeroute) {
  routing::Possible possible;
  bind_vc(machine_, "dal")->possible({.at = 0, .target = 3, .to = 3}, possible);
  std::multiset<std::pair<std::uint32_t, bool>> candidates;
  for (auto const& it : possible.candidates) candidates.insert({target(0, it.port), it.escape});
  EXPECT_EQ(candidates,
            (std::multiset<std::pair<std::uint32_t, bool>>{{1, false}, {2, false}, {3, false}, {3, true}}));
}

TEST_F(VcDal, DeroutesOncePerUncorrectedDimension) {
  auto const routing = bind_vc(machine_, "dal");
  VcWalk walk(*machine_.network(), *routing, 0, 3, 1);
  fill(walk, 0);
  queue(walk, 0, 3) = 50;
  queue(walk, 0, 1) = 20;
  walk.take(walk.candidates().front());
  ASSERT_EQ(walk.at(), 2u);
  queue(walk, 2, 3) = 50;
  EXPECT_EQ(target(2, walk.candidates().front().port), 3u);
}

TEST_F(VcDal, MakesAtMostOneDeroutePerDimension) {
  auto const routing = bind_vc(machine_, "dal");
  EXPECT_EQ(routing->traits().hop_bound, 4u);
  std::size_t longest = 0;
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    VcWalk walk(*machine_.network(), *routing, 0, 15, seed);
    while (!walk.arrived()) walk.take(walk.candidates().front());
    longest = std::max(longest, walk.channels().size());
  }
  EXPECT_EQ(longest, 4u);
}

TEST_F(VcDal, OnlyCorrectsCoordinatesAfterAnEscape) {
  for (std::string const spec : {"dal", "dal:escape=leave"}) {
    auto const routing = bind_vc(machine_, spec);
    VcWalk walk(*machine_.network(), *routing, 0, 15, 1);
    walk.take(walk.candidates().back());
    fill(walk, 0);
    queue(walk, walk.at(), 15) = 50;
    auto const candidates = walk.candidates();
    EXPECT_EQ(candidates.size(), spec == "dal" ? 1u : 2u);
    for (auto const& candidate : candidates) EXPECT_EQ(target(walk.at(), candidate.port), 15u);
  }
}

TEST_F(VcDal, NeedsAHyperX) {
  EXPECT_THROW(routing::bind_channels(Spec::parse("dal"), machine_of(topology::Mesh({{4, 4}})), {.vcs = 4}),
               InputError);
  EXPECT_THROW(routing::bind_channels(Spec::parse("dal"), machine_, {.vcs = 1}), InputError);
}

}  // namespace
}  // namespace weft
