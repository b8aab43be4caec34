// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "support/scratch.hpp"
#include "weft/io/atomic_file.hpp"
#include "weft/verb/replay/replay.hpp"
#include "weft/verb/verb.hpp"

namespace weft::verb {
namespace {

/// Only bytes take time, 1 ns each.
char const* const bytes_cost_alone = "flow:bandwidth=1GB/s,alpha=0,beta=0,base=0";

Result replay_of(char const* topology, std::string const& program) {
  return run<Replay>({.topology = topology, .program = program, .engine = bytes_cost_alone});
}
double end_of_rank(Result const& result, std::size_t rank) {
  return result.table("ranks").at(rank, "end").number();
}
double last_end(Result const& result) {
  double last = 0;
  for (std::size_t rank = 0; rank < result.table("ranks").rows.size(); ++rank)
    last = std::max(last, end_of_rank(result, rank));
  return last;
}
std::string trace_file(char const* name) { return std::string(WEFT_SOURCE_DIR "/test/data/files/") + name; }

TEST(TiFiles, TestDoesNotBlock) {
  // Rank 0 computes for 1 s and sends 10^6 bytes. Rank 1 tests after 0.5 s, computes 0.5 s more, and waits.
  EXPECT_NEAR(last_end(replay_of("ring:routers=2", "ti:file=" + trace_file("ti_test2.txt"))), 1.001, 1e-12);
  // The message arrives at 1.000001 s; rank 1 tests between computations of 0.1, 0.1 and 1 s.
  EXPECT_NEAR(last_end(replay_of("ring:routers=2", "ti:file=" + trace_file("ti_poll.txt"))), 1.2, 1e-12);
}

class TiText : public testing::Test {
 protected:
  std::string program(std::string const& text) {
    write_file(scratch_ / "trace.txt", text);
    return "ti:file=" + (scratch_ / "trace.txt").string();
  }
  Result replay(std::string const& text) { return replay_of("complete:routers=4", program(text)); }
  Scratch const scratch_;
};

/// Rank 1 sends 10^6 bytes to rank 2 at 0, rank 0 at 2 s, rank 3 at 4 s.
std::string const senders =
    "0 init\n1 init\n2 init\n3 init\n0 compute 2e9\n3 compute 4e9\n0 send 2 0 1000000\n1 send 2 0 1000000\n"
    "3 send 2 0 1000000\n2 irecv 0 0 1000000\n2 irecv 1 0 1000000\n2 irecv 3 0 1000000\n";

TEST_F(TiText, WaitanyEndsWithTheFirstCompletedRequest) {
  // The first message arrives at 0.001 s; 1 s of computation; the message of rank 0 arrives at 2.001 s.
  // Below, 10 s of computation follow the waits: the rank ends with its last operation.
  EXPECT_NEAR(end_of_rank(replay_of("complete:routers=3", "ti:file=" + trace_file("ti_waitany2.txt")), 2),
              2.001, 1e-12);
  EXPECT_NEAR(end_of_rank(replay(senders + "2 waitany 3\n2 compute 1e10\n"), 2), 10.001, 1e-12);
  // A second waitany waits for another request.
  EXPECT_NEAR(end_of_rank(replay(senders + "2 waitany 3\n2 waitany 3\n2 compute 1e10\n"), 2), 12.001, 1e-12);
  EXPECT_NEAR(end_of_rank(replay(senders + "2 waitany 3\n2 waitany 3\n2 waitany 3\n2 compute 1e10\n"), 2),
              14.001, 1e-12);
  // If no request is open, it does not wait.
  EXPECT_NEAR(end_of_rank(replay(senders + "2 waitall 3\n2 waitany 3\n2 compute 1e10\n"), 2), 14.001, 1e-12);
  // Rank 2 waits for rank 0 until 2.001 s; by then the request from rank 1 is also complete, so waitany does
  // not wait.
  EXPECT_NEAR(end_of_rank(replay(senders + "2 wait 0 2 0\n2 waitany 3\n2 compute 1e10\n"), 2), 12.001, 1e-12);
}

TEST_F(TiText, WaitsomeTakesAllCompletedRequests) {
  // After 3 s the requests from ranks 1 and 0 are complete: waitsome takes both, and the next waitany waits
  // for rank 3.
  EXPECT_NEAR(end_of_rank(replay(senders + "2 compute 3e9\n2 waitsome 3\n2 waitany 3\n2 compute 1e10\n"), 2),
              14.001, 1e-12);
  EXPECT_NEAR(end_of_rank(replay(senders + "2 compute 3e9\n2 waitany 3\n2 waitany 3\n2 compute 1e10\n"), 2),
              13.0, 1e-12);
  // After a waitall, requests are numbered from 0 again.
  auto const again =
      senders +
      "2 compute 3e9\n2 waitsome 3\n2 waitall 3\n0 compute 7e9\n0 send 2 1 1000\n1 compute 5e9\n"
      "1 send 2 1 1000\n2 irecv 0 1 1000\n2 irecv 1 1 1000\n2 waitany 2\n2 compute 1e10\n";
  EXPECT_NEAR(end_of_rank(replay(again), 2), 15.001001, 1e-9)
      << "rank 1 sends after 5.001 s, rank 0 after 9.001 s";
}

TEST_F(TiText, WaitanyIncludesCollectiveCalls) {
  // A barrier ends when the last rank, 3, has reached it at 4.001 s; the message of rank 1 arrives earlier.
  auto const text = senders + "0 ibarrier\n1 ibarrier\n2 ibarrier\n3 ibarrier\n";
  EXPECT_NEAR(end_of_rank(replay(text + "2 waitany 4\n2 compute 1e10\n"), 2), 10.001, 1e-12);
  EXPECT_NEAR(end_of_rank(replay(text + "2 waitany 4\n2 waitany 4\n2 waitany 4\n2 compute 1e10\n"), 2),
              14.001, 1e-12);
}

TEST_F(TiText, WaitanyBehavesTheSameUnderLogGops) {
  // L = 1000 ns, o = g = G = O = 0: messages arrive at 1 us, 2.000001 s and 4.000001 s.
  auto const end = [&](std::string const& text) {
    auto const result = run<Replay>({.topology = "complete:routers=4",
                                     .program = program(text),
                                     .network = ReplayNetwork::loggops,
                                     .costs = "L=1000,o=0,g=0,G=0,O=0"});
    return end_of_rank(result, 2) * 1e-9;
  };
  EXPECT_NEAR(end(senders + "2 waitany 3\n2 compute 1e10\n"), 10.000001, 1e-9);
  EXPECT_NEAR(end(senders + "2 waitany 3\n2 waitany 3\n2 compute 1e10\n"), 12.000001, 1e-9);
}

TEST(TiFiles, ReadCountsOfSimGridExamples) {
  for (char const* const name : {"ti_1e6.txt", "ti_dot.txt", "ti_old_notag.txt"})
    EXPECT_NEAR(last_end(replay_of("ring:routers=2", "ti:file=" + trace_file(name))), 0.001, 1e-12) << name;
  EXPECT_NEAR(last_end(replay_of("ring:routers=2", "ti:file=" + trace_file("ti_5e4.txt"))), 5e-5, 1e-12);
}

TEST(ChakraFiles, SendDoesNotWaitForItsReceive) {
  // Each of two ranks sends 131,072 bytes and then receives 131,072: both directions are used simultaneously.
  auto const program = "chakra:file=" + trace_file("swap.%d.et");
  EXPECT_NEAR(last_end(replay_of("complete:routers=2", program)), 131.072e-6, 1e-12);
  auto const stuck = replay_of("complete:routers=2", program + ",sends=mpi");
  EXPECT_EQ(
      stuck.answer,
      "stuck: ranks wait for each other: 0 -> 1 -> 0; a send of more than eager= bytes waits for its receive "
      "(--costs)");
}

TEST(ChakraFiles, CpuAndAcceleratorOfARankOverlap) {
  EXPECT_NEAR(last_end(replay_of("complete:routers=2", "chakra:file=" + trace_file("two.%d.et"))), 10e-6,
              1e-15);
  // 10 us of the CPU for c10d::broadcast_, then the broadcast of 131,072 bytes itself.
  EXPECT_NEAR(last_end(replay_of("complete:routers=2", "chakra:file=" + trace_file("cpuop.%d.et"))),
              141.072e-6, 1e-12);
}

TEST(ChakraFiles, RingOfSendsAndReceivesFinishes) {
  // As in custom collectives of ASTRA-sim: each step sends the data received in the previous step, and the
  // receive follows the send. Four ranks: 3 steps of 10^6 bytes at 1 GB/s.
  Scratch const scratch;
  constexpr int ranks = 4;
  for (int rank = 0; rank < ranks; ++rank) {
    std::string text = R"({"version": "0.0.4"})";
    for (int step = 0; step + 1 < ranks; ++step) {
      auto const node = [&](int id, char const* type, char const* peer, int other) {
        auto const needs = id == 0 ? "" : fmt::format(R"("dataDeps": ["{}"], )", id - 1);
        return fmt::format(
            R"({{"id": "{}", "type": "{}", {}"attr": [{{"name": "comm_size", "int64Val": "1000000"}}, )"
            R"({{"name": "{}", "int32Val": {}}}, {{"name": "comm_tag", "int32Val": {}}}]}})",
            id, type, needs, peer, other, step);
      };
      text += node(2 * step, "COMM_SEND_NODE", "comm_dst", (rank + 1) % ranks);
      text += node(2 * step + 1, "COMM_RECV_NODE", "comm_src", (rank + ranks - 1) % ranks);
    }
    write_file(scratch.path() / fmt::format("ring.{}.et", rank), text);
  }
  EXPECT_NEAR(last_end(replay_of("ring:routers=4", "chakra:file=" + (scratch / "ring.%d.et").string())), 3e-3,
              1e-12);
}

}  // namespace
}  // namespace weft::verb
