// SPDX-License-Identifier: Apache-2.0
#include "weft/topology/family/percs.hpp"

#include <array>

#include <gtest/gtest.h>

namespace weft {
namespace {

// Chakaravarthy et al., section 2: 32 nodes of 4 processors per supernode; 7 LL, 24 LR ports; ns * nd / 32 D
// ports per node.
TEST(Percs, MatchesPublishedPorts) {
  topology::Percs const percs{{64, 4}};
  EXPECT_EQ(percs.num_routers(), 2048u);
  EXPECT_EQ(percs.num_terminals(), 8192u);
  std::array<int, 3> ports{};
  for (std::uint16_t p = 0; p < percs.degree({100}); ++p) ++ports[percs.class_of({100}, {p}).v];
  EXPECT_EQ(ports, (std::array{7, 24, 8}));
  EXPECT_EQ(percs.classes()[0].bandwidth, 21);
  EXPECT_EQ(percs.classes()[1].bandwidth, 5);
  EXPECT_EQ(percs.classes()[2].bandwidth, 10);
}

// The D link from supernode a to b in bucket j leaves node jW + b mod W of a and lands on node jW + a mod W
// of b.
TEST(Percs, DLinksFollowTheBuckets) {
  topology::Percs const percs{{10, 4}};  // W = 8
  for (std::uint32_t a = 0; a < 10; ++a)
    for (std::uint32_t b = 0; b < 10; ++b)
      for (std::uint32_t j = 0; a != b && j < 4; ++j) {
        RouterId const from{32 * a + 8 * j + b % 8}, to{32 * b + 8 * j + a % 8};
        int found = 0;
        for (std::uint16_t p = 31; p < percs.degree(from); ++p)
          found += percs.neighbor(from, {p}).router == to;
        EXPECT_EQ(found, 1) << "from supernode " << a << " to " << b << ", bucket " << j;
      }
}

TEST(Percs, PortsLeadToTheDefinedNeighbors) {
  for (auto const& params :
       {topology::Percs::Params{10, 4}, topology::Percs::Params{3, 32}, topology::Percs::Params{5, 1}}) {
    topology::Percs const percs(params);
    for (std::uint32_t r = 0; r < percs.num_routers(); ++r)
      for (std::uint16_t p = 0; p < percs.degree({r}); ++p)
        EXPECT_EQ(percs.port_to({r}, percs.neighbor({r}, {p}).router), PortId{p}) << r << " port " << p;
  }
}

// The largest POWER7-IH 775: 512 supernodes, 16,384 nodes, 65,536 processors of 8 cores (Arimilli et al.).
TEST(Percs, MatchesTheLargestMachine) {
  topology::Percs const percs{{512, 1}};
  EXPECT_EQ(percs.num_terminals(), 65536u);
  EXPECT_EQ(percs.degree({0}), 7 + 24 + 15) << "the D link of supernode 0 to itself is left out";
  EXPECT_EQ(percs.degree({1}), 7 + 24 + 16);
  EXPECT_EQ(percs.diameter(), 3u);
}

// The values in test/data/topology_metrics.csv are (ns/2)^2 nd, exact or an upper bound; below h = 16, the
// routing of all pairs proves them.
TEST(Percs, BisectionCutsHalfOfTheDLinks) {
  auto const bisection = [](std::int64_t ns, std::int64_t nd) {
    return *topology::Percs{{ns, nd}}.known().bisection;
  };
  EXPECT_TRUE(bisection(64, 2).exact());
  EXPECT_EQ(bisection(64, 2).upper, 2048);
  EXPECT_EQ(bisection(2, 32).lower, 32);
  EXPECT_GT(bisection(512, 1).lower, 0.99 * bisection(512, 1).upper);
}

TEST(Percs, HasClosedFormsAtAMillionNodes) {
  auto const known = topology::Percs{{32768, 1}}.known();
  EXPECT_EQ(known.bisection->upper, 16384.0 * 16384);
  EXPECT_LE(known.bisection->lower, known.bisection->upper);
  EXPECT_GT(*known.algebraic_connectivity, 15.8);
  EXPECT_EQ(known.pairs_at_distance.size(), 3u);
}

TEST(Percs, RequiresAPowerOfTwoOfLinks) {
  EXPECT_THROW(topology::Percs::check({8, 3}), InputError);
  EXPECT_THROW(topology::Percs::check({33554432, 32}), InputError) << "ports";
}

}  // namespace
}  // namespace weft
