// SPDX-License-Identifier: Apache-2.0
#include <fstream>

#include <gtest/gtest.h>

#include "support/complaint.hpp"
#include "support/scratch.hpp"
#include "weft/core/parallel.hpp"
#include "weft/verb/simulate/simulate.hpp"
#include "weft/verb/verb.hpp"

namespace weft::verb {
namespace {

Scenario on_mesh(std::string const& options, std::string const& traffic = "permutation") {
  return {.topology = "mesh:sides=4x4", .traffic = traffic, .engine = "flow" + options};
}

double summary(Result const& result, char const* column) {
  return result.table("summary").at(0, column).number();
}

TEST(FlowEngine, OneMessageTakesLatencyAndTransfer) {
  Scratch const scratch;
  std::ofstream(scratch / "one.csv") << "from,to,bytes,start\n0,3,1MB,2us\n";
  auto const traffic = "timed_messages:file=" + (scratch / "one.csv").string();
  auto const result =
      run<Simulate>(on_mesh(":bandwidth=1GB/s,alpha=50,beta=10,base=7,deliveries=true", traffic));
  // three hops of half a meter
  EXPECT_NEAR(summary(result, "last_completion"), 2e-6 + 7e-9 + 3 * (50e-9 + 0.5 * 10e-9) + 1e6 / 1e9, 1e-15);
  EXPECT_NEAR(result.table("deliveries").at(0, "slowdown").number(), 1, 1e-12);
  EXPECT_EQ(summary(result, "load_bound"), 1e-3);
}

TEST(FlowEngine, MessagesToOneTerminalShareItsEjectionChannel) {
  Scratch const scratch;
  std::ofstream list(scratch / "all.csv");
  list << "from,to,bytes,start\n";
  for (int i = 1; i < 16; ++i) list << i << ",0,1000000,0\n";
  list.close();
  auto const traffic = "timed_messages:file=" + (scratch / "all.csv").string();
  auto const result = run<Simulate>(on_mesh(":alpha=0,beta=0,bandwidth=1e9", traffic));
  EXPECT_NEAR(summary(result, "last_completion"), 15e-3, 1e-12);
  EXPECT_EQ(result.table("bottlenecks").at(0, "channel").exact_text(), "router 0 -> terminal 0 (ejection)");
  auto const free = run<Simulate>(on_mesh(":alpha=0,beta=0,bandwidth=1e9,terminals=free", traffic));
  EXPECT_LT(summary(free, "last_completion"), 14e-3) << "two channels lead to router 0";
}

TEST(FlowEngine, RespectsTheLoadBound) {
  for (char const* topology :
       {"torus:sides=4x4", "dragonfly:p=2,a=4,h=2", "fat_tree:arity=4,levels=2", "clex:m=4,levels=2"})
    for (char const* options : {"", ":spread=1", ":paths=split", ":weight=latency"}) {
      auto const result = run<Simulate>({.topology = topology,
                                         .traffic = "uniform",
                                         .messages = 4,
                                         .engine = std::string("flow") + options});
      EXPECT_GE(summary(result, "time_over_bound"), 1 - 1e-6) << topology << options;
      EXPECT_GE(result.table("completion").at(1, "mean").number(), 1 - 1e-6);
    }
}

TEST(FlowEngine, DoubledBandwidthHalvesAllTimes) {
  auto scenario = on_mesh(":spread=1,alpha=0,beta=0,bandwidth=1e9,precision=0", "uniform");
  auto const once = run<Simulate>(scenario);
  scenario.engine = "flow:spread=1,alpha=0,beta=0,bandwidth=2e9,precision=0";
  auto const twice = run<Simulate>(scenario);
  EXPECT_NEAR(summary(once, "last_completion") / summary(twice, "last_completion"), 2, 1e-9);
  EXPECT_NEAR(
      once.table("completion").at(0, "mean").number() / twice.table("completion").at(0, "mean").number(), 2,
      1e-9);
}

TEST(FlowEngine, PoissonStartsKeepTheirRate) {
  auto scenario = on_mesh(":start=poisson,rate=1e8,bandwidth=1e9,bytes=1000", "uniform");
  scenario.messages = 2000;
  auto const result = run<Simulate>(scenario);
  // 16 x 2000 gaps of 10 us: the last terminal ends after 20 ms, within 3 standard deviations
  EXPECT_NEAR(summary(result, "last_completion"), 0.02, 3 * 0.02 / std::sqrt(2000.0));
  EXPECT_LT(result.table("events").at(0, "max_concurrent_messages").number(), 20)
      << "1 us alone, every 10 us";
}

TEST(FlowEngine, DoesNotDependOnThreads) {
  std::vector<Result> results;
  for (unsigned const threads : {1U, 2U, 3U, 7U}) {
    Threads const use(threads);
    results.push_back(run<Simulate>({.topology = "torus:sides=8x8x8",
                                     .routing = "valiant",
                                     .traffic = "uniform",
                                     .messages = 8,
                                     .engine = "flow:spread=1,precision=1e-3,deliveries=true"}));
  }
  for (auto const& result : results) EXPECT_EQ(result.tables, results.front().tables);
}

/// Terminals 0 and 1 of a mesh of 3 send to terminal 2: two messages from 0, one from 1.
class FlowEngineOnAChannel : public testing::Test {
 protected:
  FlowEngineOnAChannel() {
    std::ofstream(scratch_ / "list.csv")
        << "from,to,bytes,start\n0,2,1000000,0\n0,2,1000000,0\n1,2,1000000,0\n";
  }
  Table deliveries(std::string const& options) {
    return run<Simulate>({.topology = "mesh:sides=3",
                          .traffic = "timed_messages:file=" + (scratch_ / "list.csv").string(),
                          .engine = "flow:bandwidth=1e9,beta=0,deliveries=true," + options})
        .table("deliveries");
  }
  Scratch const scratch_;
};

TEST_F(FlowEngineOnAChannel, MessagesOfAPairOrSenderShareOneWeight) {
  for (auto const* const fair : {"pairs", "senders"}) {
    auto const table = deliveries(std::string("alpha=0,fairness=") + fair);
    EXPECT_NEAR(table.at(0, "finish").number(), 2e-3, 1e-9) << "half of the channel for the message of 1";
    EXPECT_NEAR(table.at(1, "finish").number(), 3e-3, 1e-9);
    EXPECT_NEAR(table.at(2, "finish").number(), 3e-3, 1e-9);
  }
  auto const each = deliveries("alpha=0,fairness=messages");
  EXPECT_NEAR(each.at(0, "finish").number(), 3e-3, 1e-9) << "a third for each";
}

/// By hand: 13.01 times the latency of two hops; bytes over 0.97 of the bandwidth.
TEST_F(FlowEngineOnAChannel, FactorsMultiplyLatenciesAndDivideBytes) {
  std::ofstream(scratch_ / "list.csv") << "from,to,bytes,start\n0,2,1000000,0\n";
  EXPECT_NEAR(deliveries("alpha=1000,factors=lv08").at(0, "finish").number(), 13.01 * 2e-6 + 1e-3 / 0.97,
              1e-12);
  std::ofstream(scratch_ / "f.csv") << "bytes,latency_factor,bandwidth_factor\n0,1,1\n1MB,2,0.5\n";
  EXPECT_NEAR(deliveries("alpha=1000,factors=" + (scratch_ / "f.csv").string()).at(0, "finish").number(),
              2 * 2e-6 + 1e-3 / 0.5, 1e-12);
}

/// LV08 by hand: weights 1 / (latency + 20537 / B per channel). Message 0 -> 2 crosses four channels of 1e9,
/// 1 -> 2 three; both share the last two.
TEST_F(FlowEngineOnAChannel, Lv08UsesItsOwnWeights) {
  std::ofstream(scratch_ / "list.csv") << "from,to,bytes,start\n0,2,1000000,0\n1,2,1000000,0\n";
  auto const table = deliveries("alpha=1000,factors=lv08");
  auto const far = 1 / (2e-6 + 4 * 20537e-9), near = 1 / (1e-6 + 3 * 20537e-9);
  // The message from 1 starts 13.01 us earlier, alone.
  auto const size = 1e6 / 0.97, ahead = 13.01e-6 * 1e9;
  auto const finish = 2 * 13.01e-6 + (size - ahead) / (1e9 * near / (near + far));
  EXPECT_NEAR(table.at(0, "finish").number(), finish, 1e-9);
  EXPECT_EQ(table.at(0, "from"), Value{1});
}

TEST(FlowEngine, UgalSpreadsMessagesOverDetours) {
  Scratch const scratch;
  // 8 messages between two of 8 routers: the direct channel is shared, detours lead through a third router.
  std::ofstream list(scratch / "list.csv");
  list << "from,to,bytes,start\n";
  for (int i = 0; i < 8; ++i) list << "0,1,1000000,0\n";
  list.close();
  auto const simulate = [&](std::string const& routing, std::string const& options = "") {
    return run<Simulate>({.topology = "hyperx:sides=8,terminals=1",
                          .routing = routing,
                          .traffic = "timed_messages:file=" + (scratch / "list.csv").string(),
                          .engine = "flow:alpha=0,beta=0,bandwidth=1e9,terminals=free" + options});
  };
  auto const minimal = simulate("dimension_order");
  EXPECT_NEAR(summary(minimal, "last_completion"), 8e-3, 1e-9);
  auto const ugal = simulate("ugal");
  EXPECT_LT(summary(ugal, "last_completion"), 5e-3) << "six other routers lead there";
  ASSERT_FALSE(ugal.notes.empty());
  EXPECT_NE(ugal.notes.back().find("ugal chooses the path of each message at its departure"),
            std::string::npos);
  EXPECT_EQ(summary(simulate("ugal:bias=1000"), "last_completion"), summary(minimal, "last_completion"));
  EXPECT_NE(complaint_of([&] { simulate("ugal:threshold=5"); }).find("threshold=0"), std::string::npos);
  EXPECT_NE(complaint_of([&] { simulate("ugal", ",paths=split"); }).find("omit paths"), std::string::npos);
}

TEST(FlowEngine, SupportsAllAdaptiveRoutings) {
  for (auto const& [topology, routing] : std::vector<std::pair<std::string, std::string>>{
           {"dragonfly:p=2,a=4,h=2", "ugal"},
           {"dragonfly:p=2,a=4,h=2", "ugal:view=global"},
           {"dragonfly:p=2,a=4,h=2", "par"},
           {"slim_fly:q=5", "ugal"},
           {"torus:sides=4x4", "ugal"},
           {"torus:sides=4x4", "minimal_adaptive"},
           {"hyperx:sides=4x4,terminals=2", "dal"},
           {"kary_ntree:arity=4,levels=2", "nearest_common_ancestor:choice=adaptive"},
           {"torus:sides=4x4", "up_down:choice=adaptive"},
           {"percs:supernodes=4,links=2", "par"}}) {
    SCOPED_TRACE(topology + " " + routing);
    std::vector<Result> results;
    for (unsigned const threads : {1U, 2U, 7U}) {
      Threads const use(threads);
      results.push_back(run<Simulate>({.topology = topology,
                                       .routing = routing,
                                       .traffic = "uniform",
                                       .messages = 3,
                                       .engine = "flow:spread=1,deliveries=true"}));
      EXPECT_GE(summary(results.back(), "time_over_bound"), 1 - 1e-6);
      EXPECT_EQ(results.back().tables, results.front().tables);
    }
    EXPECT_NE(results.front().notes.back().find("chooses the path of each message"), std::string::npos);
  }
}

TEST(FlowEngine, ListsUnreachablePairs) {
  auto scenario = on_mesh(":fail=5", "all_to_all");
  auto const result = run<Simulate>(scenario);
  EXPECT_EQ(summary(result, "messages"), 15 * 14);
  EXPECT_EQ(result.table("unreachable").rows.size(), 30);
}

/// Two terminals of one router send to two terminals of another: selected by the digits of the destination
/// terminals, the paths use two roots and share no channel.
TEST(FlowEngine, RoutingsByDestinationTerminalAvoidSharedChannels) {
  Scratch const scratch;
  std::ofstream(scratch / "two.csv") << "from,to,bytes,start\n16,0,1000000,0\n17,1,1000000,0\n";
  auto const result = run<Simulate>({.topology = "kary_ntree:arity=4,levels=3",
                                     .routing = "nearest_common_ancestor:choice=d_mod_k",
                                     .traffic = "timed_messages:file=" + (scratch / "two.csv").string(),
                                     .engine = "flow:bandwidth=1e9,alpha=0,beta=0"});
  EXPECT_NEAR(summary(result, "last_completion"), 1e-3, 1e-9);
}

TEST(FlowEngine, RejectsUnusedParameters) {
  auto const said = [](Scenario const& scenario) { return complaint_of([&] { run<Simulate>(scenario); }); };
  EXPECT_NE(said(on_mesh(":start=poisson")).find("specify rate"), std::string::npos);
  EXPECT_NE(said(on_mesh(":rate=1e6")).find("start=poisson"), std::string::npos);
  EXPECT_NE(said(on_mesh(":bytes=-1")).find("bytes"), std::string::npos);
  EXPECT_NE(said(on_mesh(":factors=lv09")).find("did you mean 'lv08'?"), std::string::npos);
  EXPECT_NE(said(on_mesh(":factors=lv08,weight=latency")).find("omit weight"), std::string::npos);
  EXPECT_NE(said(on_mesh(":fairness=senders,alpha=-1")).find("alpha"), std::string::npos);
  EXPECT_NE(said(on_mesh(":precision=1")).find("precision"), std::string::npos);
  EXPECT_NE(said(on_mesh(":bandwidth=0")).find("bandwidth"), std::string::npos);
  Scratch const scratch;
  std::ofstream(scratch / "one.csv") << "from,to,bytes,start\n0,3,1,0\n";
  auto const traffic = "timed_messages:file=" + (scratch / "one.csv").string();
  EXPECT_NE(said(on_mesh(":spread=1", traffic)).find("omit spread"), std::string::npos);
  EXPECT_NE(said(on_mesh(":bytes=5", traffic)).find("omit bytes"), std::string::npos);
  auto rounds = on_mesh("", traffic);
  rounds.engine = "rounds";
  EXPECT_NE(said(rounds).find("timed_messages needs engine flow or flit"), std::string::npos);
}

}  // namespace
}  // namespace weft::verb
