// SPDX-License-Identifier: Apache-2.0
#include "weft/verb/load/load.hpp"

#include <algorithm>

#include <gtest/gtest.h>

#include "support/complaint.hpp"
#include "weft/verb/simulate/simulate.hpp"
#include "weft/verb/verb.hpp"

namespace weft::verb {
namespace {

/// 1 MB from each of 512 terminals to every other: 0.0512 s, as with flows.
TEST(LoadTimes, MatchTheMostLoadedChannel) {
  Load::Params request{
      .topology = "torus:sides=8x8x8", .routing = "dimension_order:tie=plus", .pattern = "all_to_all"};
  request.times.bytes = 512e6;  // one MB to itself
  request.times.bandwidth = 12.5e9;
  request.times.alpha = 1e-6;
  auto const result = run<Load>(request);
  auto const& time = result.table("time");
  EXPECT_NEAR(time.at(0, "carrying").number(), 0.0512, 1e-15);
  EXPECT_DOUBLE_EQ(time.at(0, "latency").number(), 12e-6) << "3 x 4 hops";
  EXPECT_DOUBLE_EQ(time.at(0, "seconds").number(),
                   time.at(0, "carrying").number() + time.at(0, "latency").number());
  EXPECT_NEAR(result.table("times").at(0, "bytes").number(), 640e6, 1e-6);
  EXPECT_TRUE(result.answer.ends_with("; 51.2 ms to carry 512 MB per task over it")) << result.answer;
}

TEST(LoadTimes, MatchTheLoadBoundOfTheFlowEngine) {
  for (char const* topology : {"torus:sides=4x4", "hyperx:sides=4x3", "ring:routers=9"}) {
    Load::Params request{.topology = topology, .routing = "dimension_order", .pattern = "all_to_all"};
    request.times.bandwidth = 1e10;
    auto const tasks = run<Load>(request).find_array("placement")->size();
    request.times.bytes = 1e6 * static_cast<double>(tasks);
    auto const flows = run<Simulate>({.topology = topology,
                                      .routing = "dimension_order",
                                      .traffic = "all_to_all",
                                      .engine = "flow:bandwidth=1e10,terminals=free,paths=split"});
    EXPECT_NEAR(run<Load>(request).table("time").at(0, "carrying").number() /
                    flows.table("summary").at(0, "load_bound").number(),
                1, 1e-12)
        << topology;
  }
}

TEST(LoadTimes, AreReportedPerJob) {
  Load::Params request{
      .topology = "ring:routers=8",
      .routing = "dimension_order",
      .jobs =
          "[a:pattern=transpose,grid=1x2,terminals=0+2,b:pattern=transpose,grid=1x2,terminals=1+3,rate=3]"};
  request.times.bytes = 8e6;
  request.times.bandwidth = 1e9;
  request.times.alpha = 1e-3;
  auto const result = run<Load>(request);
  auto const& jobs = result.table("jobs");
  EXPECT_DOUBLE_EQ(jobs.at(0, "seconds_isolated").number(), 0.25 * 8e-3 + 2e-3);
  EXPECT_DOUBLE_EQ(jobs.at(0, "seconds_shared").number(), 8e-3 + 2e-3);
  EXPECT_EQ(result.find_table("time"), nullptr);
  EXPECT_DOUBLE_EQ(result.table("times").at(0, "seconds").number(), 8e-3);
}

/// Each of 64 terminals sends a 64th of its traffic to itself. A channel of a ring of 8 routers then has load
/// 1, and 64 / 63 if all traffic goes to others, as weft show counts.
TEST(LoadNotes, StateTrafficFromTasksToThemselves) {
  auto const result = run<Load>({.topology = "torus:sides=8x8", .pattern = "uniform"});
  EXPECT_TRUE(result.answer.starts_with("throughput bound 1 channel rate per node; ")) << result.answer;
  auto const has_note = [](Result const& of) {
    return std::ranges::any_of(of.notes, [](auto const& note) {
      return note ==
             "1.56 % of the traffic is from tasks to themselves and loads no channel: without it, as in weft "
             "show, the bound is 0.984";
    });
  };
  EXPECT_TRUE(has_note(result));
  auto const others = run<Load>({.topology = "torus:sides=8x8", .pattern = "tornado"});
  for (auto const& note : others.notes) EXPECT_EQ(note.find("themselves"), std::string::npos) << note;
}

TEST(LoadTimes, RequireABandwidth) {
  Load::Params request{.topology = "ring:routers=8"};
  EXPECT_EQ(run<Load>(request).find_table("times"), nullptr);
  request.times.bytes = 5;
  EXPECT_NE(complaint_of([&] { run<Load>(request); }).find("bytes needs bandwidth"), std::string::npos);
  auto const simulated =
      complaint_of([] { run<Simulate>({.topology = "ring:routers=8", .engine = "load:alpha=1us"}); });
  EXPECT_NE(simulated.find("alpha needs bandwidth"), std::string::npos) << simulated;
}

/// Kim et al. 2008: the 8 terminals of a group send to the next group over one of 72 global channels, so that
/// 2 terminals of a router send 2 / 8, and each 1 / 8.
TEST(LoadOfNextGroup, FillsTheChannelToTheNextGroup) {
  Load::Params request{.topology = "dragonfly:p=2,a=4,h=2", .routing = "minimal"};
  for (auto const* const pattern : {"adversarial", "next_group", "next_group:groups=9", "worst_case"}) {
    request.pattern = pattern;
    EXPECT_TRUE(run<Load>(request).answer.starts_with(
        "throughput bound 0.25 channel rates per node, 0.125 per terminal; bottleneck global (maximum load 8, "))
        << run<Load>(request).answer;
  }
  request.pattern = "adversarial";
  EXPECT_EQ(run<Load>(request).setting("pattern"), "traffic:of=[next_group:groups=9,ahead=1],messages=1");
  auto const simulated = run<Simulate>({.topology = request.topology,
                                        .routing = request.routing,
                                        .traffic = request.pattern,
                                        .engine = "load"});
  EXPECT_EQ(simulated.table("throughput"), run<Load>(request).table("throughput"));
}

TEST(LoadOfNextGroup, TakesTheGroupsOfTheTopologyWithAnyNumberOfTasksOnAHost) {
  Load::Params request{.topology = "dragonfly:p=2,a=4,h=2",
                       .routing = "minimal",
                       .pattern = "next_group",
                       .ranks_per_node = 3};
  EXPECT_EQ(run<Load>(request).setting("pattern"), "traffic:of=[next_group:groups=9,ahead=1],messages=1");
  request.ranks_per_node = 0;
  request.grid = {4, 4};  // two groups
  EXPECT_EQ(run<Load>(request).setting("pattern"), "traffic:of=[next_group:groups=2,ahead=1],messages=1");
  request.grid = {3, 4};
  EXPECT_EQ(
      complaint_of([&] { run<Load>(request); }),
      "pattern: groups=0 (12 tasks do not fill whole groups of 8 tasks, the group size of the topology); "
      "set groups to a divisor of 12");
}

/// Four tasks in a row send 10 of their 16 messages to other hosts: 2.5 times the messages of a task.
TEST(LoadOfTerminals, IsOfTheMessagesToOtherTerminals) {
  Load::Params request{
      .topology = "fat_tree:arity=4,levels=2", .pattern = "halo", .grid = {8, 8}, .ranks_per_node = 4};
  auto const result = run<Load>(request);
  EXPECT_DOUBLE_EQ(result.table("terminals").at(0, "max_load").number(), 2.5);
  EXPECT_DOUBLE_EQ(result.table("terminals").at(0, "throughput").number(), 6.4);
  EXPECT_NE(result.answer.find("per node, 4 per terminal, more than the links of terminals carry (6.4 per "
                               "node); bottleneck"),
            std::string::npos)
      << result.answer;
  // A group sends to all of its members: 63 of 64 units of a task, four tasks 4 x 60 without their own host.
  request.pattern = "all_to_all";
  EXPECT_DOUBLE_EQ(run<Load>(request).table("terminals").at(0, "max_load").number(), 240.0 / 64);
}

}  // namespace
}  // namespace weft::verb
