// SPDX-License-Identifier: Apache-2.0
// Starts of jobs under batch schedulers: queue.csv, the test expectations of pyss and an oracle;
// queue_sdsc.csv and queue_measures.csv, the first 5,000 lines of the log of the SDSC SP2 (Parallel Workloads
// Archive).
#include <map>
#include <numeric>

#include <gtest/gtest.h>

#include "support/queue_run.hpp"
#include "support/reference.hpp"
#include "weft/engine/queue/job_log.hpp"
#include "weft/engine/queue/measures.hpp"

namespace weft {
namespace {

using namespace queue;

std::vector<Job> jobs_in(std::vector<ReferenceRow> const& rows) {
  std::vector<Job> jobs;
  for (auto const& row : rows)
    jobs.push_back({.number = std::stoll(row.at("job")),
                    .submit = std::stod(row.at("submit")),
                    .run = std::stod(row.at("run")),
                    .nodes = static_cast<std::uint32_t>(std::stoul(row.at("nodes_of_job"))),
                    .estimate = std::stod(row.at("estimate"))});
  return jobs;
}

TEST(PublishedQueue, StartsMatchPyssAndTheOracle) {
  std::map<std::string, std::vector<ReferenceRow>> cases;
  for (auto& row : reference_rows("flow/queue.csv"))
    cases[row.at("policy") + " " + row.at("nodes") + " " + row.at("case")].push_back(std::move(row));
  EXPECT_GT(cases.size(), 100);
  for (auto& [name, rows] : cases) {
    auto const nodes = nodes_of("ring:routers=" + rows.front().at("nodes"));
    std::ranges::stable_sort(rows, {}, [](auto const& row) { return std::stod(row.at("submit")); });
    auto const outcome = run_jobs(jobs_in(rows), nodes, rows.front().at("policy"));
    for (std::size_t i = 0; i < rows.size(); ++i)
      EXPECT_EQ(outcome.jobs[i].start, std::stod(rows[i].at("start")))
          << name << ", job " << rows[i].at("job");
  }
}

JobLog sdsc_log() { return jobs_of(read_swf(WEFT_SOURCE_DIR "/test/data/flow/sdsc_sp2_5k.swf.xz"), 0); }

TEST(PublishedQueue, StartsOfTheSdscLogMatchTheOracle) {
  auto const log = sdsc_log();
  std::map<std::int64_t, ReferenceRow> expected;
  for (auto& row : reference_rows("flow/queue_sdsc.csv"))
    expected[std::stoll(row.at("job"))] = std::move(row);
  EXPECT_GT(expected.size(), 3000);
  auto const nodes = nodes_of("ring:routers=128");
  for (std::string const policy : {"fcfs", "easy"}) {
    auto const outcome = run_jobs(log.jobs, nodes, policy);
    std::size_t compared = 0;
    for (std::size_t i = 0; i < log.jobs.size(); ++i)
      if (auto const row = expected.find(log.jobs[i].number); row != expected.end()) {
        EXPECT_EQ(outcome.jobs[i].start, std::stod(row->second.at("start_" + policy)))
            << policy << ", job " << log.jobs[i].number;
        ++compared;
      }
    EXPECT_EQ(compared, expected.size());
  }
}

TEST(PublishedQueue, MeasuresOfTheSdscLogMatchTheOracle) {
  auto const log = sdsc_log();
  auto const nodes = nodes_of("ring:routers=128");
  std::map<std::string, std::map<std::string, double>> expected;
  for (auto const& row : reference_rows("flow/queue_measures.csv"))
    expected[row.at("policy")][row.at("measure")] = std::stod(row.at("value"));
  for (auto const& [policy, values] : expected) {
    auto const outcome = run_jobs(log.jobs, nodes, policy);
    std::vector<std::uint32_t> all(log.jobs.size());
    std::iota(all.begin(), all.end(), 0u);
    auto const waits = wait_measures(log.jobs, outcome.jobs, all);
    auto const machine = machine_measures(log.jobs, outcome, nodes.size());
    EXPECT_EQ(static_cast<double>(waits.jobs), values.at("jobs"));
    EXPECT_DOUBLE_EQ(waits.mean, values.at("mean_wait"));
    EXPECT_EQ(waits.worst, values.at("max_wait"));
    EXPECT_NEAR(waits.bounded_slow_down, values.at("mean_bounded_slowdown"), 1e-9);
    EXPECT_EQ(machine.makespan, values.at("makespan"));
    EXPECT_NEAR(machine.utilization, values.lower_bound("utili")->second, 1e-12);
  }
}

}  // namespace
}  // namespace weft
