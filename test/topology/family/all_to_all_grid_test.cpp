// SPDX-License-Identifier: Apache-2.0
#include "weft/topology/family/all_to_all_grid.hpp"

#include <gtest/gtest.h>

namespace weft {
namespace {

// Solomonik, Network interconnect topologies: degree 2 (s - 1), diameter 2. For even s, halves share s^3 / 4
// links.
TEST(AllToAllGrid, MatchesPublishedFacts) {
  auto const known = topology::AllToAllGrid{{16}}.known();
  EXPECT_EQ(known.degree_max, 30u);
  EXPECT_EQ(known.diameter, 2u);
  EXPECT_EQ(known.bisection->lower, 1024);
}

}  // namespace
}  // namespace weft
