// SPDX-License-Identifier: Apache-2.0
#include "weft/topology/family/hoffman_singleton.hpp"

#include <gtest/gtest.h>

namespace weft {
namespace {

// Hoffman & Singleton 1960: 1 + d^2 vertices of degree d = 7, girth 5; eigenvalues 7, 2 and -3.
TEST(HoffmanSingleton, MatchesPublishedFacts) {
  auto const known = topology::HoffmanSingleton{{}}.known();
  EXPECT_EQ(known.links, 175u);
  EXPECT_EQ(known.girth, 5u);
  EXPECT_EQ(known.algebraic_connectivity, 5);
}

}  // namespace
}  // namespace weft
