// SPDX-License-Identifier: Apache-2.0
// Every engine counts hops alike: channels crossed between routers.

#include <gtest/gtest.h>

#include "weft/verb/simulate/simulate.hpp"
#include "weft/verb/verb.hpp"

namespace weft::verb {
namespace {

/// Returns a tornado on 8 x 4: 3 + 1 hops for every message.
Scenario tornado(std::string const& engine) {
  Scenario scenario;
  scenario.topology = "torus:sides=8x4";
  scenario.routing = "dimension_order";
  scenario.traffic = "tornado";
  scenario.engine = engine;
  return scenario;
}

TEST(Hops, MatchTheClosedFormInRounds) {
  EXPECT_EQ(run<Simulate>(tornado("rounds")).table("summary").at(0, "hops_per_message").number(), 4);
}

TEST(Hops, MatchTheClosedFormInFlits) {
  EXPECT_EQ(run<Simulate>(tornado("flit:rate=0.05")).table("latency").at(0, "hops").number(), 4);
  auto batch = tornado("flit:injection=batch,packet_size=3");
  batch.messages = 10;
  auto const result = run<Simulate>(batch);
  EXPECT_EQ(result.table("latency").at(0, "hops").number(), 4);
  EXPECT_EQ(result.table("work").at(0, "flit_hops"), Value{32 * 10 * 3 * 4});
}

TEST(Hops, MatchTheClosedFormInLoads) {
  auto scenario = tornado("load");
  scenario.traffic = "traffic:of=tornado,messages=1";
  auto const result = run<Simulate>(scenario);
  auto const& classes = result.table("throughput");
  double hops = 0;
  for (std::size_t i = 0; i < classes.rows.size(); ++i)
    hops += classes.at(i, "channels").number() * classes.at(i, "mean_load").number();
  EXPECT_DOUBLE_EQ(hops / 32, 4);
}

}  // namespace
}  // namespace weft::verb
