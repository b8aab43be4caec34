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

TEST(FlowEngine, OfOneMessageIsLatencyAndBytesOverBandwidth) {
  Scratch const scratch;
  std::ofstream(scratch / "one.csv") << "from,to,bytes,start\n0,3,1MB,2us\n";
  auto const traffic = "timed_messages:file=" + (scratch / "one.csv").string();
  auto const result =
      run<Simulate>(on_mesh(":bandwidth=1GB/s,alpha=50,beta=10,base=7,deliveries=true", traffic));
  // three hops of half a meter
  EXPECT_NEAR(summary(result, "last_finish"), 2e-6 + 7e-9 + 3 * (50e-9 + 0.5 * 10e-9) + 1e6 / 1e9, 1e-15);
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
  EXPECT_NEAR(summary(result, "last_finish"), 15e-3, 1e-12);
  EXPECT_EQ(result.table("bottlenecks").at(0, "channel").exact_text(), "router 0 -> terminal 0 (ejection)");
  auto const free = run<Simulate>(on_mesh(":alpha=0,beta=0,bandwidth=1e9,terminals=free", traffic));
  EXPECT_LT(summary(free, "last_finish"), 14e-3) << "two channels lead to router 0";
}

TEST(FlowEngine, ByDefaultNeverBeatsTheBoundByLoad) {
  for (char const* topology :
       {"torus:sides=4x4", "dragonfly:p=2,a=4,h=2", "fat_tree:arity=4,levels=2", "clex:m=4,levels=2"})
    for (char const* options : {"", ":spread=1", ":paths=spread", ":weight=latency"}) {
      auto const result = run<Simulate>({.topology = topology,
                                         .traffic = "uniform",
                                         .messages = 4,
                                         .engine = std::string("flow") + options});
      EXPECT_GE(summary(result, "over_bound"), 1 - 1e-6) << topology << options;
      EXPECT_GE(result.table("completion").at(1, "mean").number(), 1 - 1e-6);
    }
}

TEST(FlowEngine, TwiceTheBandwidthHalvesAllTimes) {
  auto scenario = on_mesh(":spread=1,alpha=0,beta=0,bandwidth=1e9,precision=0", "uniform");
  auto const once = run<Simulate>(scenario);
  scenario.engine = "flow:spread=1,alpha=0,beta=0,bandwidth=2e9,precision=0";
  auto const twice = run<Simulate>(scenario);
  EXPECT_NEAR(summary(once, "last_finish") / summary(twice, "last_finish"), 2, 1e-9);
  EXPECT_NEAR(
      once.table("completion").at(0, "mean").number() / twice.table("completion").at(0, "mean").number(), 2,
      1e-9);
}

TEST(FlowEngine, PoissonStartsKeepTheirRate) {
  auto scenario = on_mesh(":start=poisson,rate=1e8,bandwidth=1e9,bytes=1000", "uniform");
  scenario.messages = 2000;
  auto const result = run<Simulate>(scenario);
  // 16 x 2000 gaps of 10 us: the last terminal ends after 20 ms, give or take 3 of its standard deviations
  EXPECT_NEAR(summary(result, "last_finish"), 0.02, 3 * 0.02 / std::sqrt(2000.0));
  EXPECT_LT(result.table("events").at(0, "most_moving").number(), 20) << "1 us alone, every 10 us";
}

TEST(FlowEngine, IsTheSameOnAnyNumberOfThreads) {
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

TEST(FlowEngine, NamesWhatNoPathReaches) {
  auto scenario = on_mesh(":fail=5", "all_to_all");
  auto const result = run<Simulate>(scenario);
  EXPECT_EQ(summary(result, "messages"), 15 * 14);
  EXPECT_EQ(result.table("unreachable").rows.size(), 30);
}

TEST(FlowEngine, RefusesWhatItWouldIgnore) {
  auto const said = [](Scenario const& scenario) { return complaint_of([&] { run<Simulate>(scenario); }); };
  EXPECT_NE(said(on_mesh(":start=poisson")).find("give rate"), std::string::npos);
  EXPECT_NE(said(on_mesh(":rate=1e6")).find("start=poisson"), std::string::npos);
  EXPECT_NE(said(on_mesh(":bytes=-1")).find("bytes"), std::string::npos);
  EXPECT_NE(said(on_mesh(":precision=1")).find("precision"), std::string::npos);
  EXPECT_NE(said(on_mesh(":bandwidth=0")).find("bandwidth"), std::string::npos);
  Scratch const scratch;
  std::ofstream(scratch / "one.csv") << "from,to,bytes,start\n0,3,1,0\n";
  auto const traffic = "timed_messages:file=" + (scratch / "one.csv").string();
  EXPECT_NE(said(on_mesh(":spread=1", traffic)).find("omit spread"), std::string::npos);
  EXPECT_NE(said(on_mesh(":bytes=5", traffic)).find("omit bytes"), std::string::npos);
  auto rounds = on_mesh("", traffic);
  rounds.engine = "rounds";
  EXPECT_NE(said(rounds).find("only the engine flow"), std::string::npos);
}

}  // namespace
}  // namespace weft::verb
