#include "weft/engine/replay/critical_path.hpp"

#include <gtest/gtest.h>

#include "weft/io/program/goal.hpp"

namespace weft::replay {
namespace {

/// Each rank sends as soon as its receive has begun, not when it has ended: the path must not go on to the
/// message of that receive.
TEST(CriticalPath, PassesAReceiveThatHasOnlyBegun) {
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
