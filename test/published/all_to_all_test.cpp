// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "support/ranks_on.hpp"
#include "weft/topology/family/hypercube.hpp"
#include "weft/topology/family/torus.hpp"

namespace weft::collective {
namespace {

/// 16.7 million messages: about 200 million executed transfers.
TEST(AllToAllOf4096Slow, ReachesTheBisectionBoundOfATorus) {
  RanksOn const machine(topology::Torus({.sides = {16, 16, 16}}));
  auto const execution = execute_plan(machine, "dimension_rings", {.operation = Operation::all_to_all});
  EXPECT_FALSE(execution.violation) << execution.violation->what;
  EXPECT_EQ(execution.slots, 4096u * 16 / 8) << "P r / 8 (Solomonik, lecture 29)";
  EXPECT_EQ(execution.transfers, 4096u * 4096u * 12ull) << "12 hops on average";
}

TEST(AllToAllOf4096Slow, MatchesTheStepsOfTheLectureWithOneWay) {
  RanksOn const machine(topology::Torus({.sides = {16, 16, 16}}));
  auto const execution = execute_plan(machine, "dimension_rings:orders=one,ways=one,embedding=rounds",
                                      {.operation = Operation::all_to_all});
  EXPECT_FALSE(execution.violation) << execution.violation->what;
  EXPECT_EQ(execution.steps, 3u * 15);
  EXPECT_EQ(execution.slots, 3u * (16 * 15 / 2) * 256);
}

TEST(AllreduceOf4096Slow, SendsTwiceTheVectorOnAHypercube) {
  RanksOn const machine(topology::Hypercube({.dimensions = 12}));
  for (auto const* algorithm : {"rabenseifner", "ring"}) {
    auto const execution = execute_plan(machine, algorithm, {.operation = Operation::allreduce});
    EXPECT_FALSE(execution.violation) << execution.violation->what;
    EXPECT_EQ(execution.blocks_per_message, 4096u);
    EXPECT_EQ(execution.slots, 2u * 4095) << algorithm << ": 2 (P - 1) / P of the vector";
  }
}

}  // namespace
}  // namespace weft::collective
