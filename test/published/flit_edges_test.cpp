// SPDX-License-Identifier: Apache-2.0
// The flit engine compared with BookSim 2 in corner cases: adaptive choice among shortest paths, also
// compared with random choice, and loads above saturation. Latencies are means with 95 % confidence intervals
// by batch means.

#include <gtest/gtest.h>

#include "weft/verb/sweep/sweep.hpp"
#include "weft/verb/verb.hpp"
#include "weft/workload/flit/assembly.hpp"

namespace weft {
namespace {

flit::Outcome outcome(Scenario const& scenario) {
  auto setting = assemble_flit(scenario);
  auto const traffic = setting.traffic(no_progress());
  return setting.run(make_machine(setting), *traffic, setting.params, no_progress());
}

Scenario scenario(std::string topology, std::string routing, std::string traffic, std::string engine) {
  Scenario it;
  it.topology = std::move(topology);
  it.routing = std::move(routing);
  it.traffic = std::move(traffic);
  it.engine = std::move(engine);
  return it;
}

// Accepted flits above saturation, at an offered load of 1: a source must not wait for a credit of one
// virtual channel while another one has a credit. Other seeds of Weft are within 1 % (torus).
TEST(OfferedLoadOfOne, MatchesTheThroughputOfBookSim) {
  struct Point {
    char const* packets;
    double accepted;
  };
  for (auto const& [packets, accepted] : {Point{"packet_size=4", 0.5075}, Point{"packet_size=1", 0.5151}}) {
    auto const found = outcome(scenario("torus:sides=8x8", "dimension_order", "uniform",
                                        std::string("flit:rate=1,warm_up=10000,cycles=20000,") + packets));
    EXPECT_NEAR(found.accepted, accepted, 0.02 * accepted) << packets;
  }
}

constexpr auto booksim_fat_tree = "vcs=4,vc_buffer=16,allocator=input_first,hold_switch_for_packet=true";

// The router and the rates of BookSim 2's `fattree` with `anca`, which compares two ports drawn at random.
TEST(AdaptiveChoice, MatchesBookSimOnAFatTree) {
  for (auto const& [rate, cycles] : {std::pair{0.27, 20.43}, {0.45, 22.45}, {0.54, 24.95}}) {
    auto const found = outcome(
        scenario("kary_ntree:arity=4,levels=3", "nearest_common_ancestor:choice=adaptive", "uniform",
                 std::string("flit:precision=0.005,rate=") + std::to_string(rate) + "," + booksim_fat_tree));
    EXPECT_EQ(found.ending, flit::Ending::measured);
    EXPECT_NEAR(found.tally.latency.mean(), cycles, 0.01 * cycles) << rate;  // each mean is known to 0.5 %
  }
}

// The latency is three times the zero-load latency between these loads, by a prototype on the router of
// BookSim.
TEST(AdaptiveChoice, SaturatesAFatTreeAtItsKnownLoad) {
  for (auto const& [rate, below] : {std::pair{0.67, true}, {0.70, false}}) {
    auto const found =
        outcome(scenario("kary_ntree:arity=4,levels=3", "nearest_common_ancestor:choice=adaptive", "uniform",
                         std::string("flit:rate=") + std::to_string(rate) + "," + booksim_fat_tree));
    constexpr double idle = 19.25;
    bool const holds =
        found.ending == flit::Ending::measured && found.tally.latency.mean() < flit::saturation_factor * idle;
    EXPECT_EQ(holds, below) << rate;
  }
}

/// A network with several shortest paths, and 80 % of the loads at which it saturates if each packet selects
/// one of the paths at random.
struct Rivals {
  char const* topology;
  char const* routing;
  double uniform, permutation;
};

class AdaptiveChoiceOn : public ::testing::TestWithParam<Rivals> {};

TEST_P(AdaptiveChoiceOn, IsFasterThanRandomChoiceIfItCountsWaitingPackets) {
  auto const& it = GetParam();
  for (auto const& [traffic, rate] : {std::pair{"uniform", it.uniform}, {"permutation", it.permutation}}) {
    auto const latency = [&](std::string const& choice, std::string const& options) {
      return outcome(scenario(it.topology, it.routing + choice, traffic,
                              "flit:precision=0.01,rate=" + std::to_string(rate) + options));
    };
    auto const random = latency("", ""),
               adaptive = latency(":choice=adaptive", ",congestion_metric=committed");
    ASSERT_EQ(adaptive.ending, flit::Ending::measured);
    EXPECT_LT(adaptive.tally.latency.mean() + adaptive.half_width,
              random.tally.latency.mean() - random.half_width)
        << traffic;
  }
}

INSTANTIATE_TEST_SUITE_P(
    Networks, AdaptiveChoiceOn,
    ::testing::Values(Rivals{"kary_ntree:arity=4,levels=3", "nearest_common_ancestor", 0.54, 0.55},
                      Rivals{"xgft:children=4x4,parents=1x4", "nearest_common_ancestor", 0.6, 0.55},
                      Rivals{"hypercube:dimensions=5", "minimal", 0.65, 0.395},
                      Rivals{"torus:sides=4x4x4", "minimal", 0.65, 0.405},
                      Rivals{"hyperx:sides=4x4,terminals=4", "minimal", 0.49, 0.255},
                      Rivals{"mesh:sides=6x6", "minimal", 0.315, 0.19},
                      Rivals{"torus:sides=6x6", "up_down", 0.25, 0.19}),
    [](auto const& it) {
      std::string const topology = it.param.topology;
      return topology.substr(0, topology.find(':')) + "_" + it.param.routing;
    });

}  // namespace
}  // namespace weft
