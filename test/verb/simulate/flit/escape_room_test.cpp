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

// In wormhole flow control, a head must not acquire an adaptive virtual channel without a free slot: it could
// no longer use the escape channel. Such runs deadlocked at cycle 5,000 (seed 1) and 3,500 (seed 2) on the
// mesh, and at cycle 1,500 on the torus.
TEST(EscapeRoomSlow, AdaptiveChannelsDoNotDeadlock) {
  for (std::int64_t seed = 1; seed <= 3; ++seed) {
    EXPECT_EQ(ending("mesh:sides=6x6", "vcs=2,vc_buffer=2", seed), "saturated") << seed;
    EXPECT_EQ(ending("torus:sides=8x8", "vcs=4", seed), "saturated") << seed;
  }
}

// Packets that do not fit entirely behind another packet occupy two buffers, with their heads behind other
// packets in the second.
TEST(EscapeRoom, LongPacketsDoNotDeadlock) {
  for (char const* const router : {"packet_size=3", "packet_size=1x4", "atomic_vcs=true,packet_size=9"})
    EXPECT_EQ(ending("mesh:sides=6x6", std::string("vcs=2,vc_buffer=4,") + router, 1), "saturated") << router;
}

}  // namespace
}  // namespace weft::verb
