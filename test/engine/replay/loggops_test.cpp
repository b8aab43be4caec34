// SPDX-License-Identifier: Apache-2.0
#include "weft/engine/replay/loggops.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "weft/io/program/goal.hpp"

namespace weft::replay {
namespace {

std::int64_t last(LogGopsOutcome const& outcome) { return *std::ranges::max_element(outcome.end); }

/// Returns a program in which rank r sends to r + 2^k and receives from r - 2^k in round k.
Program dissemination(int ranks) {
  auto text = fmt::format("num_ranks {}\n", ranks);
  for (int rank = 0; rank < ranks; ++rank) {
    text += fmt::format("rank {} {{\n", rank);
    for (int step = 1; step < ranks; step *= 2) {
      text += fmt::format("s{0}: send 1b to {1} tag {0}\nr{0}: recv 1b from {2} tag {0}\n", step,
                          (rank + step) % ranks, (rank - step + ranks) % ranks);
      if (step > 1) text += fmt::format("s{0} requires r{1}\ns{0} requires s{1}\n", step, step / 2);
    }
    text += "}\n";
  }
  return parse_goal(text, "dissemination");
}

TEST(LogGops, DisseminationTakesTwoOverheadsAndALatencyPerRound) {  // log2 P (2 o + L)
  EXPECT_EQ(last(run_loggops(dissemination(16), {})), 4 * 5500);
  EXPECT_EQ(last(run_loggops(dissemination(4096), {})), 12 * 5500);
}

TEST(LogGops, LinearAllToAllKeepsAllCpusBusy) {  // 2 o (P - 1)
  constexpr int ranks = 128;
  auto text = fmt::format("num_ranks {}\n", ranks);
  for (int rank = 0; rank < ranks; ++rank) {
    text += fmt::format("rank {} {{\n", rank);
    for (int other = 1; other < ranks; ++other)
      text += fmt::format("send 1b to {} tag 0\nrecv 1b from {} tag 0\n", (rank + other) % ranks,
                          (rank - other + ranks) % ranks);
    text += "}\n";
  }
  EXPECT_EQ(last(run_loggops(parse_goal(text, "all"), {})), 381000);
}

TEST(LogGops, ReportsStuckOperations) {
  auto const program = parse_goal(
      "num_ranks 2\nrank 0 { a: recv 1b from 1 tag 0\nb: calc 5\nb requires a }\n"
      "rank 1 { a: recv 1b from 0 tag 0\nsend 1b to 0 tag 9 }",
      "file");
  auto const outcome = run_loggops(program, {});
  EXPECT_EQ(outcome.stuck, (std::vector<std::uint32_t>{0, 1, 2}));
  EXPECT_EQ(outcome.unreceived, 1);
}

TEST(LogGops, ALargeSendWaitsForItsReceive) {
  auto const program = parse_goal(
      "num_ranks 2\nrank 0 { a: send 100000b to 1 tag 0\nb: calc 1\nb requires a }\n"
      "rank 1 { a: calc 5000000\nb: recv 100000b from 0 tag 0\nb requires a }",
      "file");
  EXPECT_GE(run_loggops(program, {}).end[0], 5000000);
  EXPECT_LT(run_loggops(program, {.S = 1 << 20}).end[0], 2000);
}

}  // namespace
}  // namespace weft::replay
