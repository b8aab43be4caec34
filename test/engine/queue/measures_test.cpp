// SPDX-License-Identifier: Apache-2.0
#include "weft/engine/queue/measures.hpp"

#include <gtest/gtest.h>

#include "support/queue_run.hpp"

namespace weft::queue {
namespace {

/// Jobs on four nodes: one with 3 nodes for 100 s, one with 4 nodes, and a short one with 1 node, which is
/// backfilled.
std::vector<Job> const jobs{{.number = 1, .submit = 0, .run = 100, .nodes = 3, .estimate = 100},
                            {.number = 2, .submit = 20, .run = 40, .nodes = 4, .estimate = 40},
                            {.number = 3, .submit = 30, .run = 5, .nodes = 1, .estimate = 5}};

TEST(QueueMeasures, ComputeWaitsAndSlowdowns) {
  auto const outcome = run_jobs(jobs, nodes_of("ring:routers=4"), "easy");
  auto const all = wait_measures(jobs, outcome.jobs, std::vector{0u, 1u, 2u});
  EXPECT_DOUBLE_EQ(all.mean, 80.0 / 3);
  EXPECT_EQ(all.median, 0);
  EXPECT_EQ(all.ninety, 80);
  EXPECT_EQ(all.worst, 80);
  EXPECT_DOUBLE_EQ(all.bounded_slow_down, (1 + 3.0 + 1) / 3);
  EXPECT_DOUBLE_EQ(all.node_seconds, 465);
}

TEST(QueueMeasures, ComputeUtilizationLossAndQueueLength) {
  auto const outcome = run_jobs(jobs, nodes_of("ring:routers=4"), "easy");
  auto const machine = machine_measures(jobs, outcome, 4);
  EXPECT_EQ(machine.makespan, 140);
  EXPECT_DOUBLE_EQ(machine.utilization, 465.0 / 560);
  EXPECT_DOUBLE_EQ(machine.loss, 75.0 / 560);  // the fourth node from 20 to 100, except for 5 s
  EXPECT_DOUBLE_EQ(machine.queue, 80.0 / 140);
  EXPECT_EQ(machine.blocked, 0);
}

TEST(QueueMeasures, CountTimeInWhichFragmentationBlocksTheFirstJob) {
  std::vector<Job> const three{{.number = 1, .submit = 0, .run = 10, .nodes = 1, .estimate = 10},
                               {.number = 2, .submit = 0, .run = 30, .nodes = 1, .estimate = 30},
                               {.number = 3, .submit = 0, .run = 10, .nodes = 2, .estimate = 10},
                               {.number = 4, .submit = 10, .run = 10, .nodes = 3, .estimate = 10}};
  auto const nodes = nodes_of("ring:routers=4");
  auto const blocked = [&](std::string const& allocation) {
    return machine_measures(three, run_jobs(three, nodes, "fcfs", allocation), 4).blocked;
  };
  EXPECT_DOUBLE_EQ(blocked("consecutive"), 20.0 / 40);  // nodes 0, 2 and 3 are free from time 10 to 30
  EXPECT_EQ(blocked("first_free"), 0);
}

TEST(QueueMeasures, CompareFragmentationWithTheIdleMachine) {
  auto const nodes = nodes_of("dragonfly:p=1,a=4,h=1");
  Fragmentation it(nodes, [](std::uint32_t a, std::uint32_t b) { return a / 4 == b / 4 ? 1 : 3; });
  it.add(0, {0});
  EXPECT_EQ(it.jobs(), 0);
  it.add(1, {0, 4});
  it.add(2, {8, 9});
  EXPECT_EQ(it.jobs(), 2);
  EXPECT_DOUBLE_EQ(it.groups(), 1.5);
  EXPECT_DOUBLE_EQ(it.hops(), 2);
  EXPECT_DOUBLE_EQ(it.best_hops(), 1);
}

TEST(QueueMeasures, WeightSlowdownsByNodeSeconds) {
  std::vector<JobTimes> const times{{0, 200}, {0, 40}, {0, 5}};
  auto const it = slow_down_measures(jobs, times);
  EXPECT_DOUBLE_EQ(it.mean, (600.0 + 160 + 5) / 465);
  EXPECT_EQ(it.worst, 2);
  EXPECT_EQ(it.worst_job, 0);
}

}  // namespace
}  // namespace weft::queue
