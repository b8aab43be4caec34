// SPDX-License-Identifier: Apache-2.0
#include "weft/topology/family/cube_connected_cycles.hpp"

#include <gtest/gtest.h>

namespace weft {
namespace {

// Preparata & Vuillemin 1981: k 2^k vertices of degree 3. Fris, Havel & Liebl 1997: diameter 6 for k = 3, 2k
// + floor(k / 2) - 2 above.
TEST(CubeConnectedCycles, MatchesPublishedFacts) {
  EXPECT_EQ((topology::CubeConnectedCycles{{3}}.num_routers()), 24u);
  EXPECT_EQ((topology::CubeConnectedCycles{{3}}.diameter()), 6u);
  EXPECT_EQ((topology::CubeConnectedCycles{{8}}.diameter()), 18u);
  auto const known = topology::CubeConnectedCycles{{8}}.known();
  EXPECT_EQ(known.girth, 8u);
  EXPECT_EQ(known.bisection->upper, 128);
  EXPECT_NEAR(*known.algebraic_connectivity, 0.099730344, 1e-9);
}

TEST(CubeConnectedCycles, MeasuresTheMaximumSizeInClosedForm) {
  topology::CubeConnectedCycles const cycles{{27}};
  auto const known = cycles.known();
  unsigned __int128 pairs = 0;
  for (auto const count : known.pairs_at_distance) pairs += count;
  EXPECT_EQ(static_cast<std::uint64_t>(pairs), cycles.num_routers() * (cycles.num_routers() - 1));
  EXPECT_EQ(known.pairs_at_distance.size(), 65u);
  EXPECT_THROW(topology::CubeConnectedCycles::check({27, 2}), InputError);
}

}  // namespace
}  // namespace weft
