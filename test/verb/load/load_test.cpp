// SPDX-License-Identifier: Apache-2.0
#include "weft/verb/load/load.hpp"

#include <gtest/gtest.h>

#include "support/complaint.hpp"
#include "weft/verb/simulate/simulate.hpp"
#include "weft/verb/verb.hpp"

namespace weft::verb {
namespace {

/// 1 MB from each of 512 terminals to each other one: 0.0512 s, as over flows.
TEST(LoadTimes, AreTheBytesOfTheMostLoadedChannelOverItsBandwidth) {
  Load::Params request{
      .topology = "torus:sides=8x8x8", .routing = "dimension_order:tie=plus", .pattern = "all_to_all"};
  request.times.bytes = 512e6;  // one MB to itself
  request.times.bandwidth = 12.5e9;
  request.times.alpha = 1e-6;
  auto const result = run<Load>(request);
  auto const& time = result.table("time");
  EXPECT_NEAR(time.at(0, "carrying").number(), 0.0512, 1e-15);
  EXPECT_DOUBLE_EQ(time.at(0, "latency").number(), 12e-6) << "3 x 4 hops";
  EXPECT_DOUBLE_EQ(time.at(0, "seconds").number(),
                   time.at(0, "carrying").number() + time.at(0, "latency").number());
  EXPECT_NEAR(result.table("times").at(0, "bytes").number(), 640e6, 1e-6);
  EXPECT_TRUE(result.answer.ends_with("; 51.2 ms to carry 512 MB per task over it")) << result.answer;
}

TEST(LoadTimes, AreTheBoundOfTheEngineFlow) {
  for (char const* topology : {"torus:sides=4x4", "hyperx:sides=4x3", "ring:routers=9"}) {
    Load::Params request{.topology = topology, .routing = "dimension_order", .pattern = "all_to_all"};
    request.times.bandwidth = 1e10;
    auto const tasks = run<Load>(request).find_array("placement")->size();
    request.times.bytes = 1e6 * static_cast<double>(tasks);
    auto const flows = run<Simulate>({.topology = topology,
                                      .routing = "dimension_order",
                                      .traffic = "all_to_all",
                                      .engine = "flow:bandwidth=1e10,terminals=free,paths=split"});
    EXPECT_NEAR(run<Load>(request).table("time").at(0, "carrying").number() /
                    flows.table("summary").at(0, "load_bound").number(),
                1, 1e-12)
        << topology;
  }
}

TEST(LoadTimes, OfSeveralJobsAreInTheirTable) {
  Load::Params request{
      .topology = "ring:routers=8",
      .routing = "dimension_order",
      .jobs =
          "[a:pattern=transpose,grid=1x2,terminals=0+2,b:pattern=transpose,grid=1x2,terminals=1+3,rate=3]"};
  request.times.bytes = 8e6;
  request.times.bandwidth = 1e9;
  request.times.alpha = 1e-3;
  auto const result = run<Load>(request);
  auto const& jobs = result.table("jobs");
  EXPECT_DOUBLE_EQ(jobs.at(0, "seconds_isolated").number(), 0.25 * 8e-3 + 2e-3);
  EXPECT_DOUBLE_EQ(jobs.at(0, "seconds_shared").number(), 8e-3 + 2e-3);
  EXPECT_EQ(result.find_table("time"), nullptr);
  EXPECT_DOUBLE_EQ(result.table("times").at(0, "seconds").number(), 8e-3);
}

TEST(LoadTimes, NeedABandwidth) {
  Load::Params request{.topology = "ring:routers=8"};
  EXPECT_EQ(run<Load>(request).find_table("times"), nullptr);
  request.times.bytes = 5;
  EXPECT_NE(complaint_of([&] { run<Load>(request); }).find("bytes needs bandwidth"), std::string::npos);
  auto const simulated =
      complaint_of([] { run<Simulate>({.topology = "ring:routers=8", .engine = "load:alpha=1us"}); });
  EXPECT_NE(simulated.find("alpha needs bandwidth"), std::string::npos) << simulated;
}

}  // namespace
}  // namespace weft::verb
