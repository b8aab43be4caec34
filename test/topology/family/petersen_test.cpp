// SPDX-License-Identifier: Apache-2.0
#include "weft/topology/family/petersen.hpp"

#include <gtest/gtest.h>

namespace weft {
namespace {

// Hoffman & Singleton 1960: 1 + d^2 vertices of degree d = 3, girth 5; eigenvalues 3, 1 and -2.
TEST(Petersen, MatchesPublishedFacts) {
  auto const known = topology::Petersen{{}}.known();
  EXPECT_EQ(known.links, 15u);
  EXPECT_EQ(known.girth, 5u);
  EXPECT_EQ(known.algebraic_connectivity, 2);
  EXPECT_EQ(known.bisection->lower, 5);
}

}  // namespace
}  // namespace weft
