// SPDX-License-Identifier: Apache-2.0
#include "weft/engine/replay/critical_path.hpp"

#include <numeric>

#include <gtest/gtest.h>

#include "weft/engine/flow/flow_channels.hpp"
#include "weft/engine/replay/flow_transport.hpp"
#include "weft/engine/replay/replay.hpp"
#include "weft/io/program/goal.hpp"
#include "weft/network/machine.hpp"
#include "weft/network/topologies.hpp"

namespace weft::replay {
namespace {

/// The traced run of a program on a mesh of 4 terminals, with channels of 1 byte/ns and a latency of 100 ns
/// between routers.
struct TracedRun {
  Program program;
  ReplayOutcome outcome;
  ReplayTrace trace{0};
  std::vector<PathSegment> path;

  explicit TracedRun(std::string const& text, RankModel const& model = {})
      : program(parse_goal(text, "program")) {
    auto const topology = make_topology("mesh:sides=4");
    Machine const machine(topology);
    flow::FlowParams params;
    params.bandwidth = 1e9;
    params.alpha = 100;
    params.beta = 0;
    flow::FlowChannels const channels(machine.network(), params.bandwidth, params.terminals);
    auto const paths =
        flow::paths_of(channels, topology->layout({}), params, Spec::parse("dimension_order"), machine, 1);
    std::vector<std::uint32_t> terminals(program.num_ranks());
    std::iota(terminals.begin(), terminals.end(), 0U);
    trace = ReplayTrace(program.num_operations());
    FlowTransport transport(channels, *paths, params);
    outcome = run_replay({program, terminals, model, no_progress(), {}, &trace}, transport);
    path = critical_path(program, trace);
  }

  double part(PathPart which) const {
    double seconds = 0;
    for (auto const& it : path)
      if (it.part == which) seconds += it.to - it.from;
    return seconds;
  }
  /// Checks that the segments of the path are contiguous from 0 to the end.
  void expect_whole() const {
    double at = 0;
    for (auto const& it : path) {
      EXPECT_DOUBLE_EQ(it.from, at);
      EXPECT_GT(it.to, it.from);
      at = it.to;
    }
    EXPECT_DOUBLE_EQ(at, outcome.end());
  }
};

TEST(CriticalPath, FollowsTheMessageToItsSender) {
  TracedRun const run(
      "num_ranks 4 rank 0 { c: calc 5000 s: send 1000b to 3 s requires c }"
      "rank 3 { r: recv 1000b from 0 d: calc 2000 d requires r }",
      {.o = 10e-9});
  run.expect_whole();
  EXPECT_NEAR(run.part(PathPart::computing), 7e-6, 1e-15);
  EXPECT_NEAR(run.part(PathPart::overhead), 20e-9, 1e-15);
  EXPECT_NEAR(run.part(PathPart::latency), 300e-9, 1e-15);
  EXPECT_NEAR(run.part(PathPart::bytes), 1e-6, 1e-15);
  EXPECT_EQ(run.path.front().rank, 0);
  EXPECT_EQ(run.path.back().rank, 3);
  EXPECT_NEAR(run.outcome.ranks[3].waiting, 5e-6 + 10e-9 + 300e-9 + 1e-6, 1e-15);
  ASSERT_EQ(run.outcome.waits.size(), 1);
  EXPECT_EQ(run.outcome.waits[0].rank, 3);
  EXPECT_EQ(run.outcome.waits[0].partner, 0);
}

TEST(CriticalPath, OmitsMessagesThatArriveBeforeTheirReceive) {
  TracedRun const run(
      "num_ranks 2 rank 0 { s: send 1000b to 1 }"
      "rank 1 { c: calc 9000 r: recv 1000b from 0 r requires c d: calc 1000 d requires r }");
  run.expect_whole();
  EXPECT_NEAR(run.part(PathPart::computing), 10e-6, 1e-15);
  EXPECT_EQ(run.outcome.waits.size(), 0);
  EXPECT_EQ(run.outcome.max_waiting_messages.count, 1);
}

TEST(CriticalPath, ContinuesAtTheReceiverIfDataWaitForTheReceive) {
  TracedRun const run(
      "num_ranks 2 rank 0 { s: send 100000b to 1 d: calc 10 d requires s }"
      "rank 1 { c: calc 9000 r: recv 100000b from 0 r requires c }");
  run.expect_whole();
  EXPECT_EQ(run.path.front().rank, 1);
  EXPECT_NEAR(run.part(PathPart::computing), 9e-6 + 10e-9, 1e-15);
  EXPECT_NEAR(run.part(PathPart::bytes), 100e-6, 1e-14);
}

TEST(CriticalPath, IsEmptyIfAllOperationsAreInstant) {
  EXPECT_TRUE(TracedRun("num_ranks 2 rank 0 { c: calc 0 }").path.empty());
}

/// Each rank sends as soon as its receive is posted, before the receive ends: the path must not continue to
/// the message of this receive.
TEST(CriticalPath, DoesNotFollowTheMessageOfAPostedReceive) {
  auto const program = parse_goal(
      "num_ranks 2 rank 0 { r: recv 8b from 1 s: send 8b to 1 s irequires r }"
      "rank 1 { r: recv 8b from 0 s: send 8b to 0 s irequires r }",
      "file");
  ReplayTrace trace(program.num_operations());
  trace.begin.assign(4, 0);
  trace.end = {2, 0, 2, 0};
  trace.cause = {ReplayTrace::none, 0, ReplayTrace::none, 2};
  trace.partner = {3, 2, 1, 0};
  trace.left = {-1, 0, -1, 0};
  trace.arrived = {-1, 2, -1, 2};
  trace.latency = {0, 0.5, 0, 0.5};
  trace.left_by = {ReplayTrace::none, 1, ReplayTrace::none, 3};
  auto const path = critical_path(program, trace);
  ASSERT_EQ(path.size(), 2);
  EXPECT_EQ(path[0].part, PathPart::latency);
  EXPECT_EQ(path[0].from, 0);
  EXPECT_EQ(path[0].to, 0.5);
  EXPECT_EQ(path[1].part, PathPart::bytes);
  EXPECT_EQ(path[1].to, 2);
  EXPECT_EQ(path[1].rank, 0);
}

}  // namespace
}  // namespace weft::replay
