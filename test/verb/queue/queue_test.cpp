// SPDX-License-Identifier: Apache-2.0
#include "weft/verb/queue/queue.hpp"

#include <fstream>
#include <set>

#include <gtest/gtest.h>

#include "support/complaint.hpp"
#include "support/scratch.hpp"
#include "weft/core/parallel.hpp"
#include "weft/io/swf.hpp"
#include "weft/verb/load/load.hpp"
#include "weft/verb/verb.hpp"

namespace weft::verb {
namespace {

using queue::InterferenceModel;

/// Writes logs to files.
class QueueOfAFile : public testing::Test {
 protected:
  std::string file(char const* name, std::string const& text) {
    std::ofstream(scratch_ / name) << text;
    return (scratch_ / name).string();
  }
  Scratch const scratch_;
};

std::string complaint(QueueVerb::Params const& params) {
  return complaint_of([&] { run<QueueVerb>(params); });
}

TEST(QueueVerb, DefaultsRunWithoutFiles) {
  auto const result = run<QueueVerb>({});
  EXPECT_EQ(result.table("summary").at(0, "jobs"), Value{1000});
  EXPECT_EQ(result.table("summary").at(0, "nodes"), Value{512});
  EXPECT_EQ(result.table("longest_waits").rows.size(), 20);
  EXPECT_EQ(result.find_array("job_start")->size(), 1000);
  EXPECT_EQ(figures_of(result).size(), 3);
  EXPECT_EQ(run<QueueVerb>({.details = JobDetails::jobs}).table("jobs").rows.size(), 1000);
}

TEST_F(QueueOfAFile, JobsStartAndEndOnTheirNodes) {
  auto const log = file("jobs.csv", "submit,run,nodes\n0,100,3\n10,50,2\n20,30,1\n");
  auto const result = run<QueueVerb>({.topology = "ring:routers=4", .log = log, .details = JobDetails::jobs});
  auto const& jobs = result.table("jobs");
  EXPECT_EQ(jobs.at(0, "start"), Value{0.0});
  EXPECT_EQ(jobs.at(0, "on"), Value{"0..2"});
  EXPECT_EQ(jobs.at(1, "start"), Value{100.0});
  EXPECT_EQ(jobs.at(1, "end"), Value{150.0});
  EXPECT_EQ(jobs.at(2, "start"), Value{20.0});
  EXPECT_EQ(jobs.at(2, "on"), Value{"3"});
  EXPECT_EQ(
      result.answer,
      "mean wait 30 s, maximum 90 s (3 jobs); utilization 71.7 %, hops within a job 1.00 times the best");
}

/// Four nodes in a ring. Job 1 has nodes 0 to 2 until 100 s. Job 2 (four nodes) waits 90 s until then, for
/// 10 s. Job 3 (one node, estimate 30 s) is submitted at 20 s: under easy it starts on node 3 at once, under
/// fcfs after job 2, at 110 s. Mean waits: 90 / 3 = 30 s, and (90 + 90) / 3 = 60 s.
TEST_F(QueueOfAFile, PoliciesAndAllocationsAreComparedSideBySide) {
  auto const log = file("jobs.csv", "submit,run,nodes\n0,100,3\n10,10,4\n20,30,1\n");
  auto const experiment = QueueVerb::assemble({.topology = "ring:routers=4",
                                               .log = log,
                                               .policy = "[easy,fcfs]",
                                               .allocation = "[first_free,random]"});
  auto const result = experiment->run();
  auto const& summary = result.table("summary");
  ASSERT_EQ(summary.rows.size(), 4u);
  double const waits[] = {30, 60, 30, 60};
  for (std::size_t row = 0; row < 4; ++row) {
    EXPECT_EQ(summary.at(row, "allocation"), Value{row < 2 ? "first_free" : "random"});
    EXPECT_EQ(summary.at(row, "policy"), Value{row % 2 == 0 ? "easy" : "fcfs"});
    EXPECT_EQ(summary.at(row, "mean_wait"), Value{waits[row]});
  }
  EXPECT_TRUE(result.answer.starts_with("first_free: easy: mean wait 30 s, maximum 90 s (3 jobs)"))
      << result.answer;
  EXPECT_NE(result.answer.find("; random: easy: mean wait 30 s"), std::string::npos) << result.answer;
  ASSERT_EQ(figures_of(result).size(), 1);
  std::set<std::string> files;
  for (auto const& it : experiment->attachments()) files.insert(it.name);
  EXPECT_EQ(files, (std::set<std::string>{"jobs_1_1.csv", "jobs_1_2.csv", "jobs_2_1.csv", "jobs_2_2.csv",
                                          "schedule_1_1.swf", "schedule_1_2.swf", "schedule_2_1.swf",
                                          "schedule_2_2.swf"}));
}

TEST_F(QueueOfAFile, WrittenLogReproducesTheSchedule) {
  QueueVerb::Params params{.topology = "torus:sides=8x4", .log = "lublin:jobs=300", .load = 0.9};
  auto const experiment = QueueVerb::assemble(params);
  auto const result = experiment->run();
  std::string swf;
  for (auto const& it : experiment->attachments())
    if (it.name == "schedule.swf") swf = it.content;
  auto const log = parse_swf(swf, "schedule.swf");
  ASSERT_EQ(log.jobs.size(), 300);
  for (std::size_t i = 0; i < log.jobs.size(); ++i)
    EXPECT_NEAR(log.jobs[i].submit + log.jobs[i].wait, result.find_array("job_start")->number(i), 1e-6);
  params.log = file("schedule.swf", swf);
  params.load = 0;
  auto const again = run<QueueVerb>(params);
  for (std::size_t i = 0; i < log.jobs.size(); ++i)
    EXPECT_NEAR(again.find_array("job_start")->number(i), result.find_array("job_start")->number(i), 1e-6);
}

/// Two jobs that run concurrently all the time are slowed as `weft load --job` reports.
TEST_F(QueueOfAFile, WorstInterferenceMatchesWeftLoad) {
  for (std::string const pattern : {"halo", "all_to_all", "shift"}) {
    auto const log = file("jobs.csv", "submit,run,nodes,communication\n0,1000,8,1\n0,1000,8,1\n");
    auto const queue = run<QueueVerb>({.topology = "mesh:sides=4x4",
                                       .log = log,
                                       .allocation = "spread",
                                       .interference = InterferenceModel::worst,
                                       .pattern = pattern,
                                       .details = JobDetails::jobs});
    std::string jobs;
    for (std::size_t row = 0; row < 2; ++row)
      jobs += (row == 0 ? "[" : ",") + std::string(row == 0 ? "a" : "b") + ":pattern=" + (pattern) +
              ",terminals=" + queue.table("jobs").at(row, "on").exact_text();
    auto const load = run<Load>({.topology = "mesh:sides=4x4", .jobs = jobs + "]"});
    auto const end = [&](std::size_t row) { return queue.table("jobs").at(row, "end").number(); };
    auto const slow_down = [&](std::size_t row) { return load.table("jobs").at(row, "slow_down").number(); };
    auto const first = end(0) <= end(1) ? 0 : 1;
    EXPECT_NEAR(end(first), 1000 * slow_down(first), 1e-6) << pattern;
  }
}

TEST_F(QueueOfAFile, RejectsInvalidLogs) {
  auto const swf = file("log.swf", "1 0 -1 5 8 -1 -1 8 9 -1 1 3 4 5 0 1 -1 -1\n");
  EXPECT_EQ(
      complaint({.topology = "ring:routers=4", .log = swf}),
      "log: job 1 needs 8 nodes (the machine has 4 nodes); use a larger machine, or omit such jobs with --too-large drop");
  EXPECT_EQ(complaint({.topology = "ring:routers=4", .log = swf, .too_large = queue::TooLarge::drop}),
            "log: no jobs remain (all jobs need more than 4 nodes)");
  EXPECT_EQ(run<QueueVerb>({.topology = "ring:routers=4", .log = swf, .processors_per_node = 2})
                .table("summary")
                .at(0, "jobs"),
            Value{1});
  auto const empty = file("empty.swf", "; MaxNodes: 4\n");
  EXPECT_EQ(complaint({.topology = "ring:routers=4", .log = empty}),
            empty + ": the log contains no jobs (the log is empty)");
  // A job list in CSV is recognized by its content.
  auto const list = file("jobs.swf", "submit,run,nodes\n0,5,2\n");
  EXPECT_EQ(run<QueueVerb>({.topology = "ring:routers=4", .log = list}).table("summary").at(0, "jobs"),
            Value{1});
  EXPECT_EQ(complaint({.log = "lubin:jobs=4"}), "log: unknown job stream 'lubin'; did you mean 'lublin'?");
  EXPECT_EQ(complaint({.log = "lublin:jobs=0"}), "log: jobs=0 (must be in [1, 10000000])");
}

TEST(QueueVerb, RejectsUnusedParameters) {
  EXPECT_EQ(
      complaint({.communication = 0.5}),
      "communication: communication needs interference=load or worst (otherwise jobs do not slow each other down); specify interference=load or worst, or omit communication");
  EXPECT_EQ(complaint({.sort = true}),
            "sort: sort needs a log file (a model generates sorted jobs that request nodes); omit sort");
  EXPECT_EQ(complaint({.topology = "dragonfly", .allocation = "box"}).substr(0, 58),
            "allocation: box cannot run on dragonfly:p=2,a=4,h=2 (needs");
  EXPECT_EQ(complaint({.policy = "easyy"}), "policy: unknown policy 'easyy'; did you mean 'easy'?");
}

TEST(QueueVerb, DoesNotDependOnThreads) {
  QueueVerb::Params const params{.topology = "dragonfly:p=2,a=4,h=2",
                                 .log = "lublin:jobs=200",
                                 .allocation = "random",
                                 .load = 0.8,
                                 .interference = InterferenceModel::load,
                                 .pattern = "all_to_all"};
  std::vector<Result> results;
  for (unsigned const threads : {1u, 2u, 7u}) {
    Threads const some(threads);
    results.push_back(run<QueueVerb>(params));
  }
  for (auto const& result : results) {
    EXPECT_EQ(result.tables, results.front().tables);
    EXPECT_EQ(result.arrays, results.front().arrays);
  }
}

TEST(QueueVerb, TreeAllocationSlowsJobsLessThanRandomAllocation) {
  auto const mean = [](std::string const& allocation, InterferenceModel model) {
    return run<QueueVerb>({.topology = "kary_ntree:arity=4,levels=3",
                           .log = "lublin:jobs=300",
                           .allocation = allocation,
                           .load = 0.8,
                           .interference = model})
        .table("slow_down")
        .at(0, "mean")
        .number();
  };
  auto const random = mean("random", InterferenceModel::load), tree = mean("tree", InterferenceModel::load);
  EXPECT_LT(tree, random);
  EXPECT_GE(tree, 1);
  EXPECT_GT(mean("random", InterferenceModel::worst), random);
}

}  // namespace
}  // namespace weft::verb
