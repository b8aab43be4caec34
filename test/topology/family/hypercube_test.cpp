// SPDX-License-Identifier: Apache-2.0
#include "weft/topology/family/hypercube.hpp"

#include <gtest/gtest.h>

namespace weft {
namespace {

// Leighton, Introduction to Parallel Algorithms and Architectures, section 3.1: diameter r, bisection
// 2^(r-1), r 2^(r-1) links.
TEST(Hypercube, MatchesPublishedFacts) {
  auto const known = topology::Hypercube{{20}}.known();
  EXPECT_EQ(known.links, 10485760u);
  EXPECT_EQ(known.diameter, 20u);
  EXPECT_EQ(known.bisection->lower, 524288);
  EXPECT_TRUE(known.bisection->exact());
  EXPECT_EQ(known.algebraic_connectivity, 2);
  EXPECT_EQ(known.girth, 4u);
}

TEST(Hypercube, UsesEveryRouterIdAtTheMaximumSize) {
  topology::Hypercube const cube{{32}};
  EXPECT_EQ(cube.num_routers(), std::uint64_t{1} << 32);
  EXPECT_EQ(cube.neighbor({0}, {31}), (Hop{{0x80000000}, {31}}));
  EXPECT_EQ(cube.known().pairs_at_distance.at(15), 601080390ull << 32) << "32 choose 16 from each";
  EXPECT_THROW(topology::Hypercube::check({32, 2}), InputError);
}

}  // namespace
}  // namespace weft
