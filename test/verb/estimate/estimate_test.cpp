// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <string>

#include <gtest/gtest.h>

#include "support/estimate_requests.hpp"
#include "support/peak_memory.hpp"
#include "support/sanitized.hpp"
#include "weft/core/parallel.hpp"
#include "weft/network/failures.hpp"
#include "weft/network/network.hpp"
#include "weft/network/topologies.hpp"
#include "weft/verb/verb.hpp"

namespace weft::verb {
namespace {

Estimate estimate_of(std::string const& request) { return assemble(Spec::parse(request))->estimate(); }

TEST(Estimates, CoverAllVerbs) {
  for (auto const& verb : verb_docs())
    EXPECT_TRUE(std::ranges::any_of(test::estimate_requests, [&](char const* text) {
      return Spec::parse(text).name == verb.name;
    })) << verb.name;
}

/// Allocators, tables and code pages take some megabytes in every run.
TEST(Estimates, MemoryIsWithinAFactorOfThreeOfTheMeasurement) {
  if (sanitized) GTEST_SKIP() << "sanitizers take memory of their own";
  constexpr double factor = 3, always = 5e6;
  for (std::string const request : test::estimate_requests) {
    Threads const one(1);
    auto const estimated = estimate_of(request).bytes;
    auto const taken = test::peak_memory([&] { assemble(Spec::parse(request))->run(); });
    if (taken < 0) GTEST_SKIP() << "the system does not measure it";
    EXPECT_LT(taken, factor * estimated + always) << request;
    EXPECT_LT(estimated, factor * taken + always) << request;
  }
}

struct Growth {
  char const *small, *large;
  double work, tolerance;
};

TEST(Estimates, GrowWithTheWork) {
  for (auto const& [small, large, work, tolerance] :
       {// 32 times the nodes, and twice the calls.
        Growth{R"(simulate:topology="clex:m=32,levels=3",messages=28)",
               R"(simulate:topology="clex:m=32,levels=4",messages=28)", 64, 1.3},
        // 8 times the messages, twice the hops.
        Growth{R"(simulate:topology="torus:sides=32x32x32",messages=8)",
               R"(simulate:topology="torus:sides=64x64x64",messages=8)", 16, 1.5},
        Growth{R"(simulate:topology="torus:sides=16x16",engine="rounds:rate=0.1,rounds=10000")",
               R"(simulate:topology="torus:sides=16x16",engine="rounds:rate=0.1,rounds=80000")", 8, 1.2},
        Growth{R"(simulate:topology="torus:sides=16x16",traffic=uniform,engine="flit:rate=0.05")",
               R"(simulate:topology="torus:sides=32x32",traffic=uniform,engine="flit:rate=0.05")", 8, 1.5},
        Growth{
            R"(simulate:topology="torus:sides=16x16",traffic=uniform,engine="flit:rate=0.05,cycles=10000")",
            R"(simulate:topology="torus:sides=16x16",traffic=uniform,engine="flit:rate=0.05,cycles=94000")",
            7, 1.2},
        Growth{R"(sweep:topology="torus:sides=16x16",rates=0.1)",
               R"(sweep:topology="torus:sides=16x16",rates=0.1x0.1x0.1x0.1)", 4, 1.2},
        // 8 times the routers, squared.
        Growth{R"(deadlock:topology="torus:sides=8x8x8")", R"(deadlock:topology="torus:sides=16x16x16")", 64,
               1.3},
        Growth{R"(load:topology="torus:sides=32x32",pattern=all_to_all)",
               R"(load:topology="torus:sides=64x64",pattern=all_to_all)", 16, 1.3},
        Growth{R"(universality:topology="torus:sides=32x32x32")",
               R"(universality:topology="torus:sides=64x64x64")", 8, 1.3},
        Growth{R"(export:topology="torus:sides=64x64x64",format=edge_list)",
               R"(export:topology="torus:sides=128x128x128",format=edge_list)", 8, 1.2}}) {
    auto const from = estimate_of(small), to = estimate_of(large);
    EXPECT_GT(to.seconds, from.seconds * work / tolerance) << large;
    EXPECT_LT(to.seconds, from.seconds * work * tolerance) << large;
    EXPECT_GE(to.bytes, from.bytes) << large;
    EXPECT_GE(to.useful_threads, from.useful_threads) << large;
  }
}

struct Measured {
  char const* request;
  double seconds;  ///< on one core
};

/// Seconds on an AMD EPYC of 2024, on one thread, of requests whose estimates were once 5 to 100 times too
/// low.
TEST(Estimates, SecondsAreWithinAFactorOfFourOfTheMeasurement) {
  constexpr double factor = 4;
  for (auto const& [request, seconds] :
       {Measured{R"(load:topology="percs:supernodes=8",routing=balanced)", 20},
        Measured{R"(load:topology="percs:supernodes=16",routing=balanced)", 6.9},
        Measured{R"(load:topology="percs:supernodes=32",routing=balanced)", 16.7},
        Measured{R"(load:topology="torus:sides=16x16",routing=balanced)", 25.7},
        Measured{R"(load:topology="torus:sides=16x16",mapping=best)", 1.1},
        Measured{R"(collective:operation=allreduce,topology="kary_ntree:arity=8,levels=3")", 4.8},
        Measured{R"(simulate:topology="torus:sides=24x24x24",engine=flow,traffic=permutation)", 0.6},
        Measured{R"(simulate:topology="torus:sides=46x46x46",engine=flow,traffic=permutation)", 15},
        Measured{R"(simulate:topology="torus:sides=16x16x16",engine=flow,traffic=uniform,messages=8)", 2.9},
        Measured{R"(simulate:topology="dragonfly:p=8,a=16,h=8",engine=flow,traffic=uniform,messages=4)", 1.3},
        Measured{
            R"(replay:topology="xgft:children=8x16,parents=1x8",program="operation:of=all_to_all,bytes=1kB")",
            3.5}}) {
    auto const estimated = estimate_of(request).seconds;
    EXPECT_GT(estimated, seconds / factor) << request;
    EXPECT_LT(estimated, seconds * factor) << request;
  }
}

TEST(Estimates, BuildNoNetworkAtAnySize) {
  auto const before = networks_made().load();
  for (char const* request :
       {R"(simulate:topology="clex:m=216,levels=4",messages=28)",
        R"(simulate:topology="torus:sides=1024x1024x1024",messages=4)",
        R"(simulate:topology="torus:sides=1024x1024x1024",engine="rounds:rate=0.1")",
        R"(show:topology="torus:sides=1024x1024x1024")",
        R"(universality:topology="torus:sides=1024x1024x1024")",
        R"(export:topology="torus:sides=1024x1024x1024",format=edge_list)",
        R"(draw:topology="torus:sides=1024x1024x1024")", R"(balance:topology="torus:sides=1024x1024x1024")",
        R"(collective:operation=broadcast,topology="torus:sides=1024x1024x64")",
        "compare:topologies=[torus:sides=1024x1024,clex:m=216,levels=4]"}) {
    auto const estimate = estimate_of(request);
    EXPECT_GT(estimate.bytes, 0) << request;
    EXPECT_GT(estimate.seconds, 0) << request;
  }
  EXPECT_EQ(networks_made(), before);
}

TEST(Estimates, MemoryOfClexMatchesItsStores) {
  // 216^4 nodes are more than 2^31; 28 messages of 4 bytes each, and some bytes per node.
  auto const estimate = estimate_of(R"(simulate:topology="clex:m=216,levels=4",messages=28)");
  auto const nodes = 216.0 * 216 * 216 * 216;
  EXPECT_GT(estimate.bytes, nodes * 28 * 4);
  EXPECT_LT(estimate.bytes, nodes * (28 * 4 + 8) * 1.05);
  EXPECT_EQ(estimate.useful_threads, 216U);
}

TEST(Estimates, SmallNetworksUseFewThreads) {
  EXPECT_EQ(estimate_of(R"(simulate:topology="torus:sides=8x8",engine=flit)").useful_threads, 1U);
  EXPECT_GE(estimate_of(R"(simulate:topology="torus:sides=64x64",engine=flit)").useful_threads, 8U);
  EXPECT_EQ(estimate_of("list").useful_threads, 1U);
}

TEST(NetworkSize, MatchesTheNetwork) {
  for (char const* text : {"torus:sides=8x4", "clex:m=8,levels=3", "dragonfly", "kautz:degree=2,length=4"}) {
    auto const topology = make_topology(text);
    auto const network = topology->network({});
    auto const size = size_of(*topology);
    EXPECT_EQ(size.routers, network.num_routers()) << text;
    EXPECT_EQ(size.terminals, network.num_terminals()) << text;
    EXPECT_EQ(size.channels, network.num_channels()) << text;
    EXPECT_NEAR(static_cast<double>(size.bytes()), static_cast<double>(network.bytes()),
                0.02 * static_cast<double>(network.bytes()) + 8)
        << text;
  }
}

}  // namespace
}  // namespace weft::verb
