// SPDX-License-Identifier: Apache-2.0
#include "weft/io/program/goal.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "support/complaint.hpp"

namespace weft {
namespace {

std::string said(std::string const& text) {
  return complaint_of([&] { parse_goal(text, "file"); });
}

/// Returns a schedule of two ranks; `text`: the operations of the first.
std::string rank_0(std::string const& lines) { return "num_ranks 2\nrank 0 {\n" + lines + "\n}\n"; }

TEST(Goal, ReadsAllOperations) {
  auto const program = parse_goal(R"(num_ranks 3 // three
rank 2 { a1: calc 7 cpu 1 }
/* the
first */ rank 0 {
  l1: send 10b to 2 tag 5 cpu 2 nic 1
  recv 0 b from -1 tag -1
  l2: calc 3
  l2 requires l1
  l3: recv 8b from 1
  l3 irequires l2
  l3 requires l1
})",
                                  "file");
  ASSERT_EQ(program.num_ranks(), 3);
  ASSERT_EQ(program.num_operations(), 5);
  EXPECT_EQ(program.operation(0), (Operation{OperationKind::send, 2, 1, false, false, 2, 5, 0, 10}));
  EXPECT_EQ(program.operation(1),
            (Operation{OperationKind::receive, 0, 0, false, false, Operation::any, Operation::any, 0, 0}));
  EXPECT_EQ(program.operation(4), (Operation{OperationKind::compute, 1, 0, false, false, 0, 0, 0, 7}));
  EXPECT_EQ(program.first_operation(1), 4);
  EXPECT_EQ(program.first_operation(2), 4);
  EXPECT_EQ(program.rank_of(3), 0);
  EXPECT_EQ(program.rank_of(4), 2);
  EXPECT_EQ(program.num_waits(3), 2);
  EXPECT_EQ(program.after_end(0).size(), 2);
  EXPECT_EQ(program.after_start(2).front(), 3);
  EXPECT_EQ(program.num_cpus(), 3);
  EXPECT_EQ(program.num_nics(), 2);
}

TEST(Goal, RejectsMalformedText) {
  for (auto const& [text, place] : std::vector<std::pair<std::string, std::string>>{
           {"", "file:1:1"},
           {"num_ranks 0", "file:1:11"},
           {"num_ranks 99999999999", "file:1:11"},
           {"num_ranks 2 rank 2 {}", "file:1:18"},
           {"num_ranks 2 rank 0 {} rank 0 {}", "file:1:28"},
           {"num_ranks 2 rank 0 {", "file:1:20"},
           {"num_ranks 2 rank 0 { /* no end", "file:1:22"},
           {"num_ranks 2 ranks 0 {}", "file:1:13"},
           {rank_0("l1: send 8b to 2"), "file:3:16"},
           {rank_0("l1: send 8b to -1"), "file:3:16"},
           {rank_0("l1: send 8c to 1"), "file:3:13"},
           {rank_0("l1: send 99999999999999999999b to 1"), "file:3:10"},
           {rank_0("l1: recv 8b to 1"), "file:3:13"},
           {rank_0("l1: wait 8"), "file:3:5"},
           {rank_0("1x: calc 8"), "file:3:1"},
           {rank_0("l1: calc 8\nl1: calc 9"), "file:4:1"},
           {rank_0("l1: calc 8\nl1 requires l2"), "file:4:13"},
           {rank_0("l1: calc 8\nl1 needs l1"), "file:4:4"},
           {rank_0("l1: calc 8 cpu 64"), "file:3:16"},
           {rank_0("l1: send 8b to 1 tag -1"), "file:3:22"}})
    EXPECT_EQ(said(text).substr(0, place.size()), place) << text << ": " << said(text);
}

TEST(Goal, ReportsACycle) {
  auto const text =
      said(rank_0("a: calc 1\nb: calc 1\nc: calc 1\nd: calc 1\nb requires a\na irequires c\nc requires b"));
  EXPECT_NE(text.find("rank 0 wait for each other"), std::string::npos) << text;
  for (char const* const step : {"a -> b", "b -> c", "c -> a"})
    EXPECT_NE((text + " -> " + text).find(step), std::string::npos) << step << " in " << text;
  EXPECT_EQ(text.find("d"), text.find("d wait")) << text;
}

TEST(GoalWriter, RoundTrips) {
  auto const text =
      "num_ranks 3 rank 0 { a: send 10b to 2 tag 5 cpu 2 nic 1 b: calc 7 b requires a c: recv 3b from -1 tag -1 "
      "c irequires b } rank 2 { r: recv 10b from 0 tag 5 }";
  auto const program = parse_goal(text, "program");
  auto const written = format_goal(program);
  EXPECT_EQ(parse_goal(written, "written").digest(), program.digest()) << written;
}

TEST(GoalWriter, SeparatesTheTagsOfContexts) {
  ProgramBuilder builder;
  builder.begin_rank(0);
  builder.add(Operation{.kind = OperationKind::send, .peer = 1, .tag = 4, .context = 1, .amount = 2.5});
  builder.add(Operation{.kind = OperationKind::send, .peer = 1, .tag = 4, .context = 2});
  builder.begin_rank(1);
  builder.add(Operation{.kind = OperationKind::receive, .peer = 0, .tag = 4, .context = 2});
  auto const read = parse_goal(format_goal(std::move(builder).finish(2)), "written");
  EXPECT_EQ(read.operation(0).amount, 3) << "whole bytes";
  EXPECT_NE(read.operation(0).tag, read.operation(1).tag);
  EXPECT_EQ(read.operation(1).tag, read.operation(2).tag);
}

}  // namespace
}  // namespace weft
