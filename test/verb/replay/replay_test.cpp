// SPDX-License-Identifier: Apache-2.0
#include "weft/verb/replay/replay.hpp"

#include <fstream>

#include <gtest/gtest.h>

#include "support/complaint.hpp"
#include "support/scratch.hpp"
#include "weft/verb/verb.hpp"

namespace weft::verb {
namespace {

std::string const dissemination =
    "goal:file=" WEFT_SOURCE_DIR "/test/data/flow/goal/dissemination_12_100000.goal";

/// Writes programs to files.
class ReplayOfAFile : public testing::Test {
 protected:
  Replay::Params request(std::string const& text) {
    std::ofstream(scratch_ / "program.goal") << text;
    return {.topology = "mesh:sides=4", .program = "goal:file=" + (scratch_ / "program.goal").string()};
  }
  double end_of(Result const& result, std::size_t rank) {
    return result.table("ranks").at(rank, "end").number();
  }
  Scratch const scratch_;
};

std::string const one_message =
    "num_ranks 4 rank 0 { c: calc 5000 s: send 1000b to 3 s requires c }"
    "rank 3 { r: recv 1000b from 0 }";

TEST_F(ReplayOfAFile, OneMessageTakesComputationLatencyAndTransfer) {
  auto params = request(one_message);
  params.engine = "flow:bandwidth=1GB/s,alpha=100,beta=0,base=50";
  auto const result = run<Replay>(params);
  EXPECT_NEAR(end_of(result, 0), 5e-6, 1e-18) << "it is eager";
  EXPECT_NEAR(end_of(result, 3), 5e-6 + 350e-9 + 1e-6, 1e-15);
  EXPECT_EQ(result.table("summary").at(0, "messages"), Value{1});
}

TEST_F(ReplayOfAFile, AddsTheCostsOfRanks) {
  auto params = request(one_message);
  params.engine = "flow:bandwidth=1GB/s,alpha=0,beta=0";
  params.costs = "L=70,o=10,O=2,compute=2";
  auto const result = run<Replay>(params);
  EXPECT_NEAR(end_of(result, 0), 10e-6 + 2010e-9, 1e-15);
  EXPECT_NEAR(end_of(result, 3), 10e-6 + 2010e-9 + 70e-9 + 1e-6 + 2010e-9, 1e-15);
  EXPECT_NEAR(result.table("ranks").at(3, "overhead").number(), 2010e-9, 1e-18);
}

TEST_F(ReplayOfAFile, LargeMessagesWaitForTheirReceive) {
  auto params = request(
      "num_ranks 2 rank 0 { s: send 100000b to 1 }"
      "rank 1 { c: calc 1000000 r: recv 100000b from 0 r requires c }");
  params.engine = "flow:bandwidth=1GB/s,alpha=0,beta=0";
  EXPECT_NEAR(end_of(run<Replay>(params), 0), 1.1e-3, 1e-12);
  params.costs = "eager=1e6";
  auto const eager = run<Replay>(params);
  EXPECT_EQ(end_of(eager, 0), 0);
  EXPECT_NEAR(end_of(eager, 1), 1e-3, 1e-12) << "the data are there";
  params.costs = "buffered=1e6";
  auto const buffered = run<Replay>(params);
  EXPECT_EQ(end_of(buffered, 0), 0);
  EXPECT_NEAR(end_of(buffered, 1), 1.1e-3, 1e-12);
}

TEST_F(ReplayOfAFile, MessagesOfARankShareItsChannel) {
  auto params = request(
      "num_ranks 4 rank 0 { send 1000b to 1 tag 1 send 1000b to 2 tag 2 }"
      "rank 1 { recv 1000b from 0 tag 1 } rank 2 { recv 1000b from 0 tag 2 }");
  params.engine = "flow:bandwidth=1GB/s,alpha=0,beta=0";
  auto const result = run<Replay>(params);
  EXPECT_NEAR(end_of(result, 1), 2e-6, 1e-15);
  EXPECT_NEAR(end_of(result, 2), 2e-6, 1e-15);
  EXPECT_NE(result.answer.find("router 0 -> router 1"), std::string::npos) << result.answer;
}

TEST_F(ReplayOfAFile, ReportsRanksThatWaitForEachOther) {
  auto params = request(
      "num_ranks 4 rank 3 { recv 1b from 0 }"
      "rank 0 { a: recv 1b from 1 b: send 1b to 1 b requires a }"
      "rank 1 { a: recv 1b from 2 b: send 1b to 0 b requires a }"
      "rank 2 { a: recv 1b from 0 b: send 1b to 1 b requires a }");
  params.require_end = true;
  auto const experiment = Replay::assemble(params);
  auto const result = experiment->run();
  EXPECT_FALSE(experiment->meets_requirement(result));
  EXPECT_EQ(result.answer, "stuck: ranks wait for each other: 0 -> 1 -> 2 -> 0");
  auto const& stuck = result.table("stuck");
  ASSERT_EQ(stuck.rows.size(), 4);
  EXPECT_EQ(stuck.at(2, "in_cycle"), Value{"yes"});
  EXPECT_EQ(stuck.at(3, "rank"), Value{3});
}

TEST_F(ReplayOfAFile, ReportsARankThatWaitsForAFinishedRank) {
  auto const result = run<Replay>(request("num_ranks 2 rank 0 { recv 1b from 1 } rank 1 { calc 5 }"));
  EXPECT_EQ(result.answer, "stuck: rank 0 waits forever for rank 1");
}

TEST(ReplayVerb, MatchesLogGopsimUnderLogGops) {  // goal.csv
  auto const result = run<Replay>({.topology = "torus:sides=4x4",
                                   .program = dissemination,
                                   .network = ReplayNetwork::loggops,
                                   .costs = "L=2500,o=1500,g=1000,G=6"});
  EXPECT_EQ(result.table("ranks").at(0, "end"), Value{2421976});
}

TEST(ReplayVerb, FollowsItsMapping) {
  Replay::Params params{.topology = "torus:sides=4x4", .program = dissemination, .mapping = "random"};
  auto const result = run<Replay>(params);
  bool moved = false;
  for (std::size_t rank = 0; rank < 12; ++rank)
    moved |= result.table("ranks").at(rank, "terminal").number() != static_cast<double>(rank);
  EXPECT_TRUE(moved);
}

TEST(ReplayVerb, RejectsUnusedParameters) {
  auto const said = [](Replay::Params params) {
    params.topology = "torus:sides=4x4";
    if (params.program.empty()) params.program = dissemination;
    return complaint_of([&] { run<Replay>(params); });
  };
  EXPECT_NE(said({.program = "gaol"}).find("goal"), std::string::npos);
  EXPECT_NE(said({.program = "goal"}).find("goal:file=.."), std::string::npos);
  EXPECT_NE(said({.engine = "rounds"}).find("engine=flit"), std::string::npos);
  EXPECT_NE(said({.engine = "flow:bytes=7"}).find("omit bytes"), std::string::npos);
  EXPECT_NE(said({.costs = "x=1"}).find("costs"), std::string::npos);
  auto const loggops = ReplayNetwork::loggops;
  EXPECT_NE(said({.mapping = "random", .network = loggops}).find("mapping"), std::string::npos);
  EXPECT_NE(said({.network = loggops, .failures = {.fail = "0-1"}}).find("omit fail"), std::string::npos);
  EXPECT_NE(said({.network = loggops, .costs = "handshake=1"}).find("handshake"), std::string::npos);
  EXPECT_NE(said({.network = loggops, .costs = "L=1.5"}).find("must be a whole number: LogGOPS counts ns"),
            std::string::npos);
  EXPECT_NE(complaint_of([&] {
              run<Replay>({.topology = "ring:routers=3", .program = dissemination});
            }).find("12 ranks"),
            std::string::npos);
}

/// Messages take 100 ns per channel between routers and 1 ns per byte.
Replay::Params on_a_ring(std::string const& program) {
  return {.topology = "torus:sides=8", .program = program, .engine = "flow:bandwidth=1GB/s,alpha=100,beta=0"};
}

double last_end(Replay::Params const& params) {
  return run<Replay>(params).table("summary").at(0, "end").number();
}

/// Patarasuk & Yuan 2009: 2 (P - 1) rounds of n / P bytes.
TEST(ReplayedCollectives, TakeTheTimeOfTheirRounds) {
  EXPECT_NEAR(last_end(on_a_ring("operation:of=allreduce,algorithm=ring,bytes=8000")),
              14 * (1000e-9 + 100e-9), 1e-15);
  auto params = on_a_ring("operation:of=allreduce,bytes=8000,iterations=3");
  params.collective = "allreduce=ring";
  params.costs = "gamma=0.5";
  EXPECT_NEAR(last_end(params), 3 * (14 * 1100e-9 + 7 * 500e-9), 1e-14) << "7 rounds add up";
  params = on_a_ring("operation:of=broadcast,algorithm=binomial,bytes=1000");
  params.costs = "eager=-1,buffered=-1";
  EXPECT_NEAR(last_end(params), 3 * 1000e-9 + (400 + 200 + 100) * 1e-9, 1e-15);
}

/// 14 rounds of 1000 ns of data and 100 ns of a channel: 15.4 us.
TEST(ReplayedCollectives, VerdictNamesAlgorithmRoutingAndRate) {
  auto const result = run<Replay>(on_a_ring("operation:of=allreduce,algorithm=ring,bytes=8000"));
  EXPECT_EQ(
      result.answer,
      "makespan 15.4 us (8 ranks); allreduce by ring, routing dimension_order, channels of 1 GB/s (8 Gb/s)");
  auto const& calls = result.table("collectives");
  ASSERT_EQ(calls.rows.size(), 1U);
  EXPECT_EQ(calls.at(0, "choice"), Value{"given"});
  auto const by_default = run<Replay>(on_a_ring("operation:of=allreduce,bytes=8000"));
  EXPECT_EQ(by_default.table("collectives").at(0, "algorithm"), Value{"rabenseifner"});
  EXPECT_EQ(by_default.table("collectives").at(0, "choice"), Value{"default"});
  EXPECT_EQ(run<Replay>(on_a_ring("pattern:of=halo")).find_table("collectives"), nullptr);
}

/// Two jobs: the larger messages come first.
TEST(ReplayedCollectives, VerdictNamesTheAlgorithmsOfAllJobs) {
  Replay::Params params{.topology = "torus:sides=8", .engine = "flow:bandwidth=1GB/s"};
  params.jobs =
      "[a:program=[operation:of=broadcast,algorithm=binomial,bytes=10],grid=4,"
      "b:program=[operation:of=allreduce,algorithm=ring,bytes=1000],grid=4]";
  auto const answer = run<Replay>(params).answer;
  EXPECT_NE(answer.find("; allreduce by ring and broadcast by binomial, routing "), std::string::npos)
      << answer;
}

TEST(ReplayedCollectives, RejectUnsupportedAlgorithms) {
  auto params = on_a_ring("operation:of=allreduce");
  params.collective = "allreduce=single_tree";
  auto const said = complaint_of([&] { Replay::assemble(params); });
  EXPECT_NE(said.find("collective"), std::string::npos) << said;
}

/// Narayanan et al. 2021: without communication an iteration takes (m + p - 1) (t_f + t_b).
TEST(ReplayedTraining, FillsItsPipeline) {
  auto params = on_a_ring("");
  params.engine = "flow:bandwidth=1e18,alpha=0,beta=0";
  auto const pass = (24 * 32.0 * 64 * 64 + 4 * 32.0 * 32 * 64) * 3 / 1e9;  // a layer, forward and backward
  for (auto const* const order : {"1f1b", "gpipe"}) {
    params.program = std::string(
                         "training:pipeline=4,layers=8,hidden=64,sequence=32,vocabulary=0,"
                         "microbatches=6,speed=1e9,order=") +
                     order;
    EXPECT_NEAR(last_end(params), (6 + 4 - 1) * 2 * pass, 1e-9 * pass) << order;
  }
}

TEST(ReplayedPrograms, FinishForEveryKind) {
  for (auto const* const program :
       {"stencil:points=8,reduce=1", "conjugate_gradient:points=8", "fft:points=16", "sweep:points=4",
        "algorithm:of=summa", "algorithm:of=[halo:periodic=false]", "operation:of=reduce_scatter",
        "training:pipeline=2,tensor=2,layers=4,hidden=64,expert=2,sharded=true"}) {
    auto params = on_a_ring(program);
    params.topology = "torus:sides=4x4";
    params.require_end = true;
    auto const result = run<Replay>(params);
    EXPECT_EQ(result.find_table("stuck"), nullptr) << program;
    EXPECT_EQ(result.table("summary").at(0, "unreceived"), Value{0}) << program;
    double share = 0;
    auto const& path = result.table("critical_path");
    for (std::size_t row = 0; row < path.rows.size(); ++row) share += path.at(row, "share").number();
    EXPECT_NEAR(share, 100, 1e-6) << program;
  }
}

TEST_F(ReplayOfAFile, WrittenGoalFileGivesTheSameTime) {
  auto params = on_a_ring("operation:of=allgather,bytes=100,iterations=2");
  params.write = (scratch_ / "written.goal").string();
  auto const end = last_end(params);
  params.program = "goal:file=" + params.write;
  params.write.clear();
  EXPECT_EQ(last_end(params), end);
}

std::string const ping = "[operation:of=broadcast,algorithm=binomial,bytes=10000]";

TEST(ReplayedJobs, ShareChannelsAndFollowOneAnother) {
  Replay::Params params{.topology = "mesh:sides=4", .engine = "flow:bandwidth=1GB/s,alpha=0,beta=0"};
  params.jobs = "[near:program=" + ping + ",terminals=0+2,far:program=" + ping + ",terminals=1+3]";
  auto const beside = run<Replay>(params);
  auto const& jobs = beside.table("jobs");
  ASSERT_EQ(jobs.rows.size(), 2);
  for (std::size_t row = 0; row < 2; ++row) {
    EXPECT_NEAR(jobs.at(row, "alone").number(), 10e-6, 1e-15);
    EXPECT_NEAR(jobs.at(row, "time").number(), 20e-6, 1e-15) << "both need the channel in the middle";
    EXPECT_NEAR(jobs.at(row, "slowdown").number(), 2, 1e-9);
  }
  params.jobs = "[near:program=" + ping + ",terminals=0+2,start=1e-3,far:program=" + ping +
                ",terminals=1+3,after=near,start=5e-6]";
  auto const after = run<Replay>(params).table("jobs");
  EXPECT_NEAR(after.at(0, "end").number(), 1e-3 + 10e-6, 1e-12);
  EXPECT_NEAR(after.at(1, "start").number(), 1e-3 + 15e-6, 1e-12);
  EXPECT_NEAR(after.at(1, "slowdown").number(), 1, 1e-9);
}

TEST(ReplayedJobs, RejectTerminalsInUseAndCycles) {
  auto const said = [](std::string const& jobs) {
    return complaint_of([&] { Replay::assemble({.topology = "mesh:sides=4", .jobs = jobs}); });
  };
  EXPECT_NE(said("[a:terminals=0..2,b:terminals=2..3]").find("terminal 2 is in use"), std::string::npos);
  EXPECT_NE(said("[a:terminals=0,after=b,b:terminals=1,after=a]").find("cycle"), std::string::npos);
  EXPECT_NE(said("[job1:terminals=0,after=job2]").find("did you mean"), std::string::npos);
  EXPECT_NE(said("[a:terminals=0..7]").find("job a"), std::string::npos);
}

TEST(RanksPerTerminal, ShareTheirMemory) {
  Replay::Params params{.topology = "mesh:sides=2",
                        .program = ping.substr(1, ping.size() - 2),
                        .engine = "flow:bandwidth=1GB/s,alpha=0,beta=0",
                        .ranks_per_terminal = 2};
  EXPECT_NEAR(last_end(params), 10e-6, 1e-15) << "from rank 0 to rank 2 by the network, then inside";
  params.costs = "memory=2e9";
  EXPECT_NEAR(last_end(params), 10e-6 + 5e-6, 1e-15);
  params.ranks_per_terminal = 4;
  params.grid = {4};
  EXPECT_NEAR(last_end(params), 10e-6, 1e-15) << "two messages inside, one after the other";
}

}  // namespace
}  // namespace weft::verb
