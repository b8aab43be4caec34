// SPDX-License-Identifier: Apache-2.0
#include "weft/io/program/ti_trace.hpp"

#include <fstream>

#include <gtest/gtest.h>

#include "support/complaint.hpp"
#include "support/scratch.hpp"

namespace weft {
namespace {

Program parse_trace(std::string const& text) { return parse_ti_trace({{text, "trace"}}, 1e9); }

TEST(TiTrace, OrdersCallsAfterBlockingAndNonblockingCalls) {
  auto const program = parse_trace(
      "0 init\n0 irecv 1 5 10 6\n0 isend 1 5 20 1\n0 compute 3000\n0 waitall 2\n0 send 1 6 1\n0 finalize\n"
      "1 init 1\n1 recv -1 -1 2\n");
  ASSERT_EQ(program.num_ranks(), 2);
  ASSERT_EQ(program.num_operations(), 6);
  EXPECT_EQ(program.operation(0), (Operation{OperationKind::receive, 0, 0, true, false, 1, 5, 0, 10}));
  EXPECT_EQ(program.operation(1), (Operation{OperationKind::send, 0, 0, true, false, 1, 5, 0, 80}));
  EXPECT_EQ(program.operation(2).amount, 3000) << "ns";
  EXPECT_EQ(program.operation(3).kind, OperationKind::nothing);
  EXPECT_EQ(program.operation(4).amount, 1);
  EXPECT_EQ(program.operation(5),
            (Operation{OperationKind::receive, 0, 0, false, false, Operation::any, Operation::any, 0, 16}));
  EXPECT_EQ(program.after_start(0).front(), 1);
  EXPECT_EQ(program.after_start(1).front(), 2);
  EXPECT_EQ(program.num_waits(3), 3) << "the computing and two requests";
  EXPECT_EQ(program.after_end(3).front(), 4);
}

TEST(TiTrace, WaitsForTheNamedRequest) {
  auto const program = parse_trace("0 isend 1 5 1\n0 isend 1 6 1\n0 wait 0 1 6\n0 wait 0 1 6\n");
  ASSERT_EQ(program.num_operations(), 3) << "the second wait has nothing to wait for";
  ASSERT_EQ(program.after_end(1).size(), 1);
  EXPECT_TRUE(program.after_end(0).empty());
}

/// Returns the call in a line of rank 0; the trace has three ranks.
CollectiveCall call_of(std::string const& line) {
  auto const program = parse_trace("0 init\n0 " + line + "\n1 init\n2 init\n");
  EXPECT_EQ(program.calls().size(), 1);
  return program.calls().at(0);
}

TEST(TiTrace, ReadsCollectiveCallsInTheFormsOfSmpi) {
  auto const same = [](char const* line, CollectiveCall const& call) {
    EXPECT_EQ(call_of(line), call) << line;
  };
  same("barrier", {});
  same("bcast 10", {.kind = CallKind::broadcast, .bytes = 10});
  same("bcast 10 2 0 ", {.kind = CallKind::broadcast, .root = 2, .bytes = 80});
  same("reduce 10 500 1 1", {.kind = CallKind::reduce, .root = 1, .bytes = 40, .compute = 500});
  same("allreduce 10 0.5 5", {.kind = CallKind::allreduce, .bytes = 40, .compute = 0.5});
  same("reducescatter 1 2 3 7 0", {.kind = CallKind::reduce_scatter, .bytes = 48, .compute = 7});
  same("scan 2 7", {.kind = CallKind::scan, .bytes = 2, .compute = 7});
  same("exscan 2 7 0", {.kind = CallKind::exscan, .bytes = 16, .compute = 7});
  same("gather 3 4 1 0 1", {.kind = CallKind::gather, .root = 1, .bytes = 24});
  same("scatter 3 4", {.kind = CallKind::scatter, .bytes = 3});
  same("allgather 3 4 1 0", {.kind = CallKind::allgather, .bytes = 12});
  same("alltoall 3 4 1 0", {.kind = CallKind::all_to_all, .bytes = 12});
  same("gatherv 5 0 0 0 1 0 0", {.kind = CallKind::gather, .root = 1, .bytes = 40, .sizes = {40}});
  same("scatterv 1 2 3 1 2 1 0", {.kind = CallKind::scatter, .root = 2, .sizes = {4, 8, 12}});
  same("allgatherv 5 5 6 7 0 0", {.kind = CallKind::allgather, .bytes = 40, .sizes = {40}});
  same("alltoallv 6 1 2 3 6 3 2 1 0 0", {.kind = CallKind::all_to_all, .sizes = {8, 16, 24}});
}

TEST(TiTrace, WaitsForNonblockingCalls) {
  auto const program = parse_trace(
      "0 iallreduce 1 0 0\n0 compute 5\n0 wait -333 -333 -779\n0 compute 6\n"
      "0 Ssend -333 0 0 0\n0 irecv 1 0 8\n0 irecv 1 1 8\n0 waitAny 2\n0 waitAny 1\n");
  ASSERT_EQ(program.num_operations(), 8);
  EXPECT_EQ(program.after_start(0).front(), 1);
  EXPECT_EQ(program.after_end(0).front(), 2);
  EXPECT_TRUE(program.after_end(4).empty()) << "which request ends first is known when the program runs";
  EXPECT_EQ(program.operation(6).kind, OperationKind::wait_any);
  EXPECT_EQ(program.operation(6).tag, 1) << "the wait for the collective call has taken one";
  EXPECT_EQ(program.operation(6).amount, 3) << "requests so far";
  EXPECT_EQ(program.operation(7).tag, 2);
}

TEST(TiTrace, IgnoresTestsAndProbes) {
  auto const program = parse_trace(
      "0 irecv 1 0 8\n0 test 1 0 0\n0 testany\n0 testall 1\n0 testsome\n0 iprobe 1 0\n0 probe 1 0\n"
      "0 wait 1 0 0\n");
  ASSERT_EQ(program.num_operations(), 2) << "the receive and the wait for it";
  EXPECT_EQ(program.after_end(0).front(), 1) << "a test does not end a request";
}

TEST(TiTrace, ReadsWholeNumbersInAnyForm) {
  // SimGrid's own examples write them as doubles.
  for (char const* const count : {"50000", "5e4", "50000.0", "5.0e+04"})
    EXPECT_EQ(parse_trace(std::string("0 send 1 0 ") + count + "\n").operation(0).amount, 50000) << count;
  EXPECT_EQ(call_of("bcast 5e4").bytes, 50000);
  EXPECT_EQ(call_of("alltoallv 6.0 1e0 2 3 6 3 2 1 0 0").sizes, (std::vector<double>{8, 16, 24}));
  EXPECT_EQ(complaint_of([] { parse_trace("0 send 1 0 1.5\n"); }),
            "trace:1:12: count=1.5 (must be a whole number)");
  EXPECT_EQ(complaint_of([] { parse_trace("0 send 1 0 1e300\n"); }),
            "trace:1:12: count=1e300 (must be in [0, 9223372036854775807])");
}

TEST(TiTrace, ReadsCallsWithoutTagsFromBeforeSimGrid320) {
  auto const program = parse_trace("0 isend 1 1e6\n0 isend 1 8\n0 wait\n0 compute 1\n1 recv 0 1e6\n");
  EXPECT_EQ(program.operation(0).amount, 1e6);
  EXPECT_TRUE(program.after_end(0).empty());
  EXPECT_EQ(program.after_end(1).front(), 2) << "the newest";
}

TEST(TiTrace, ReadsTheFilesOfAList) {
  Scratch const scratch;
  std::ofstream(scratch / "list.txt") << "a.txt\nb.txt\n";
  std::ofstream(scratch / "a.txt") << "0 send 1 0 8\n";
  std::ofstream(scratch / "b.txt") << "1 recv 0 0 8\n";
  EXPECT_EQ(read_ti_trace(scratch / "list.txt", 1e9).num_operations(), 2);
  std::ofstream(scratch / "list.txt") << "a.txt\nc.txt\n";
  auto const said = complaint_of([&] { read_ti_trace(scratch / "list.txt", 1e9); });
  EXPECT_NE(said.find("list.txt:2:1"), std::string::npos) << said;
  for (char const* const nothing : {"", "\n", "# a comment alone\n"}) {
    std::ofstream(scratch / "empty.txt") << nothing;
    EXPECT_TRUE(complaint_of([&] {
                  read_ti_trace(scratch / "empty.txt", 1e9);
                }).starts_with((scratch / "empty.txt").string() + ": the trace contains no calls"));
  }
}

TEST(TiTrace, RejectsMalformedText) {
  for (auto const& [text, place] :
       std::vector<std::pair<std::string, std::string>>{{"x send 1 0 8", "trace:1:1"},
                                                        {"0 sent 1 0 8", "trace:1:3"},
                                                        {"", "trace: the trace contains no calls"},
                                                        {"# nothing\n", "trace: the trace contains no calls"},
                                                        {"0 send", "trace:1"},
                                                        {"0 send -1 0 8", "trace:1:8"},
                                                        {"0 send 1 0 -8", "trace:1:12"},
                                                        {"0 send 1 0 8 99", "trace:1:14"},
                                                        {"0 send 1 0 8 1 7", "trace:1:16"},
                                                        {"0 init\n0 compute -5", "trace:2:11"},
                                                        {"0 compute nan", "trace:1:11"},
                                                        {"0 bcst 4 0", "trace:1:3"},
                                                        {"0 bcast 4 3", "trace:1:11"},
                                                        {"0 bcast 4 0 -1", "trace:1:13"},
                                                        {"0 allreduce 4 -7", "trace:1:15"},
                                                        {"0 alltoallv 4", "trace:1"},
                                                        {"0 comm_splt 1 0", "trace:1:3"},
                                                        {"99999999999 send 1 0 8", "trace:1:1"}}) {
    auto const said = complaint_of([&] { parse_trace(text); });
    EXPECT_EQ(said.substr(0, place.size()), place) << text << ": " << said;
  }
}

}  // namespace
}  // namespace weft
