// SPDX-License-Identifier: Apache-2.0
#include "weft/io/swf.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "support/complaint.hpp"

namespace weft {
namespace {

constexpr auto two_jobs =
    "; Version: 2.2\n;  MaxNodes: 64 (of which 4 are special)\n; MaxProcs:128\n;\n"
    "1 0 -1 100 4 -1 -1 8 200 -1 1 3 4 5 0 1 -1 -1\n"
    "  2  10.5 3 7.25 -1 6.5 1024 16 60 -1 0 -1 -1 -1 -1 -1 1 30\r\n";

TEST(Swf, ReadsHeadersAndFields) {
  auto const log = parse_swf(two_jobs, "log.swf");
  EXPECT_EQ(log.header("Version"), "2.2");
  EXPECT_EQ(log.header_number("MaxNodes"), 64);
  EXPECT_EQ(log.header_number("MaxProcs"), 128);
  EXPECT_FALSE(log.header("MaxJobs"));
  EXPECT_FALSE(log.header_number("UnixStartTime"));
  ASSERT_EQ(log.jobs.size(), 2);
  EXPECT_EQ(log.jobs[0], (SwfJob{.number = 1,
                                 .submit = 0,
                                 .run = 100,
                                 .processors = 4,
                                 .requested_processors = 8,
                                 .requested_time = 200,
                                 .status = 1,
                                 .user = 3,
                                 .group = 4,
                                 .executable = 5,
                                 .queue = 0,
                                 .partition = 1}));
  EXPECT_EQ(log.jobs[1].submit, 10.5);
  EXPECT_EQ(log.jobs[1].run, 7.25);
  EXPECT_EQ(log.jobs[1].preceding, 1);
  EXPECT_EQ(log.jobs[1].think_time, 30);
}

TEST(Swf, RoundTrips) {
  auto const log = parse_swf(two_jobs, "log.swf");
  auto again = parse_swf(format_swf(log), "log.swf");
  for (auto& comment : again.comments) EXPECT_FALSE(comment.ends_with('\r'));
  EXPECT_EQ(again, log);
}

RC_GTEST_PROP(Swf, AnyLogRoundTrips, (std::vector<std::uint32_t> numbers)) {
  SwfLog log;
  double submit = 0;
  for (auto const number : numbers)
    log.jobs.push_back({.number = number, .submit = submit += number / 7.0, .run = number / 3.0, .user = 9});
  RC_ASSERT(parse_swf(format_swf(log), "log") == log);
}

std::string rejection(std::string const& text) {
  return complaint_of([&] { parse_swf(text, "log.swf"); });
}

TEST(Swf, RejectsMalformedLines) {
  EXPECT_EQ(rejection("1 0 -1\n"),
            "log.swf:1:7: the field 'run time' is missing: the line is incomplete (a job has 18 fields)");
  EXPECT_EQ(rejection(";\n1 0 -1 x 4 -1 -1 8 200 -1 1 3 4 5 0 1 -1 -1\n"),
            "log.swf:2:8: run time=x (must be a number)");
  EXPECT_EQ(rejection("1 0 -1 5 4.5 -1 -1 8 200 -1 1 3 4 5 0 1 -1 -1\n"),
            "log.swf:1:10: allocated processors=4.5 (must be a whole number)");
  EXPECT_EQ(
      rejection("1 0 -1 5 4 -1 -1 -8 200 -1 1 3 4 5 0 1 -1 -1\n"),
      "log.swf:1:18: requested processors=-8 (must be at least 0, or -1 for unknown, and at most 1e15)");
  EXPECT_EQ(rejection("1 0 -1 5 4 -1 -1 8 nan -1 1 3 4 5 0 1 -1 -1\n"),
            "log.swf:1:20: requested time=nan (must be at least 0, or -1 for unknown, and at most 1e15)");
  EXPECT_EQ(rejection("1 -1 -1 5 4 -1 -1 8 200 -1 1 3 4 5 0 1 -1 -1\n"),
            "log.swf:1:1: the submit time of the job is unknown (jobs are sorted by submit time)");
  EXPECT_EQ(rejection("1 0 -1 5 4 -1 -1 8 200 -1 1 3 4 5 0 1 -1 -1 7\n"),
            "log.swf:1:45: unexpected '7' (a job has 18 fields)");
}

TEST(Swf, RejectsOrSortsDecreasingTimes) {
  constexpr auto back =
      "1 5 -1 5 4 -1 -1 8 9 -1 1 3 4 5 0 1 -1 -1\n2 3.5 -1 5 4 -1 -1 8 9 -1 1 3 4 5 0 1 -1 -1\n";
  EXPECT_EQ(
      rejection(back),
      "log.swf:2:1: submit time=3.5 (must not decrease: the job above has 5); sort the jobs, as with --sort");
  auto const log = parse_swf(back, "log.swf", SwfOrder::sort);
  EXPECT_EQ(log.out_of_order, 1);
  EXPECT_EQ(log.jobs[0].number, 2);
  EXPECT_EQ(log.jobs[1].number, 1);
}

}  // namespace
}  // namespace weft
