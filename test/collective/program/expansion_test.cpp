// SPDX-License-Identifier: Apache-2.0
#include "weft/collective/program/expansion.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>

#include <gtest/gtest.h>

#include "support/complaint.hpp"
#include "support/recorded_stages.hpp"
#include "weft/core/progress.hpp"
#include "weft/engine/replay/loggops.hpp"

namespace weft::collective {
namespace {

using Pair = std::pair<std::uint32_t, std::uint32_t>;

/// Returns a program in which all ranks make `call` once.
Program calling(std::uint32_t ranks, CollectiveCall const& call) {
  ProgramBuilder builder;
  for (std::uint32_t rank = 0; rank < ranks; ++rank) {
    builder.begin_rank(rank);
    builder.add(call);
  }
  return std::move(builder).finish(ranks);
}

/// Returns the bytes that each rank sends to each other rank.
std::map<Pair, double> bytes_of(Program const& program) {
  std::map<Pair, double> bytes;
  for (std::uint32_t i = 0; i < program.num_operations(); ++i)
    if (auto const& it = program.operation(i); it.kind == OperationKind::send)
      bytes[{program.rank_of(i), it.peer}] += it.amount;
  return bytes;
}

double sum_of(std::map<Pair, double> const& bytes) {
  double sum = 0;
  for (auto const& [pair, amount] : bytes) sum += amount;
  return sum;
}

/// Returns the end of the last rank if each round of messages takes 1 ns and computation takes no time; all
/// operations must end.
std::int64_t rounds_taken(Program const& program) {
  auto const outcome = replay::run_loggops(program, {.L = 0, .o = 1, .g = 0, .G = 0, .O = 0, .S = 1 << 30});
  EXPECT_TRUE(outcome.stuck.empty());
  EXPECT_EQ(outcome.unreceived, 0);
  return *std::ranges::max_element(outcome.end);
}

/// Each of 8 ranks is reported twice: when messages are counted, and when they are created.
TEST(WithoutCalls, ReportsEachRankToTheListenerOfTheThread) {
  test::RecordedStages stages;
  {
    ProgressOfThread const listens(stages);
    without_calls(calling(8, {.kind = CallKind::allreduce, .bytes = 800}));
  }
  EXPECT_EQ(stages.all(), (std::vector<test::RecordedStage>{{"collective calls", 16, 16, true}}));
  without_calls(calling(8, {.kind = CallKind::allreduce, .bytes = 800}));
  EXPECT_EQ(stages.all().size(), 1U);
}

TEST(WithoutCalls, SendsTheBytesOfTheAlgorithm) {
  struct Case {
    CallKind kind;
    double bytes;
    std::string algorithm;
    double sent;  // by all 8 ranks
  };
  for (auto const& [kind, bytes, algorithm, sent] :
       std::vector<Case>{{CallKind::broadcast, 800, "binomial", 7 * 800},
                         {CallKind::broadcast, 800, "scatter_allgather", 12 * 100 + 7 * 7 * 100},
                         {CallKind::reduce, 800, "binomial", 7 * 800},
                         {CallKind::allreduce, 800, "ring", 2 * 7 * 800},
                         {CallKind::allreduce, 800, "recursive_doubling", 8 * 3 * 800},
                         {CallKind::allreduce, 800, "rabenseifner", 2 * 7 * 800},
                         {CallKind::reduce_scatter, 800, "rabenseifner", 7 * 800},
                         {CallKind::gather, 100, "binomial", 12 * 100},
                         {CallKind::scatter, 100, "binomial", 12 * 100},
                         {CallKind::allgather, 100, "bruck", 7 * 8 * 100},
                         {CallKind::all_to_all, 100, "direct", 7 * 8 * 100},
                         {CallKind::all_to_all, 100, "pairwise", 7 * 8 * 100},
                         {CallKind::all_to_all, 100, "bruck", 3 * 4 * 8 * 100},
                         {CallKind::barrier, 0, "dissemination", 0}}) {
    CollectiveChoices choices;
    choices.broadcast = choices.reduce = choices.allreduce = choices.reduce_scatter = choices.gather =
        choices.scatter = choices.allgather = choices.all_to_all = choices.barrier = algorithm;
    auto const program = without_calls(calling(8, {.kind = kind, .root = 0, .bytes = bytes}), choices);
    EXPECT_TRUE(program.calls().empty());
    EXPECT_NEAR(sum_of(bytes_of(program)), sent, 1e-9 * sent) << algorithm << ' ' << call_name(kind);
    rounds_taken(program);
  }
}

TEST(WithoutCalls, RunsRoundByRound) {
  CollectiveChoices choices;
  choices.all_to_all = "pairwise";
  for (std::uint32_t const ranks : {2U, 3U, 5U, 8U}) {
    auto const pairwise = without_calls(calling(ranks, {.kind = CallKind::all_to_all, .bytes = 1}), choices);
    // A rank that sends and receives in a round is busy for 1 ns each.
    EXPECT_EQ(rounds_taken(pairwise), 2 * (ranks - 1)) << ranks;
  }
}

TEST(WithoutCalls, CompletesAllKindsOnAnyNumberOfRanks) {
  for (auto kind = 0; kind <= static_cast<int>(CallKind::all_to_all); ++kind)
    for (std::uint32_t const ranks : {1U, 2U, 3U, 6U, 7U, 12U, 16U, 33U})
      for (double const bytes : {0.0, 8.0, 3000.0, 1e6}) {
        CollectiveCall const call{
            .kind = static_cast<CallKind>(kind), .root = ranks / 2, .bytes = bytes, .compute = 3};
        auto const program = without_calls(calling(ranks, call));
        EXPECT_GE(rounds_taken(program), 3) << call_name(call.kind) << " of " << ranks;
      }
}

TEST(WithoutCalls, AddsTheTimeOfReductions) {
  auto const program = without_calls(calling(2, {.kind = CallKind::allreduce, .bytes = 1000}), {}, 0.5);
  double computing = 0;
  for (std::uint32_t i = 0; i < program.num_operations(); ++i)
    if (program.operation(i).kind == OperationKind::compute) computing += program.operation(i).amount;
  EXPECT_EQ(computing, 2 * 500);
}

TEST(WithoutCalls, SupportsMessagesOfDifferentSizes) {
  auto const with_sizes = [](CallKind kind, std::vector<std::vector<double>> const& sizes) {
    ProgramBuilder builder;
    for (std::uint32_t rank = 0; rank < 3; ++rank) {
      builder.begin_rank(rank);
      builder.add(CollectiveCall{.kind = kind, .root = 1, .sizes = sizes[rank]});
    }
    auto const program = without_calls(std::move(builder).finish(3));
    rounds_taken(program);
    return bytes_of(program);
  };
  using Sizes = std::map<Pair, double>;
  EXPECT_EQ(with_sizes(CallKind::gather, {{5}, {6}, {7}}), (Sizes{{{0, 1}, 5}, {{2, 1}, 7}}));
  EXPECT_EQ(with_sizes(CallKind::scatter, {{0, 0, 0}, {5, 6, 7}, {0, 0, 0}}),
            (Sizes{{{1, 0}, 5}, {{1, 2}, 7}}));
  EXPECT_EQ(with_sizes(CallKind::allgather, {{5}, {6}, {7}}),
            (Sizes{{{0, 1}, 5}, {{0, 2}, 5}, {{1, 0}, 6}, {{1, 2}, 6}, {{2, 0}, 7}, {{2, 1}, 7}}));
  EXPECT_EQ(with_sizes(CallKind::all_to_all, {{1, 2, 3}, {4, 5, 6}, {7, 8, 9}}),
            (Sizes{{{0, 1}, 2}, {{0, 2}, 3}, {{1, 0}, 4}, {{1, 2}, 6}, {{2, 0}, 7}, {{2, 1}, 8}}));
}

TEST(WithoutCalls, ExpandsTheCallsOfGroupsIndependently) {
  ProgramBuilder builder;
  auto const even = builder.add_group({2, 0}), odd = builder.add_group({1, 3});
  for (std::uint32_t rank = 0; rank < 4; ++rank) {
    builder.begin_rank(rank);
    builder.add(CollectiveCall{.kind = CallKind::broadcast, .group = rank % 2 == 0 ? even : odd, .bytes = 9});
    auto const all = builder.add(CollectiveCall{.kind = CallKind::barrier});
    builder.wait_for_end(all, 0);
  }
  auto const program = without_calls(std::move(builder).finish(4));
  rounds_taken(program);
  std::set<std::uint32_t> contexts;
  std::map<Pair, double> large;
  for (auto const& [pair, amount] : bytes_of(program))
    if (amount > 0) large[pair] = amount;
  EXPECT_EQ(large, (std::map<Pair, double>{{{2, 0}, 9}, {{1, 3}, 9}}));
  for (std::uint32_t i = 0; i < program.num_operations(); ++i)
    if (program.operation(i).kind == OperationKind::send) contexts.insert(program.operation(i).context);
  EXPECT_EQ(contexts, (std::set<std::uint32_t>{1, 2, 3}));
}

TEST(WithoutCalls, RejectsDifferentCalls) {
  ProgramBuilder builder;
  builder.begin_rank(0);
  builder.add(CollectiveCall{.kind = CallKind::barrier});
  builder.begin_rank(1);
  builder.add(CollectiveCall{.kind = CallKind::broadcast});
  auto const program = std::move(builder).finish(2);
  auto const said = complaint_of([&] { without_calls(program); });
  EXPECT_NE(said.find("rank 1 calls broadcast with root 0 as collective call 1"), std::string::npos) << said;
}

TEST(CollectiveChoices, MustSupportTheOperation) {
  for (std::string const choice : {"single_tree", "rinq", "binomial", "dimension_rings"}) {
    CollectiveChoices choices;
    choices.allreduce = choice;
    auto const said = complaint_of([&] { check(choices); });
    EXPECT_NE(said.find("collective"), std::string::npos) << choice << ": " << said;
  }
  CollectiveChoices choices;
  choices.all_to_all = "[pairwise:ties=plus]";
  check(choices);
}

}  // namespace
}  // namespace weft::collective
