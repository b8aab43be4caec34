// SPDX-License-Identifier: Apache-2.0
#include "weft/topology/family/butterfly.hpp"

#include <gtest/gtest.h>

namespace weft {
namespace {

// Leighton, section 3.2: (r + 1) 2^r nodes, r 2^(r+1) links. Bornstein et al. 2001: bisection less than 2^r
// for large r, about 0.83 2^r.
TEST(Butterfly, MatchesPublishedFacts) {
  topology::Butterfly const butterfly{{10}};
  EXPECT_EQ(butterfly.num_routers(), 11264u);
  EXPECT_EQ(butterfly.num_terminals(), 1024u);
  auto const known = butterfly.known();
  EXPECT_EQ(known.links, 20480u);
  EXPECT_EQ(known.diameter, 20u);
  EXPECT_LE(known.bisection->lower, 0.83 * 1024);
  EXPECT_GE(known.bisection->lower, 0.5 * 1024);
}

TEST(Butterfly, CrossLinksFlipTheBitOfTheirLevel) {
  topology::Butterfly const butterfly{{3}};
  EXPECT_EQ(butterfly.neighbor({5}, {0}), (Hop{{13}, {2}}));
  EXPECT_EQ(butterfly.neighbor({5}, {1}), (Hop{{12}, {3}}));
  EXPECT_EQ(butterfly.neighbor({16}, {1}), (Hop{{28}, {1}}));
  EXPECT_EQ(butterfly.neighbor({28}, {1}), (Hop{{16}, {1}}));
  EXPECT_EQ(butterfly.terminals_at({8}).count, 0u);
}

}  // namespace
}  // namespace weft
