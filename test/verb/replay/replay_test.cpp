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

/// A program as a file of its own.
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

TEST_F(ReplayOfAFile, OneMessageTakesComputingLatencyAndBytes) {
  auto params = request(one_message);
  params.engine = "flow:bandwidth=1GB/s,alpha=100,beta=0,base=50";
  auto const result = run<Replay>(params);
  EXPECT_NEAR(end_of(result, 0), 5e-6, 1e-18) << "it is eager";
  EXPECT_NEAR(end_of(result, 3), 5e-6 + 350e-9 + 1e-6, 1e-15);
  EXPECT_EQ(result.table("summary").at(0, "messages"), Value{1});
}

TEST_F(ReplayOfAFile, CostsOfRanksAdd) {
  auto params = request(one_message);
  params.engine = "flow:bandwidth=1GB/s,alpha=0,beta=0";
  params.costs = "L=70,o=10,O=2,compute=2";
  auto const result = run<Replay>(params);
  EXPECT_NEAR(end_of(result, 0), 10e-6 + 2010e-9, 1e-15);
  EXPECT_NEAR(end_of(result, 3), 10e-6 + 2010e-9 + 70e-9 + 1e-6 + 2010e-9, 1e-15);
  EXPECT_NEAR(result.table("ranks").at(3, "overhead").number(), 2010e-9, 1e-18);
}

TEST_F(ReplayOfAFile, ALargeMessageWaitsForItsReceive) {
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

TEST_F(ReplayOfAFile, MessagesOfOneRankShareItsChannel) {
  auto params = request(
      "num_ranks 4 rank 0 { send 1000b to 1 tag 1 send 1000b to 2 tag 2 }"
      "rank 1 { recv 1000b from 0 tag 1 } rank 2 { recv 1000b from 0 tag 2 }");
  params.engine = "flow:bandwidth=1GB/s,alpha=0,beta=0";
  auto const result = run<Replay>(params);
  EXPECT_NEAR(end_of(result, 1), 2e-6, 1e-15);
  EXPECT_NEAR(end_of(result, 2), 2e-6, 1e-15);
  EXPECT_NE(result.answer.find("router 0 -> router 1"), std::string::npos) << result.answer;
}

TEST_F(ReplayOfAFile, NamesRanksThatWaitForEachOther) {
  auto params = request(
      "num_ranks 4 rank 3 { recv 1b from 0 }"
      "rank 0 { a: recv 1b from 1 b: send 1b to 1 b requires a }"
      "rank 1 { a: recv 1b from 2 b: send 1b to 0 b requires a }"
      "rank 2 { a: recv 1b from 0 b: send 1b to 1 b requires a }");
  params.require_end = true;
  auto const experiment = Replay::assemble(params);
  auto const result = experiment->run();
  EXPECT_FALSE(experiment->is_met(result));
  EXPECT_EQ(result.answer, "stuck: ranks wait for each other: 0 -> 1 -> 2 -> 0");
  auto const& stuck = result.table("stuck");
  ASSERT_EQ(stuck.rows.size(), 4);
  EXPECT_EQ(stuck.at(2, "in_cycle"), Value{"yes"});
  EXPECT_EQ(stuck.at(3, "rank"), Value{3});
}

TEST_F(ReplayOfAFile, SaysWhichRankWaitsForOneThatHasEnded) {
  auto const result = run<Replay>(request("num_ranks 2 rank 0 { recv 1b from 1 } rank 1 { calc 5 }"));
  EXPECT_EQ(result.answer, "stuck: rank 0 waits for rank 1, and for ever");
}

TEST(ReplayVerb, UnderLogGopsEndsAsLogGopsimDoes) {  // goal.csv
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

TEST(ReplayVerb, RefusesWhatItWouldIgnore) {
  auto const said = [](Replay::Params params) {
    params.topology = "torus:sides=4x4";
    if (params.program.empty()) params.program = dissemination;
    return complaint_of([&] { run<Replay>(params); });
  };
  EXPECT_NE(said({.program = "gaol"}).find("goal"), std::string::npos);
  EXPECT_NE(said({.program = "goal"}).find("file=PATH"), std::string::npos);
  EXPECT_NE(said({.engine = "flit"}).find("engine=flow"), std::string::npos);
  EXPECT_NE(said({.engine = "flow:bytes=7"}).find("omit bytes"), std::string::npos);
  EXPECT_NE(said({.costs = "x=1"}).find("costs"), std::string::npos);
  auto const loggops = ReplayNetwork::loggops;
  EXPECT_NE(said({.mapping = "random", .network = loggops}).find("mapping"), std::string::npos);
  EXPECT_NE(said({.network = loggops, .fail = "0-1"}).find("omit fail"), std::string::npos);
  EXPECT_NE(said({.network = loggops, .costs = "handshake=1"}).find("handshake"), std::string::npos);
  EXPECT_NE(said({.network = loggops, .costs = "L=1.5"}).find("whole ns"), std::string::npos);
  EXPECT_NE(complaint_of([&] {
              run<Replay>({.topology = "ring:routers=3", .program = dissemination});
            }).find("12 ranks"),
            std::string::npos);
}

}  // namespace
}  // namespace weft::verb
