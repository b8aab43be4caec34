// SPDX-License-Identifier: Apache-2.0
#include "weft/topology/family/complete.hpp"

#include <gtest/gtest.h>

namespace weft {
namespace {

// Fiedler 1973: the algebraic connectivity of the complete graph on n vertices is n; its halves share n^2 / 4
// links.
TEST(Complete, MatchesPublishedFacts) {
  auto const known = topology::Complete{{64}}.known();
  EXPECT_EQ(known.links, 2016u);
  EXPECT_EQ(known.diameter, 1u);
  EXPECT_EQ(known.algebraic_connectivity, 64);
  EXPECT_EQ(known.bisection->lower, 1024);
  EXPECT_EQ(known.edge_connectivity, 63u);
}

TEST(Complete, PortsLeadToTheOtherRoutersInOrder) {
  topology::Complete const complete{{4}};
  EXPECT_EQ(complete.neighbor({1}, {0}), (Hop{{0}, {0}}));
  EXPECT_EQ(complete.neighbor({1}, {1}), (Hop{{2}, {1}}));
  EXPECT_EQ(complete.neighbor({3}, {2}), (Hop{{2}, {2}}));
}

TEST(Complete, RejectsSizesThatExceedPortIds) {
  EXPECT_NO_THROW(topology::Complete::check({65536}));
  EXPECT_THROW(topology::Complete::check({65537}), InputError);
}

}  // namespace
}  // namespace weft
