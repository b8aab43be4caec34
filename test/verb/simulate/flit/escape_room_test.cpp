// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "weft/verb/simulate/simulate.hpp"
#include "weft/verb/verb.hpp"

namespace weft::verb {
namespace {

std::string ending(std::string const& topology, std::string const& router, std::int64_t seed) {
  Scenario scenario;
  scenario.topology = topology;
  scenario.routing = "minimal_adaptive";
  scenario.traffic = "uniform";
  scenario.engine = "flit:rate=1,warm_up=8000,cycles=500,max_cycles=9000,watchdog=500," + router;
  scenario.seed = seed;
  return run<Simulate>(scenario).table("latency").at(0, "ending").exact_text();
}

// In wormhole flow control a head that has taken an adaptive virtual channel without room waits with its back
// to the escape channel: standstill at cycle 5,000 (seed 1) and 3,500 (seed 2) of the first, 1,500 of the
// second.
TEST(EscapeRoom, AdaptiveChannelsAreTakenOnlyWithRoomSlow) {
  for (std::int64_t seed = 1; seed <= 3; ++seed) {
    EXPECT_EQ(ending("mesh:sides=6x6", "vcs=2,vc_buffer=2", seed), "saturated") << seed;
    EXPECT_EQ(ending("torus:sides=8x8", "vcs=4", seed), "saturated") << seed;
  }
}

// Packets that do not stand whole behind another one hold two buffers, with their heads in the back of the
// second.
TEST(EscapeRoom, LongPacketsDoNotStandStill) {
  for (char const* const router : {"packet_size=3", "packet_size=1x4", "atomic_vcs=true,packet_size=9"})
    EXPECT_EQ(ending("mesh:sides=6x6", std::string("vcs=2,vc_buffer=4,") + router, 1), "saturated") << router;
}

}  // namespace
}  // namespace weft::verb
