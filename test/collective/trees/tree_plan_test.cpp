// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "support/ranks_on.hpp"
#include "weft/collective/bounds.hpp"
#include "weft/topology/family/clex.hpp"
#include "weft/topology/family/kary_ntree.hpp"
#include "weft/topology/family/mesh.hpp"
#include "weft/topology/family/torus.hpp"

namespace weft::collective {
namespace {

PlanExecution executed(RanksOn const& machine, std::string const& algorithm, Task const& task) {
  auto execution = execute_plan(machine, algorithm, task);
  EXPECT_FALSE(execution.violation) << execution.violation->what;
  return execution;
}

TEST(ArcDisjointTrees, BroadcastOn8x8x8UsesSixTreesInDepthPlusPackets) {
  RanksOn const machine(topology::Torus({.sides = {8, 8, 8}}));
  for (std::uint32_t const packets : {1, 6, 7, 100, 1000}) {
    auto const execution = executed(machine, "arc_disjoint_trees", {.root = 77, .packets = packets});
    EXPECT_EQ(execution.steps, 22 + (packets + 5) / 6 - 1);
    EXPECT_EQ(execution.transfers, std::uint64_t{packets} * 511);
    EXPECT_EQ(execution.redundant, 0u);
  }
}

TEST(ArcDisjointTrees, ReduceIsTheReversedBroadcast) {
  RanksOn const machine(topology::Torus({.sides = {3, 4, 5}}));
  for (std::uint32_t const packets : {1, 5, 60}) {
    Task task{.operation = Operation::broadcast, .root = 11, .packets = packets};
    auto const broadcast = executed(machine, "arc_disjoint_trees", task);
    task.operation = Operation::reduce;
    auto const reduce = executed(machine, "arc_disjoint_trees", task);
    EXPECT_EQ(reduce.steps, broadcast.steps);
    EXPECT_EQ(reduce.transfers, broadcast.transfers);
    task.operation = Operation::allreduce;
    EXPECT_LE(executed(machine, "arc_disjoint_trees", task).steps, 2 * broadcast.steps);
  }
}

TEST(ArcDisjointTrees, ScatterAndGatherApproachTheBandwidthOfTheRoot) {
  for (auto const& sides : {Sides{8, 8, 8}, Sides{5, 5}, Sides{9}, Sides{4, 3, 3, 3}}) {
    RanksOn const machine(topology::Torus({.sides = sides}));
    for (auto const operation : {Operation::scatter, Operation::gather})
      for (std::uint32_t const packets : {1, 3}) {
        Task const task{.operation = operation, .root = 2, .packets = packets};
        auto const steps = executed(machine, "arc_disjoint_trees", task).steps;
        EXPECT_LE(steps, lower_bounds(machine, task).slots(packets) + 5) << format_sides(sides);
      }
  }
}

TEST(SingleTree, GoesUpAndDownSimultaneously) {
  RanksOn const machine(topology::Mesh({.sides = {4, 6}}));
  for (std::uint32_t const packets : {1, 10}) {
    auto const steps = [&](Operation operation) {
      return executed(machine, "single_tree", {.operation = operation, .packets = packets}).steps;
    };
    EXPECT_EQ(steps(Operation::broadcast), 8 + packets - 1);
    EXPECT_EQ(steps(Operation::reduce), 8 + packets - 1);
    EXPECT_EQ(steps(Operation::allreduce), 16 + packets - 1);
  }
  EXPECT_EQ(executed(machine, "single_tree", {.operation = Operation::barrier}).steps, 16u);
}

TEST(SingleTree, WidensStepsForSlowChannels) {
  // Channels of level 1 transfer half a block per slot, channels of level 2 three blocks per slot: steps have
  // two slots.
  RanksOn const machine(topology::Clex({.m = 3, .levels = 2, .bandwidth = {0.5, 3}}));
  auto const execution = executed(machine, "single_tree", {.packets = 10});
  EXPECT_EQ(execution.slots, 2 * execution.steps);
  RanksOn const fast(topology::Clex({.m = 3, .levels = 2, .bandwidth = {2, 3}}));
  EXPECT_EQ(executed(fast, "single_tree", {.packets = 10}).slots,
            executed(fast, "single_tree", {.packets = 2}).slots + 4);
}

TEST(SingleTree, RespectsTheLimitOfSends) {
  RanksOn const machine(topology::KaryNtree({.arity = 4, .levels = 2}));
  auto const free = executed(machine, "single_tree", {.packets = 12});
  EXPECT_EQ(free.steps, 4u + 11);
  for (std::uint32_t const sends : {1, 2, 3}) {
    auto const limited = executed(machine, "single_tree", {.packets = 12, .sends = sends});
    EXPECT_GT(limited.slots, free.slots);
  }
}

RC_GTEST_PROP(TreePlans, ReachRandomReceiversOnly, ()) {
  auto const side = *rc::gen::inRange<std::int64_t>(3, 6);
  RanksOn const machine(topology::Torus({.sides = {side, 3}}));
  auto const ranks = machine.size();
  auto receivers = *rc::gen::unique<std::vector<std::uint32_t>>(*rc::gen::inRange<std::size_t>(1, ranks),
                                                                rc::gen::inRange<std::uint32_t>(0, ranks));
  std::ranges::sort(receivers);
  Task const task{.root = *rc::gen::inRange<std::uint32_t>(0, ranks),
                  .receivers = receivers,
                  .packets = *rc::gen::inRange<std::uint32_t>(1, 20),
                  .sends = *rc::gen::inRange<std::uint32_t>(0, 5)};
  for (auto const* algorithm : {"arc_disjoint_trees", "packed_trees", "single_tree"}) {
    auto const execution = execute_plan(machine, algorithm, task);
    RC_ASSERT(!execution.violation);
    RC_ASSERT(execution.redundant == 0u);
    RC_ASSERT(execution.slots >= lower_bounds(machine, task).slots(task.packets));
    auto const all = execute_plan(machine, algorithm, {.root = task.root, .packets = task.packets});
    RC_ASSERT(execution.transfers <= all.transfers);
  }
}

}  // namespace
}  // namespace weft::collective
