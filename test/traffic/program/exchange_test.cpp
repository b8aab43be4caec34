// SPDX-License-Identifier: Apache-2.0
#include "weft/traffic/program/exchange.hpp"

#include <set>
#include <utility>

#include <gtest/gtest.h>

namespace weft::traffic {
namespace {

TEST(Exchange, SendsTheMessagesOfItsPatternInEachIteration) {
  TaskContext const context{.sides = {4}};
  auto const program = Exchange::make({.of = "halo", .bytes = 500, .compute = 70, .iterations = 2}, context);
  ASSERT_EQ(program.num_ranks(), 4);
  ASSERT_EQ(program.num_operations(), 4 * 2 * 5) << "computing, two receives, two sends";
  auto const first = program.first_operation(1);
  EXPECT_EQ(program.operation(first), (Operation{OperationKind::compute, 0, 0, false, false, 0, 0, 0, 70}));
  EXPECT_EQ(program.num_waits(first), 0);
  EXPECT_EQ(program.num_waits(first + 5), 5) << "of all before";
  std::uint32_t sends = 0;
  for (auto i = first; i < program.first_operation(2); ++i)
    if (auto const& operation = program.operation(i); operation.kind == OperationKind::send) {
      ++sends;
      EXPECT_EQ(operation.amount, 500);
      EXPECT_TRUE(operation.peer == 0 || operation.peer == 2);
      EXPECT_EQ(operation.tag, i < first + 5 ? 0 : 1);
    }
  EXPECT_EQ(sends, 4);
  EXPECT_TRUE(waiting_cycle(program).empty());
}

TEST(Exchange, MatchesEveryReceiveWithASend) {
  for (char const* const of : {"all_to_all", "transpose", "[traffic:of=permutation]"}) {
    auto const program = Exchange::make({.of = of}, {.sides = {4, 4}});
    std::multiset<std::pair<std::uint32_t, std::uint32_t>> sent, received;
    for (std::uint32_t rank = 0; rank < program.num_ranks(); ++rank)
      for (auto i = program.first_operation(rank); i < program.first_operation(rank + 1); ++i) {
        auto const& operation = program.operation(i);
        if (operation.kind == OperationKind::send) sent.emplace(rank, operation.peer);
        if (operation.kind == OperationKind::receive) received.emplace(operation.peer, rank);
      }
    EXPECT_FALSE(sent.empty()) << of;
    EXPECT_EQ(sent, received) << of;
  }
}

}  // namespace
}  // namespace weft::traffic
