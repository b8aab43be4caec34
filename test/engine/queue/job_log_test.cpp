// SPDX-License-Identifier: Apache-2.0
#include "weft/engine/queue/job_log.hpp"

#include <gtest/gtest.h>

#include "support/complaint.hpp"

namespace weft::queue {
namespace {

SwfJob swf_job(std::int64_t number, double run, std::int64_t given, std::int64_t requested,
               double time = -1) {
  return {.number = number,
          .submit = static_cast<double>(number),
          .run = run,
          .processors = given,
          .requested_processors = requested,
          .requested_time = time};
}

TEST(JobLog, UsesRequestedOrElseAllocatedProcessors) {
  SwfLog log{.comments = {" MaxNodes: 10", " MaxProcs: 40"},
             .jobs = {swf_job(1, 5, 4, 9, 7), swf_job(2, 5, 4, -1), swf_job(3, -1, 4, 4),
                      swf_job(4, 5, -1, -1), swf_job(5, 0, 1, 1)}};
  auto const found = jobs_of(log, 0);
  EXPECT_EQ(found.without_size_or_time, 2);
  EXPECT_EQ(found.jobs, (std::vector<Job>{{.number = 1, .submit = 1, .run = 5, .nodes = 3, .estimate = 7},
                                          {.number = 2, .submit = 2, .run = 5, .nodes = 1, .estimate = 5},
                                          {.number = 5, .submit = 5, .run = 0, .nodes = 1, .estimate = 0}}));
  EXPECT_EQ(jobs_of(log, 1).jobs[0].nodes, 9);
  log.comments.clear();
  EXPECT_EQ(jobs_of(log, 0).jobs[0].nodes, 9);
}

TEST(JobLog, RejectsALogWithoutJobs) {
  auto log = jobs_of({.jobs = {swf_job(1, -1, 4, 4)}}, 0);
  EXPECT_EQ(complaint_of([&] { choose_jobs(log, 1, 0); }),
            "log: no jobs remain (1 lines have no size or run time)");
}

TEST(JobLog, ReadsCsv) {
  auto const log = parse_job_list("run,submit,nodes,communication\n2min,0,3,0.5\n7,1.5,1,0\n", "jobs.csv");
  EXPECT_EQ(log.jobs,
            (std::vector<Job>{
                {.number = 1, .submit = 0, .run = 120, .nodes = 3, .estimate = 120, .communication = 0.5},
                {.number = 2, .submit = 1.5, .run = 7, .nodes = 1, .estimate = 7, .communication = 0}}));
}

TEST(JobLog, ErrorForInvalidCsvNamesTheLine) {
  auto const rejection = [](std::string const& text) {
    return complaint_of([&] { parse_job_list(text, "jobs.csv"); });
  };
  EXPECT_EQ(
      rejection("submit,run\n"),
      "jobs.csv:1:1: column nodes is missing; a list of jobs has the columns job, submit, run, nodes, estimate, "
      "communication");
  EXPECT_EQ(rejection("submit,run,nodes,user\n0,1,1,7\n"),
            "jobs.csv:1:1: column 'user' is unknown or repeated; valid columns: job, submit, run, nodes, "
            "estimate, communication");
  EXPECT_EQ(rejection("submit,run,nodes\n0,1,0\n"), "jobs.csv:2:5: nodes=0 (must be in [1, 4000000000])");
  EXPECT_EQ(rejection("submit,run,nodes\n0,x,1\n").substr(0, 22), "jobs.csv:2:3: run=x (m");
  EXPECT_EQ(rejection("submit,run,nodes\n5,1,1\n4,1,1\n"),
            "jobs.csv:3:1: submit=4 (must not decrease: the job above has 5); sort the jobs, as with --sort");
}

TEST(JobLog, SelectsJobsAndChecksSizes) {
  JobLog log;
  for (int i = 1; i <= 5; ++i) log.jobs.push_back({.number = i, .nodes = static_cast<std::uint32_t>(i)});
  auto some = log;
  choose_jobs(some, 2, 3);
  EXPECT_EQ(some.jobs.front().number, 2);
  EXPECT_EQ(some.jobs.back().number, 4);
  EXPECT_EQ(complaint_of([&] { choose_jobs(some, 4, 0); }), "first: first=4 (the log has 3 jobs)");
  EXPECT_EQ(
      complaint_of([&] { check_sizes(log, 3, TooLarge::reject); }),
      "log: job 4 needs 4 nodes (the machine has 3 nodes); use a larger machine, or omit such jobs with --too-large drop");
  check_sizes(log, 3, TooLarge::drop);
  EXPECT_EQ(log.jobs.size(), 3);
  EXPECT_EQ(log.too_large, 2);
  EXPECT_EQ(complaint_of([&] { check_sizes(log, 0, TooLarge::drop); }),
            "log: no jobs remain (all jobs need more than 0 nodes)");
}

TEST(Jobs, ScaleToAnOfferedLoad) {
  std::vector<Job> jobs{{.submit = 10, .run = 5, .nodes = 2, .estimate = 5},
                        {.submit = 20, .run = 10, .nodes = 1, .estimate = 10}};
  EXPECT_DOUBLE_EQ(offered_load(jobs, 4), 0.5);
  scale_to_load(jobs, 4, 1);
  EXPECT_EQ(jobs[0].submit, 10);
  EXPECT_DOUBLE_EQ(jobs[1].submit, 15);
  EXPECT_DOUBLE_EQ(offered_load(jobs, 4), 1);
  std::vector<Job> together{{.run = 1, .estimate = 1}};
  EXPECT_EQ(complaint_of([&] { scale_to_load(together, 4, 0.5); }),
            "load: load=0.5 (all jobs are submitted at the same time, or have no run time); omit load");
}

}  // namespace
}  // namespace weft::queue
