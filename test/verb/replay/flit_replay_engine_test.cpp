// SPDX-License-Identifier: Apache-2.0
#include <fstream>

#include <gtest/gtest.h>

#include "support/complaint.hpp"
#include "support/scratch.hpp"
#include "weft/core/parallel.hpp"
#include "weft/verb/replay/replay.hpp"
#include "weft/verb/verb.hpp"

namespace weft::verb {
namespace {

/// Programs on engine flit with a cycle of 10 ns: a router takes 4 cycles, both terminals together 2.
class ReplayOnFlits : public testing::Test {
 protected:
  Replay::Params request(std::string const& text, std::string const& options = "") {
    std::ofstream(scratch_ / "program.goal") << text;
    return {.topology = "mesh:sides=4",
            .program = "goal:file=" + (scratch_ / "program.goal").string(),
            .engine = "flit:flit_bytes=10,bandwidth=1e9" + options};
  }
  Scratch const scratch_;
};

double end_of(Result const& result, std::size_t rank) {
  return result.table("ranks").at(rank, "end").number();
}

TEST_F(ReplayOnFlits, OneMessageTakesTheClosedForm) {
  auto const result = run<Replay>(request(
      "num_ranks 4 rank 0 { c: calc 5000 s: send 1000b to 3 s requires c } rank 3 { recv 1000b from 0 }"));
  EXPECT_NEAR(end_of(result, 3), 5e-6 + (4 * 4 + 2 + 99) * 10e-9, 1e-15);
  auto const& network = result.table("network");
  EXPECT_EQ(network.at(0, "packets"), Value{13});
  EXPECT_EQ(network.at(0, "flit_hops"), Value{300});
  EXPECT_LT(network.at(0, "simulated").number(), 300) << "not the 500 cycles of computing";
  EXPECT_EQ(result.setting("network"), "topology");
  EXPECT_EQ(result.setting("engine").find("flit:"), 0);
  EXPECT_EQ(result.setting("engine").find("max_cycles"), std::string::npos);
  double path = 0;
  for (std::size_t row = 0; row < result.table("critical_path").rows.size(); ++row)
    path += result.table("critical_path").at(row, "seconds").number();
  EXPECT_NEAR(path, end_of(result, 3), 1e-15);
}

/// The same ring allreduce on both engines: 2 (P - 1) successive messages of n / P bytes.
TEST_F(ReplayOnFlits, LargeRingMatchesFlows) {
  Replay::Params params{.topology = "ring:routers=8",
                        .program = "operation:of=allreduce,algorithm=ring,bytes=8MB",
                        .engine = "flow:bandwidth=1e9,alpha=0,beta=0"};
  auto const flows = run<Replay>(params).table("summary").at(0, "end").number();
  params.engine = "flit:bandwidth=1e9,vc_buffer=16";
  auto const flits = run<Replay>(params).table("summary").at(0, "end").number();
  EXPECT_NEAR(flows, 14 * 1e-3, 1e-9);
  EXPECT_NEAR(flits / flows, 1, 2e-3);
}

/// Trees of channels: if terminals feed all channels of their router at once and a block leaves when the
/// previous block has arrived, flows take the slots of the schedule, and flits take these slots and their
/// latencies.
TEST_F(ReplayOnFlits, ScheduleOfChannelsTakesItsSlots) {
  struct Case {
    std::string algorithm;
    int slots;  // of 1/64 of the bytes each, from weft collective
  };
  constexpr double slot = 1.6e6 / 64 / 1e9;
  for (auto const& [algorithm, slots] :
       {Case{"single_tree", 71}, Case{"packed_trees", 27}, Case{"arc_disjoint_trees", 30}}) {
    Replay::Params params{.topology = "torus:sides=8x8",
                          .program = "schedule:bytes=1.6e6,packets=64,algorithm=" + algorithm,
                          .engine = "flow:bandwidth=1e9,alpha=0,beta=0,terminals=free",
                          .costs = "eager=-1,buffered=-1"};
    EXPECT_NEAR(run<Replay>(params).table("summary").at(0, "end").number(), slots * slot, 1e-9) << algorithm;
    params.engine = "flit:bandwidth=1e9,reference_bandwidth=4,sending=interleaved";
    auto const on_flits = run<Replay>(params).table("summary").at(0, "end").number();
    EXPECT_GT(on_flits, slots * slot) << algorithm;
    EXPECT_LT(on_flits, 1.05 * slots * slot) << algorithm;
    // A terminal with one channel sends the same bytes successively.
    params.engine = "flit:bandwidth=1e9,sending=interleaved";
    EXPECT_GT(run<Replay>(params).table("summary").at(0, "end").number(), 2 * slots * slot) << algorithm;
  }
}

TEST_F(ReplayOnFlits, DoesNotDependOnThreads) {
  std::vector<Result> results;
  for (unsigned const threads : {1U, 2U, 3U, 7U}) {
    Threads const use(threads);
    results.push_back(run<Replay>({.topology = "dragonfly:p=2,a=4,h=2",
                                   .program = "fft:points=48",
                                   .routing = "ugal",
                                   .mapping = "random",
                                   .engine = "flit"}));
  }
  for (auto const& result : results) EXPECT_EQ(result.tables, results.front().tables);
}

TEST_F(ReplayOnFlits, ReportsNetworkAndRanksOverTime) {
  auto const result = run<Replay>(
      request("num_ranks 4 rank 0 { send 5000b to 3 } rank 3 { recv 5000b from 0 }", ",interval=100"));
  EXPECT_NE(result.find_table("network_over_time"), nullptr);
  EXPECT_EQ(result.table("over_time").columns.front().unit, "s") << "that of the ranks";
}

TEST_F(ReplayOnFlits, JobsSlowEachOther) {
  auto const result =
      run<Replay>({.topology = "torus:sides=4x4",
                   .engine = "flit",
                   .jobs = "[a:program=[pattern:of=all_to_all,bytes=2kB],terminals=0..7,mapping=random,"
                           "b:program=[pattern:of=all_to_all,bytes=2kB],terminals=8..15,mapping=random]"});
  auto const& jobs = result.table("jobs");
  ASSERT_EQ(jobs.rows.size(), 2);
  for (std::size_t row = 0; row < 2; ++row) EXPECT_GE(jobs.at(row, "slowdown").number(), 1);
}

TEST_F(ReplayOnFlits, ReportsADeadlockOfTheNetwork) {
  std::string text = "num_ranks 5 ";
  for (int i = 0; i < 5; ++i)
    text += "rank " + std::to_string(i) + " { send 60000b to " + std::to_string((i + 2) % 5) +
            " recv 60000b from " + std::to_string((i + 3) % 5) + " }";
  auto params = request(text, ",vcs=1,allow_deadlock=true");
  params.topology = "ring:routers=5";
  params.require_end = true;
  auto const experiment = Replay::assemble(params);
  auto const result = experiment->run();
  EXPECT_EQ(result.answer.find("deadlock at cycle"), 0) << result.answer;
  EXPECT_EQ(result.table("deadlock").rows.size(), 5);
  EXPECT_FALSE(experiment->meets_requirement(result));
}

TEST_F(ReplayOnFlits, ReportsRanksThatWaitForEachOther) {
  auto const result =
      run<Replay>(request("num_ranks 2 rank 0 { a: recv 1b from 1 b: send 1b to 1 b requires a }"
                          "rank 1 { a: recv 1b from 0 b: send 1b to 0 b requires a }"));
  EXPECT_EQ(result.answer, "stuck: ranks wait for each other: 0 -> 1 -> 0");
}

TEST_F(ReplayOnFlits, RejectsPairsWithoutAPath) {
  auto params = request("num_ranks 4 rank 0 { send 1b to 3 } rank 3 { recv 1b from 0 }");
  params.failures.fail = "1-2";
  EXPECT_NE(complaint_of([&] { run<Replay>(params); }).find("no path leads from rank 0 to rank 3"),
            std::string::npos);
}

TEST_F(ReplayOnFlits, RejectsUnusedParameters) {
  auto const said = [&](std::string const& options, std::string const& costs = "") {
    auto params = request("num_ranks 2 rank 0 { send 1b to 1 } rank 1 { recv 1b from 0 }", options);
    params.costs = costs;
    return complaint_of([&] { run<Replay>(params); });
  };
  EXPECT_NE(said(",rate=0.3").find("rate"), std::string::npos);
  EXPECT_NE(said(",injection=batch").find("omit injection"), std::string::npos);
  EXPECT_NE(said(",deliveries=true").find("omit deliveries"), std::string::npos);
  EXPECT_NE(said(",failed_links=0.1").find("omit failed_links"), std::string::npos);
  EXPECT_NE(said(",vcs=0").find("vcs"), std::string::npos);
  EXPECT_NE(said("", "G=1").find("omit G"), std::string::npos);
  EXPECT_NE(said("", "handshake=1.5").find("whole number"), std::string::npos);
}

}  // namespace
}  // namespace weft::verb
