// SPDX-License-Identifier: Apache-2.0
#include "weft/topology/family/wrapped_butterfly.hpp"

#include <gtest/gtest.h>

namespace weft {
namespace {

// Solomonik: P nodes and P (log P - 1) routers. Bornstein et al. 2001: bisection 2^k; Leighton, section 3.2:
// diameter floor(3 k / 2).
TEST(WrappedButterfly, MatchesPublishedFacts) {
  topology::WrappedButterfly const butterfly{{8}};
  EXPECT_EQ(butterfly.num_nodes(), 256u);
  EXPECT_EQ(butterfly.num_routers() - butterfly.num_nodes(), 256u * 7);
  auto const known = butterfly.known();
  EXPECT_EQ(known.diameter, 12u);
  EXPECT_EQ(known.bisection->lower, 256);
  EXPECT_NEAR(*known.algebraic_connectivity, 0.241229517, 1e-9);
}

TEST(WrappedButterfly, LinksTheLastLevelToTheFirst) {
  topology::WrappedButterfly const butterfly{{3}};
  EXPECT_EQ(butterfly.neighbor({16 + 1}, {1}), (Hop{{5}, {3}}));
  EXPECT_EQ(butterfly.neighbor({5}, {3}), (Hop{{17}, {1}}));
  EXPECT_TRUE(butterfly.is_node({7}));
  EXPECT_FALSE(butterfly.is_node({8}));
}

}  // namespace
}  // namespace weft
