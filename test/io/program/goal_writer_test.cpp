#include "weft/io/program/goal_writer.hpp"

#include <gtest/gtest.h>

#include "weft/io/program/goal.hpp"

namespace weft {
namespace {

TEST(GoalWriter, WritesWhatIsReadAgain) {
  auto const text =
      "num_ranks 3 rank 0 { a: send 10b to 2 tag 5 cpu 2 nic 1 b: calc 7 b requires a c: recv 3b from -1 tag -1 "
      "c irequires b } rank 2 { r: recv 10b from 0 tag 5 }";
  auto const program = parse_goal(text, "program");
  auto const written = goal_text(program);
  EXPECT_EQ(parse_goal(written, "written").digest(), program.digest()) << written;
}

TEST(GoalWriter, GivesEachContextTagsOfItsOwn) {
  ProgramBuilder builder;
  builder.begin_rank(0);
  builder.add(Operation{.kind = OperationKind::send, .peer = 1, .tag = 4, .context = 1, .amount = 2.5});
  builder.add(Operation{.kind = OperationKind::send, .peer = 1, .tag = 4, .context = 2});
  builder.begin_rank(1);
  builder.add(Operation{.kind = OperationKind::receive, .peer = 0, .tag = 4, .context = 2});
  auto const read = parse_goal(goal_text(std::move(builder).finish(2)), "written");
  EXPECT_EQ(read.operation(0).amount, 3) << "whole bytes";
  EXPECT_NE(read.operation(0).tag, read.operation(1).tag);
  EXPECT_EQ(read.operation(1).tag, read.operation(2).tag);
}

}  // namespace
}  // namespace weft
