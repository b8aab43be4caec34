// SPDX-License-Identifier: Apache-2.0
#include "weft/verb/simulate/flit/timed_tables.hpp"

#include <fstream>

#include <gtest/gtest.h>

#include "support/complaint.hpp"
#include "support/scratch.hpp"
#include "weft/core/parallel.hpp"
#include "weft/core/random.hpp"
#include "weft/verb/simulate/simulate.hpp"
#include "weft/verb/sweep/sweep.hpp"
#include "weft/verb/verb.hpp"

namespace weft::verb {
namespace {

/// A scenario with a list of timed messages.
class TimedMessagesOnFlit : public testing::Test {
 protected:
  Scenario list(std::string const& messages, std::string const& options = "",
                std::string const& topology = "mesh:sides=4") {
    std::ofstream(scratch_ / "list.csv") << "from,to,bytes,start\n" << messages;
    return {.topology = topology,
            .traffic = "timed_messages:file=" + (scratch_ / "list.csv").string(),
            .engine = "flit" + (options.empty() ? "" : ":" + options)};
  }
  Scratch const scratch_;
};

double in_all(Result const& result, char const* column) {
  return result.table("summary").at(0, column).number();
}

TEST_F(TimedMessagesOnFlit, OneMessageTakesTheClosedForm) {
  auto const result = run<Simulate>(list("0,3,1MB,2us\n", "flit_bytes=40,bandwidth=1GB/s,deliveries=true"));
  // A cycle takes 40 ns. The message starts in cycle 50; 4 routers of 4 cycles, 2 for the terminals, and
  // 25,000 flits.
  EXPECT_NEAR(in_all(result, "last_finish"), (50 + 18 + 24999) * 40e-9, 1e-15);
  EXPECT_EQ(in_all(result, "packets"), 3125);
  EXPECT_EQ(in_all(result, "flit_hops"), 75000);
  auto const& deliveries = result.table("deliveries");
  EXPECT_EQ(deliveries.at(0, "start").number(), 2e-6);
  EXPECT_NEAR(deliveries.at(0, "slowdown").number(), 1, 1e-12);
  EXPECT_NE(result.setting("engine").find("injection=timed"), std::string::npos);
  EXPECT_NE(result.setting("engine").find("packet_size=8"), std::string::npos);
}

TEST_F(TimedMessagesOnFlit, LongIncastMatchesFlows) {
  auto scenario = list("1,0,1000000,0\n2,0,1000000,0\n3,0,1000000,0\n", "bandwidth=1e9");
  auto const flits = in_all(run<Simulate>(scenario), "last_finish");
  scenario.engine = "flow:bandwidth=1e9,alpha=0,beta=0";
  auto const flows = in_all(run<Simulate>(scenario), "last_finish");
  EXPECT_NEAR(flows, 3e-3, 1e-12);
  EXPECT_NEAR(flits / flows, 1, 1e-3) << "the ejection channel never rests";
}

TEST_F(TimedMessagesOnFlit, ListPairsWithoutAPath) {
  auto const result = run<Simulate>(list("0,3,100,0\n0,1,100,0\n", "fail=1-2"));
  EXPECT_EQ(in_all(result, "messages"), 1);
  EXPECT_EQ(result.table("unreachable").rows.size(), 1);
}

TEST_F(TimedMessagesOnFlit, EndAfterMaxCycles) {
  auto const result = run<Simulate>(list("0,3,1MB,0\n", "max_cycles=1000"));
  EXPECT_EQ(result.answer.find("cut off after 1000 cycles, before the measurement ended: "), 0)
      << result.answer;
  EXPECT_TRUE(result.answer.ends_with(" in flight or waiting; raise max_cycles for more cycles"))
      << result.answer;
  EXPECT_EQ(in_all(result, "messages"), 0);
}

TEST_F(TimedMessagesOnFlit, DoNotDependOnThreads) {
  std::string messages;
  Rng rng(1, Purpose::test, 0);
  for (int i = 0; i < 3000; ++i)
    messages += std::to_string(rng.below(1024)) + "," + std::to_string(rng.below(1024)) + "," +
                std::to_string(rng.below(5000)) + "," + std::to_string(rng.below(5)) + "us\n";
  auto const scenario = list(messages, "deliveries=true", "torus:sides=32x32");
  std::vector<Result> results;
  for (unsigned const threads : {1U, 2U, 3U, 7U}) {
    Threads const use(threads);
    results.push_back(run<Simulate>(scenario));
  }
  for (auto const& result : results)
    for (auto const* const table : {"summary", "deliveries", "latency", "channels", "completion"})
      EXPECT_EQ(result.table(table), results.front().table(table));
}

TEST_F(TimedMessagesOnFlit, RejectUnusedParameters) {
  auto const said = [&](std::string const& options) {
    return complaint_of([&] { run<Simulate>(list("0,3,100,0\n", options)); });
  };
  EXPECT_NE(said("rate=0.5").find("rate"), std::string::npos);
  EXPECT_NE(said("injection=batch").find("omit injection"), std::string::npos);
  EXPECT_NE(said("warm_up=100").find("omit warm_up"), std::string::npos);
  EXPECT_NE(said("packet_size=1x8").find("use one size"), std::string::npos);
  EXPECT_NE(said("header_bytes=256").find("256 bytes"), std::string::npos);
  EXPECT_NE(complaint_of([&] { run<Simulate>(list("0,3,1e17,0\n")); }).find("2^50"), std::string::npos);
  EXPECT_NE(complaint_of([&] { run<Simulate>(list("0,9,1,0\n")); }).find("list.csv:2"), std::string::npos);
  auto const untimed = [](std::string const& options) {
    return complaint_of([&] { run<Simulate>({.topology = "mesh:sides=4", .engine = "flit:" + options}); });
  };
  EXPECT_NE(untimed("injection=timed").find("timed_messages"), std::string::npos);
  EXPECT_NE(untimed("flit_bytes=16").find("needs injection=timed"), std::string::npos);
  EXPECT_NE(untimed("bandwidth=1e9").find("needs injection=timed"), std::string::npos);
  auto const scenario = list("0,3,100,0\n");
  EXPECT_NE(complaint_of([&] {
              run<Sweep>({.topology = scenario.topology, .traffic = scenario.traffic});
            }).find("no rate"),
            std::string::npos);
}

}  // namespace
}  // namespace weft::verb
