// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "weft/verb/simulate/simulate.hpp"
#include "weft/verb/verb.hpp"

namespace weft::verb {
namespace {

Table latencies(std::string const& topology, std::string const& routing, std::string const& router) {
  Scenario scenario;
  scenario.topology = topology;
  scenario.routing = routing;
  scenario.traffic = "uniform";
  scenario.engine = "flit:warm_up=2000,cycles=20000," + router;
  return run<Simulate>(scenario).table("latency");
}

// VC allocation, switch allocation, switch traversal, channel: with speedup 2 the two allocations share a
// cycle, with 3 the traversal as well. Each terminal channel takes a cycle.
TEST(SwitchPace, SpeedupMergesPipelineStages) {
  for (auto const& [speedup, cycles] : {std::pair{"1", 4}, {"2", 3}, {"3", 2}, {"4", 2}}) {
    auto const table =
        latencies("mesh:sides=4x4", "dimension_order", std::string("rate=0.01,speedup=") + speedup);
    EXPECT_NEAR(table.at(0, "latency").number(), cycles * (table.at(0, "hops").number() + 1) + 2, 0.05)
        << speedup;
  }
}

// All packets reach their last router on virtual channel 1 or, from the same group, on 0: if they keep it,
// packets to a terminal share one virtual channel.
TEST(EjectionVcSlow, KeepingTheVirtualChannelReducesThroughput) {
  std::string const router = "vcs=2,vc_buffer=64,speedup=2,rate=1,ejection_vc=";
  auto const carried = [&](char const* ejection) {
    return latencies("dragonfly:p=2,a=4,h=2", "minimal", router + ejection).at(0, "accepted").number();
  };
  EXPECT_LT(carried("same"), 0.97 * carried("any"));
}

}  // namespace
}  // namespace weft::verb
