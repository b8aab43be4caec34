// SPDX-License-Identifier: Apache-2.0
#include "end_to_end/same_on_ranks.hpp"

namespace weft {
namespace {

class RanksEngines : public SameOnRanks {
 protected:
  /// Compares `weft simulate` of a network on engine flit for 200 cycles. Channels are long, so that ranks
  /// synchronize rarely, which takes long on a busy machine.
  static void expect_same_flits(std::string const& network, std::string const& engine,
                                std::initializer_list<unsigned> numbers_of_ranks) {
    expect_same("simulate " + network +
                    " --engine flit:warm_up=100,cycles=100,latency=8,ejection_latency=8," + engine,
                numbers_of_ranks);
  }
};

TEST_F(RanksEngines, MatchForStoreAndForward) {
  expect_same("simulate torus:sides=18x19x20 --routing dimension_order --messages 3 --threads 2", {1, 2, 7});
  expect_same("simulate torus:sides=48x36 --routing valiant --engine rounds:delays=true", {4});
}

TEST_F(RanksEngines, MatchForStoreAndForwardWithDelaysAndLosses) {
  expect_same(
      "simulate dragonfly:h=3 --routing minimal --messages 5 "
      "--engine rounds:delays=true,queue=farthest_first,loss=0.05,jitter=2",
      {3});
  expect_same("simulate torus:sides=60x50 --failed-links 0.2 --failed-routers 0.1 --routing minimal", {7});
}

TEST_F(RanksEngines, MatchForStoreAndForwardInTheSteadyState) {
  expect_same("simulate mesh:sides=40x50 --routing minimal_adaptive --engine rounds:rate=0.1,rounds=100",
              {2});
  expect_same("simulate torus:sides=20x20 --engine rounds:saturation=true,rounds=100", {3});
}

TEST_F(RanksEngines, MatchForFlitsOnGrids) {
  expect_same_flits("torus:sides=7x5 --routing dimension_order", "rate=0.2", {1, 4, 7});
  expect_same_flits("torus:sides=24x24 --routing minimal_adaptive --traffic uniform --threads 2",
                    "rate=0.2,packet_size=1x5", {2});
  expect_same_flits("mesh:sides=9x4 --routing valiant", "rate=0.1,packet_size=3", {3});
}

TEST_F(RanksEngines, MatchForFlitsBetweenGroups) {
  expect_same_flits("dragonfly --routing ugal --traffic uniform", "rate=0.2", {3});
  expect_same_flits("dragonfly --routing ugal --traffic uniform", "rate=0.2,route_decision=at_injection",
                    {2});
  expect_same_flits("dragonfly --routing ugal:view=global --traffic uniform", "rate=0.3", {4});
}

TEST_F(RanksEngines, MatchForFlitsOfAllKindsOfTraffic) {
  expect_same("simulate mesh:sides=6x5 --engine flit:injection=batch,packet_size=3 --messages 20", {3});
  expect_same_flits("butterfly:dimension=3 --traffic uniform",
                    "rate=0.1,injection=request_reply,reply_size=4", {3});
  expect_same_flits("torus:sides=4x4 --job a:grid=2x4,terminals=0..7 --job b:grid=2x4,terminals=8..15",
                    "rate=0.2", {2});
}

TEST_F(RanksEngines, MatchForThrottledFlitsAndSeveralClasses) {
  expect_same_flits("torus:sides=6x5 --traffic uniform",
                    "rate=0.6,max_outstanding=9,window=2,ecn_threshold=3,throttle=0.5", {3});
  expect_same_flits(
      "torus:sides=6x5 --class a:rate=0.1,vcs=0..1 --class b:rate=0.2,priority=2,packet_size=4,vcs=2..3",
      "injection=request_reply,vcs=8,interval=20", {2});
}

TEST_F(RanksEngines, MatchForFlitsInRoutersOfAllKinds) {
  expect_same_flits("torus:sides=8x8 --traffic tornado",
                    "rate=0.6,speedup=2,atomic_vcs=true,arbitration=age,speculative=true", {2});
  expect_same_flits("torus:sides=8x8 --traffic tornado", "rate=0.6,vc_buffer=2,shared_buffer=9", {3});
  expect_same_flits("torus:sides=8x8 --failed-links 0.1 --routing minimal", "rate=0.1", {2});
}

TEST_F(RanksEngines, MatchForFlitsOverTime) {
  expect_same_flits("torus:sides=6x5 --traffic uniform --details channels",
                    "rate=0.7,interval=30,interval_pairs=true", {2, 3});
}

TEST_F(RanksEngines, MatchForAFlitDeadlock) {
  expect_same(
      "simulate ring:routers=12 --traffic tornado "
      "--engine flit:rate=0.9,vcs=1,allow_deadlock=true,max_cycles=5000,packet_size=12",
      {4});
}

TEST_F(RanksEngines, MatchWithMoreRanksThanRouters) {
  expect_same_flits("ring:routers=3", "rate=0.1", {7});
  expect_same("simulate ring:routers=3", {7});
}

TEST_F(RanksEngines, MatchForAFlitSweep) {
  expect_same("sweep torus:sides=4x4 --rates 0.1x0.5 --engine flit:warm_up=100,cycles=100", {2});
}

TEST_F(RanksEngines, MatchForPacketsAlongTrees) {
  expect_same("collective allreduce torus:sides=6x5 --bytes 1,4k --engine flit --adding-delay 3", {2, 7});
  expect_same("collective broadcast dragonfly --bytes 4k --engine flit:latency=5", {3});
}

}  // namespace
}  // namespace weft
