// SPDX-License-Identifier: Apache-2.0
#include "weft/collective/bounds.hpp"

#include <gtest/gtest.h>

#include "support/ranks_on.hpp"
#include "weft/topology/family/dragonfly.hpp"
#include "weft/topology/family/kary_ntree.hpp"
#include "weft/topology/family/mesh.hpp"
#include "weft/topology/family/torus.hpp"

namespace weft::collective {
namespace {

TEST(LowerBounds, MatchHandComputedBoundsOfATorus) {
  RanksOn const machine(topology::Torus({.sides = {8, 8, 8}}));
  auto const of = [&](Operation operation) {
    return lower_bounds(machine, {.operation = operation, .root = 5});
  };
  EXPECT_EQ(of(Operation::broadcast).steps, 12u);
  EXPECT_DOUBLE_EQ(of(Operation::broadcast).node, 1.0 / 6);
  EXPECT_EQ(of(Operation::broadcast).slots(1000), 11u + 167);
  EXPECT_EQ(of(Operation::reduce).slots(1000), 11u + 167);
  EXPECT_DOUBLE_EQ(of(Operation::scatter).node, 511.0 / 6);
  EXPECT_DOUBLE_EQ(of(Operation::gather).node, 511.0 / 6);
  EXPECT_DOUBLE_EQ(of(Operation::allgather).node, 511.0 / 6);
  EXPECT_DOUBLE_EQ(of(Operation::allreduce).network, 2 * 511.0 / (512 * 6));
  EXPECT_DOUBLE_EQ(of(Operation::reduce_scatter).network, 511.0 / (512 * 6));
  EXPECT_DOUBLE_EQ(of(Operation::reduce_scatter).node, 511.0 / 512 / 6);
  // The sum of all distances is 512 * 512 * 6 hops over 3072 channels; 256 * 256 messages cross the middle
  // over 128 channels.
  EXPECT_DOUBLE_EQ(of(Operation::all_to_all).network, 512);
  EXPECT_DOUBLE_EQ(of(Operation::all_to_all).cut, 512);
  EXPECT_EQ(of(Operation::barrier).steps, 12u);
  EXPECT_EQ(of(Operation::barrier).bandwidth(), 0);
}

TEST(LowerBounds, IncludeTheChannelsOfTerminals) {
  // 16 terminals below a tree of two levels: one channel to and from each, four hops between different leaf
  // routers.
  RanksOn const machine(topology::KaryNtree({.arity = 4, .levels = 2}));
  auto const bounds = lower_bounds(machine, {.operation = Operation::all_to_all});
  EXPECT_EQ(bounds.steps, 4u);
  EXPECT_DOUBLE_EQ(bounds.node, 15);
  auto const broadcast = lower_bounds(machine, {.packets = 1});
  EXPECT_EQ(broadcast.slots(10), 3u + 10);
}

TEST(LowerBounds, DependOnInjectionAndReceivers) {
  RanksOn const machine(topology::Torus({.sides = {8, 8}}));
  EXPECT_DOUBLE_EQ(lower_bounds(machine, {.sends = 1}).node, 1);
  EXPECT_DOUBLE_EQ(lower_bounds(machine, {.sends = 9}).node, 0.25);
  EXPECT_EQ(lower_bounds(machine, {.receivers = {1, 2}}).steps, 2u);
  EXPECT_EQ(lower_bounds(machine, {.receivers = {0}}).slots(100), 0u);
}

TEST(LowerBounds, IncreaseWithoutFullInjection) {
  // Solomonik 2016: with full injection, a node sends over all 2 k links; here over 2 or 1 of 4 links.
  RanksOn const limited(topology::Torus({.sides = {8, 8}, .injection = 2}));
  EXPECT_DOUBLE_EQ(lower_bounds(limited, {.packets = 1}).node, 1.0 / 2);
  EXPECT_DOUBLE_EQ(lower_bounds(limited, {.operation = Operation::all_to_all}).node, 63.0 / 2);
  RanksOn const single(topology::Torus({.sides = {8, 8}, .injection = 1}));
  EXPECT_DOUBLE_EQ(lower_bounds(single, {.packets = 1}).node, 1);
}

TEST(LowerBounds, AreZeroForASingleRank) {
  RanksOn const machine(topology::Torus({.sides = {1}}));
  for (auto const& listed : enum_values<Operation>) {
    auto const bounds = lower_bounds(machine, {.operation = listed.value});
    EXPECT_EQ(bounds.slots(10), 0u);
    EXPECT_EQ(bounds.seconds(1e6, {}), 0);
  }
}

TEST(LowerBounds, CountLatencyAndBytes) {
  RanksOn const machine(topology::Mesh({.sides = {4}}));
  auto const bounds = lower_bounds(machine, {.root = 1});
  EXPECT_EQ(bounds.steps, 2u);
  EXPECT_DOUBLE_EQ(bounds.node, 1);
  EXPECT_DOUBLE_EQ(bounds.seconds(100, {.alpha = 3, .beta = 0.5}), 2 * 3 + 50);
}

}  // namespace
}  // namespace weft::collective
