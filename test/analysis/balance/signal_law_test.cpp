#include "weft/analysis/balance/signal_law.hpp"

#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

#include "weft/analysis/balance/capacity_condition.hpp"
#include "weft/network/topologies.hpp"

namespace weft {
namespace {

char const* const networks[] = {"torus:sides=8x8x8",
                                "mesh:sides=7x5x2",
                                "ring:routers=9",
                                "hypercube:dimensions=7",
                                "complete:routers=40",
                                "hyperx:sides=4x3,terminals=3",
                                "clex:m=4,levels=3",
                                "sparse_torus:dimensions=3,side=5",
                                "coated_mesh:side=6",
                                "kary_ntree:arity=3,levels=3",
                                "dragonfly",
                                "percs:supernodes=2,links=4",
                                "jellyfish:routers=30,degree=4",
                                "slim_fly:q=5"};

/// Pair by pair.
double mean_meters_of(AnyTopology const& topology, Layout const& layout) {
  double sum = 0, pairs = 0;
  auto const terminals = static_cast<std::uint32_t>(topology.num_terminals());
  for (std::uint32_t a = 0; a < terminals; ++a)
    for (std::uint32_t b = 0; b < terminals; ++b) {
      if (a == b) continue;
      sum += layout.length(topology.injection_router({a}), topology.ejection_router({b}));
      ++pairs;
    }
  return sum / pairs;
}

TEST(SignalLaw, MetersAreThoseOfAllPairs) {
  for (auto const* const spec : networks) {
    SCOPED_TRACE(spec);
    auto const topology = make_topology(spec);
    for (auto const folding : {Folding::folded, Folding::plain}) {
      LayoutParams const params{.pitch = 0.7, .folding = folding};
      auto const law = signal_law(*topology, topology->facts(), params);
      ASSERT_TRUE(law);
      auto const expected = mean_meters_of(*topology, topology->layout(params));
      EXPECT_NEAR(law->mean_meters, expected, 1e-12 * expected);
    }
  }
}

/// Two random points of a volume V are at least 36/35 (3 V / (4 pi))^(1/3) apart on average, as in a ball
/// (Riesz's rearrangement inequality); the points of two cubes of side 1 differ from their centers by at most
/// 1 along the axes on average, 1/3 for each.
TEST(SignalLaw, NoLayoutBeatsTheBall) {
  double const ball = 36.0 / 35 * std::cbrt(3 / (4 * std::numbers::pi));
  for (auto const* const spec : networks) {
    SCOPED_TRACE(spec);
    auto const topology = make_topology(spec);
    auto const law = signal_law(*topology, topology->facts(), {.pitch = 1});
    EXPECT_GE(law->mean_meters, ball * law->cube_side - 1);
  }
}

TEST(SignalLaw, HopsCoverTheMeters) {
  for (auto const* const spec : networks) {
    SCOPED_TRACE(spec);
    auto const topology = make_topology(spec);
    auto const law = signal_law(*topology, topology->facts(), {});
    auto const distances = terminal_distances(topology->facts(), {}, 1);
    ASSERT_TRUE(law->min_hops());
    EXPECT_LE(*law->min_hops(), distances.mean * (1 + 1e-12));
    EXPECT_GT(*law->min_hops(), 0);
  }
}

TEST(SignalLaw, TheCablesOfATorusAreBoundedThoseOfAHypercubeAreNot) {
  auto const longest = [](std::string const& spec) {
    auto const topology = make_topology(spec);
    return *signal_law(*topology, topology->facts(), {})->longest_cable;
  };
  EXPECT_EQ(longest("torus:sides=6x6x6"), 1);  // folded: two places
  EXPECT_EQ(longest("torus:sides=24x24x24"), 1);
  EXPECT_GT(longest("hypercube:dimensions=9"), longest("hypercube:dimensions=6"));
  EXPECT_GT(longest("hypercube:dimensions=12"), longest("hypercube:dimensions=9"));
}

TEST(SignalLaw, IsInClosedFormForABillionRouters) {
  // (k - 1 / k) / 3 along each axis of k = 1024 places, in halves of a meter.
  auto const topology = make_topology("mesh:sides=1024x1024x1024");
  TopologyFacts facts;
  facts.vertices = facts.terminals = std::uint64_t{1} << 30;
  facts.terminals_per_vertex = 1;
  auto const law = signal_law(*topology, facts, {});
  EXPECT_NEAR(law->mean_meters, (1024 - 1.0 / 1024) / 2, 1e-6);
  EXPECT_EQ(law->longest_cable, 0.5);
}

}  // namespace
}  // namespace weft
