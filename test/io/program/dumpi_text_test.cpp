// SPDX-License-Identifier: Apache-2.0
#include "weft/io/program/dumpi_text.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "support/complaint.hpp"
#include "support/scratch.hpp"
#include "weft/io/atomic_file.hpp"

namespace weft {
namespace {

/// The calls of a rank in the format of dumpi2ascii: each takes 1 us, with 2 us between two calls.
class Rank {
 public:
  Rank& call(std::string const& name, std::string const& arguments = "") {
    text_ += fmt::format("{} entering at walltime 8153.{:09}, cputime 0.004000000 seconds in thread 0.\n{}",
                         name, time_, arguments);
    text_ += fmt::format("{} returning at walltime 8153.{:09}, cputime 0.004000000 seconds in thread 0.\n",
                         name, time_ + 1000);
    time_ += 3000;
    return *this;
  }
  operator DumpiText() const { return {text_, "trace"}; }  // NOLINT(google-explicit-constructor)
  std::string const& text() const { return text_; }

 private:
  std::string text_;
  int time_ = 100;
};

std::string message(char const* peer, int rank, int tag = 7, int comm = 2) {
  return fmt::format(
      "int count=10\nMPI_Datatype datatype=14 (MPI_DOUBLE)\nint {}={}\nint tag={}\nMPI_Comm comm={} (..)\n",
      peer, rank, tag, comm);
}

/// Returns all operations except computation.
std::vector<Operation> calls_of(Program const& program, std::uint32_t rank) {
  std::vector<Operation> calls;
  for (auto i = program.first_operation(rank); i < program.first_operation(rank + 1); ++i)
    if (program.operation(i).kind != OperationKind::compute) calls.push_back(program.operation(i));
  return calls;
}

TEST(DumpiText, CountsTimeBetweenCallsAsComputation) {
  auto const program =
      parse_dumpi({Rank().call("MPI_Init").call("MPI_Send", message("dest", 1)).call("MPI_Finalize"),
                   Rank().call("MPI_Init").call("MPI_Recv", message("source", 0))});
  ASSERT_EQ(program.num_operations(), 5);
  EXPECT_EQ(program.operation(0).amount, 2000);
  EXPECT_EQ(program.operation(1), (Operation{OperationKind::send, 0, 0, false, false, 1, 7, 0, 80}));
  EXPECT_EQ(program.operation(2).amount, 2000);
  EXPECT_EQ(program.operation(4), (Operation{OperationKind::receive, 0, 0, false, false, 0, 7, 0, 80}));
  EXPECT_EQ(program.after_end(0).front(), 1);
}

TEST(DumpiText, WaitsForTheNamedRequests) {
  auto const isend = [](int request) {
    return message("dest", 0) + fmt::format("MPI_Request request=[{}]\n", request);
  };
  auto const program =
      parse_dumpi({Rank()
                       .call("MPI_Isend", isend(5))
                       .call("MPI_Isend", isend(6))
                       .call("MPI_Irecv", message("source", -1, -1) + "MPI_Request request=[7]\n")
                       .call("MPI_Waitany", "int count=2\nMPI_Request requests[2]=[5, 6]\nint index=1\n")
                       .call("MPI_Test", "MPI_Request request=[5]\nint flag=0\n")
                       .call("MPI_Waitall", "int count=2\nMPI_Request requests[2]=[5, 7]\n")});
  auto const calls = calls_of(program, 0);
  ASSERT_EQ(calls.size(), 5);
  EXPECT_EQ(calls[2],
            (Operation{OperationKind::receive, 0, 0, false, false, Operation::any, Operation::any, 0, 80}));
  EXPECT_EQ(program.num_waits(6), 2) << "Waitany: the computing before and request 6";
  EXPECT_EQ(program.after_end(2).front(), 6) << "request 6";
  EXPECT_EQ(program.after_end(0).front(), 9) << "request 5";
}

TEST(DumpiText, StartsPersistentRequestsRepeatedly) {
  auto const init = message("dest", 0) + "MPI_Request request=[5]\n";
  auto const calls =
      calls_of(parse_dumpi({Rank()
                                .call("MPI_Send_init", init)
                                .call("MPI_Start", "MPI_Request request=[5]\n")
                                .call("MPI_Wait", "MPI_Request request=[5]\n")
                                .call("MPI_Startall", "int count=1\nMPI_Request requests[1]=[5]\n")}),
               0);
  ASSERT_EQ(calls.size(), 3);
  EXPECT_EQ(calls[0].kind, OperationKind::send);
  EXPECT_EQ(calls[2], calls[0]);
}

TEST(DumpiText, ConvertsRanksOfCommunicatorsToGlobalRanks) {
  auto const split = [](int color, int key) {
    return fmt::format(
        "MPI_Comm oldcomm=2 (MPI_COMM_WORLD)\nint color={}\nint key={}\nMPI_Comm newcomm=4 (user)\n", color,
        key);
  };
  std::string const reduce =
      "int count=3\nMPI_Datatype datatype=9 (MPI_INT)\nMPI_Op op=3 (MPI_SUM)\nint root=1\nMPI_Comm comm=4 (user)\n";
  std::vector<DumpiText> ranks;
  for (int rank = 0; rank < 4; ++rank)
    ranks.push_back(
        Rank()
            .call("MPI_Comm_split", split(rank % 2, -rank))
            .call("MPI_Sendrecv_replace",
                  "int count=1\nMPI_Datatype datatype=2 (MPI_CHAR)\nint dest=1\nint sendtag=1\nint source=0\n"
                  "int recvtag=2\nMPI_Comm comm=4 (user)\nMPI_Status status=<IGNORED>\n")
            .call("MPI_Reduce", reduce));
  auto const program = parse_dumpi(ranks);
  auto const calls = calls_of(program, 3);
  ASSERT_EQ(calls.size(), 4);
  EXPECT_EQ(calls[0].peer, 3) << "the first by key of ranks 1 and 3";
  EXPECT_EQ(calls[1].peer, 1);
  EXPECT_EQ(calls[0].context, calls[1].context);
  EXPECT_NE(calls[0].context, calls_of(program, 0)[0].context);
  auto const& call = program.calls().at(calls[3].peer);
  EXPECT_EQ(call, (CollectiveCall{.kind = CallKind::reduce, .group = call.group, .root = 1, .bytes = 12}));
  EXPECT_EQ(program.group(call.group), (std::vector<std::uint32_t>{3, 1}));
}

TEST(DumpiText, ComputesSizesOfDerivedTypes) {
  std::string const types = "MPI_Datatype newtype=30 (user-defined)\n";
  auto const bytes = [&](char const* name, std::string const& arguments) {
    auto const calls = calls_of(
        parse_dumpi({Rank()
                         .call(name, arguments + types)
                         .call("MPI_Send",
                               "int count=2\nMPI_Datatype datatype=30 (user-defined)\nint dest=0\nint "
                               "tag=0\nMPI_Comm comm=3 (MPI_COMM_SELF)\n")}),
        0);
    return calls.at(0).amount;
  };
  std::string const of_int = "MPI_Datatype oldtype=9 (MPI_INT)\n";
  EXPECT_EQ(bytes("MPI_Type_contiguous", "int count=3\n" + of_int), 24);
  EXPECT_EQ(bytes("MPI_Type_vector", "int count=3\nint blocklength=2\nint stride=9\n" + of_int), 48);
  EXPECT_EQ(bytes("MPI_Type_create_hindexed",
                  "int count=2\nint lengths[2]=[1, 4]\nint indices[2]=[0, 8]\n" + of_int),
            40);
  EXPECT_EQ(
      bytes("MPI_Type_create_struct",
            "int count=2\nint lengths[2]=[1, 2]\nint indices[2]=[0, 8]\nMPI_Datatype oldtypes[2]=[9, 14]\n"),
      40);
}

TEST(DumpiText, ReadsSizesOfCollectiveCalls) {
  auto const call_of = [](char const* name, std::string const& arguments) {
    return parse_dumpi({Rank().call(name, arguments + "MPI_Comm comm=2 (MPI_COMM_WORLD)\n"),
                        Rank().call(name, arguments + "MPI_Comm comm=2 (MPI_COMM_WORLD)\n")})
        .calls()
        .at(0);
  };
  std::string const types = "MPI_Datatype sendtype=9 (MPI_INT)\nMPI_Datatype recvtype=14 (MPI_DOUBLE)\n";
  EXPECT_EQ(call_of("MPI_Barrier", ""), CollectiveCall{});
  EXPECT_EQ(call_of("MPI_Gather", "int sendcount=3\nint recvcount=3\nint root=1\n" + types),
            (CollectiveCall{.kind = CallKind::gather, .root = 1, .bytes = 12}));
  EXPECT_EQ(call_of("MPI_Alltoallv", "int commsize=2\nint sendcounts[2]=[1, 5]\n" + types),
            (CollectiveCall{.kind = CallKind::all_to_all, .sizes = {4, 20}}));
  EXPECT_EQ(call_of("MPI_Reduce_scatter",
                    "int commsize=2\nint recvcounts[2]=[1, 5]\nMPI_Datatype datatype=9 (MPI_INT)\n"),
            (CollectiveCall{.kind = CallKind::reduce_scatter, .bytes = 24}));
}

TEST(DumpiText, RejectsMalformedText) {
  auto const said = [](std::string const& text) {
    return complaint_of([&] { parse_dumpi({{text, "trace"}}); });
  };
  auto const after_init = [&](std::string const& name, std::string const& arguments) {
    return said(Rank().call("MPI_Init").call(name, arguments).text());
  };
  EXPECT_EQ(
      said("hello\n"),
      "trace: the file contains no MPI calls (expected lines such as 'MPI_Init entering at walltime ..', written by dumpi2ascii)");
  EXPECT_EQ(
      said(Rank().call("MPI_Init").text() + "MPI_Send entering at walltime 9000.0, cputime 1\nint count=1\n"),
      "trace:3:1: MPI_Send does not return (the file ends)");
  EXPECT_EQ(after_init("MPI_Send", "int count=1\n"), "trace:3:1: MPI_Send has no dest");
  EXPECT_EQ(after_init("MPI_Send", message("dest", 1)),
            "trace: the trace of 2 ranks has 1 file (a trace has a file for each rank); pass all files of "
            "one run, as in file=PREFIX*");
  // A communicator that rank 0 creates for itself has no rank 1.
  EXPECT_EQ(said(Rank()
                     .call("MPI_Comm_split",
                           "MPI_Comm oldcomm=2 (MPI_COMM_WORLD)\nint color=0\nint key=0\n"
                           "MPI_Comm newcomm=4\n")
                     .call("MPI_Send", message("dest", 1, 7, 4))
                     .text()),
            "trace:7:1: rank 1 is not in the communicator (the communicator has fewer ranks)");
  EXPECT_EQ(after_init("MPI_Send", message("dest", 0, 7, 9)),
            "trace:3:1: communicator 9 is unknown (no earlier call creates it)");
  EXPECT_EQ(after_init("MPI_Put", "int origincount=1\n").substr(0, 46),
            "trace:3:1: call MPI_Put is not supported (only");
  EXPECT_EQ(
      said("MPI_Init entering at walltime 9000, cputime 1\nMPI_Init returning at walltime 8999, cputime 1\n"),
      "trace:2:1: the wall time decreases");
  EXPECT_EQ(said("MPI_Init entering at walltime ?, cputime 1\n"), "trace:1:1: '?,' is not a wall time");
}

TEST(DumpiText, ReadsFilesThatMatchAPattern) {
  Scratch const scratch;
  write_file(scratch / "run-0001.txt", Rank().call("MPI_Recv", message("source", 0)).text());
  write_file(scratch / "run-0000.txt", Rank().call("MPI_Send", message("dest", 1)).text());
  auto const program = read_dumpi(scratch / "run-*.txt");
  EXPECT_EQ(program.num_ranks(), 2);
  EXPECT_EQ(program.operation(0).kind, OperationKind::send);
  EXPECT_EQ(complaint_of([&] { read_dumpi(scratch / "none-*"); }),
            "no file matches " + (scratch / "none-*").string());
}

TEST(DumpiText, ReportsMissingFiles) {
  auto const size = "MPI_Comm comm=2 (MPI_COMM_WORLD)\nint size=4\n";
  EXPECT_EQ(complaint_of([&] { parse_dumpi({Rank().call("MPI_Init").call("MPI_Comm_size", size)}); }),
            "trace: the trace of 4 ranks has 1 file (a trace has a file for each rank); pass all files of "
            "one run, as in file=PREFIX*");
  EXPECT_EQ(complaint_of([&] { parse_dumpi({Rank().call("MPI_Send", message("dest", 2))}); }).substr(0, 38),
            "trace: the trace of 3 ranks has 1 file");
  auto const rank = Rank().call("MPI_Comm_size", size);
  EXPECT_EQ(complaint_of([&] { parse_dumpi({rank, rank, rank, rank}); }), "none");
  EXPECT_EQ(complaint_of([&] {
              parse_dumpi({rank, rank, rank, rank, rank});
            }).substr(0, 40),
            "trace: the trace of 4 ranks has 5 files ");
}

}  // namespace
}  // namespace weft
