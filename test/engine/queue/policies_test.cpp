// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "support/queue_oracle.hpp"
#include "support/queue_run.hpp"

namespace weft::queue {
namespace {

/// Returns random jobs. `spread`: maximum time between submissions.
std::vector<Job> random_jobs(std::uint32_t nodes, int spread) {
  auto const count = *rc::gen::inRange(0, 40);
  std::vector<Job> jobs;
  double submit = 0;
  for (int i = 0; i < count; ++i) {
    submit += *rc::gen::inRange(0, spread);
    double const run = *rc::gen::inRange(0, 20), estimate = *rc::gen::inRange(1, 25);
    jobs.push_back({.number = i,
                    .submit = submit,
                    .run = run,
                    .nodes = *rc::gen::inRange<std::uint32_t>(1, nodes + 1),
                    .estimate = estimate});
  }
  return jobs;
}

std::vector<double> starts_of(QueueOutcome const& outcome) {
  std::vector<double> starts;
  for (auto const& it : outcome.jobs) starts.push_back(it.start);
  return starts;
}

RC_GTEST_PROP(QueuePolicies, MatchTheOracle, ()) {
  auto const nodes = *rc::gen::element(1u, 5u, 16u);
  auto const jobs = random_jobs(nodes, *rc::gen::element(1, 4, 12));
  auto const machine = nodes_of("complete:routers=" + std::to_string(std::max(nodes, 2u)));
  for (std::string const policy : {"fcfs", "easy", "conservative"})
    RC_ASSERT(starts_of(run_jobs(jobs, machine, policy)) ==
              QueueOracle(jobs, machine.size(), policy).starts());
}

RC_GTEST_PROP(QueuePolicies, AssignDisjointNodesToConcurrentJobs, ()) {
  auto const machine = nodes_of("torus:sides=4x4");
  auto const jobs = random_jobs(machine.size(), 4);
  for (std::string const allocation : {"box", "consecutive", "random", "curve:fallback=false"})
    for (std::string const policy : {"fcfs", "easy", "conservative"}) {
      auto const outcome = run_jobs(jobs, machine, policy, allocation);
      for (std::size_t i = 0; i < jobs.size(); ++i) {
        RC_ASSERT(outcome.jobs[i].start >= jobs[i].submit);
        RC_ASSERT(outcome.jobs[i].end == outcome.jobs[i].start + jobs[i].duration());
      }
      for (auto const& moment : outcome.moments) RC_ASSERT(moment.busy <= machine.size());
    }
}

// Backfilled jobs do not delay the first job: with exact estimates, it starts at its reservation.
RC_GTEST_PROP(QueuePolicies, EasyPreservesTheReservationOfTheFirstJob, ()) {
  auto const machine = nodes_of("ring:routers=8");
  std::vector<Job> jobs{
      {.number = 0, .submit = 0, .run = 10, .nodes = *rc::gen::inRange(1u, 5u), .estimate = 10},
      {.number = 1, .submit = 0, .run = 20, .nodes = *rc::gen::inRange(1u, 5u), .estimate = 20},
      {.number = 2, .submit = 1, .run = 5, .nodes = 8, .estimate = 5}};
  auto const before = run_jobs(jobs, machine, "easy", "consecutive").jobs[2].start;
  double submit = 1;
  for (int i = 3; i < 12; ++i) {
    double const run = *rc::gen::inRange(1, 40);
    jobs.push_back({.number = i,
                    .submit = submit += *rc::gen::inRange(0, 2),
                    .run = run,
                    .nodes = *rc::gen::inRange(1u, 9u),
                    .estimate = run});
  }
  RC_ASSERT(run_jobs(jobs, machine, "easy", "consecutive").jobs[2].start == before);
}

TEST(QueuePolicies, EasyBackfillsAShortJobAndFcfsDoesNot) {
  std::vector<Job> const jobs{{.number = 1, .submit = 0, .run = 100, .nodes = 3, .estimate = 100},
                              {.number = 2, .submit = 1, .run = 50, .nodes = 4, .estimate = 50},
                              {.number = 3, .submit = 2, .run = 98, .nodes = 1, .estimate = 98},
                              {.number = 4, .submit = 2, .run = 99, .nodes = 1, .estimate = 99}};
  auto const machine = nodes_of("ring:routers=4");
  EXPECT_EQ(starts_of(run_jobs(jobs, machine, "fcfs")), (std::vector<double>{0, 100, 150, 150}));
  EXPECT_EQ(starts_of(run_jobs(jobs, machine, "easy")), (std::vector<double>{0, 100, 2, 150}));
  EXPECT_EQ(starts_of(run_jobs(jobs, machine, "conservative")), (std::vector<double>{0, 100, 2, 150}));
}

TEST(QueuePolicies, SimultaneousEndsAndSubmissionsPrecedeScheduling) {
  std::vector<Job> const jobs{{.number = 1, .submit = 0, .run = 10, .nodes = 2, .estimate = 10},
                              {.number = 2, .submit = 10, .run = 5, .nodes = 2, .estimate = 5}};
  EXPECT_EQ(run_jobs(jobs, nodes_of("ring:routers=2"), "easy").jobs[1].start, 10);
}

}  // namespace
}  // namespace weft::queue
