// SPDX-License-Identifier: Apache-2.0
#include "weft/topology/family/hyperx.hpp"

#include <gtest/gtest.h>

namespace weft {
namespace {

// Ahn et al., SC 2009: a HyperX has diameter L = the number of dimensions; with equal sides S, its bisection
// is S^(L+1) / 4 links (for even S).
TEST(Hyperx, MatchesPublishedFacts) {
  auto const known = topology::Hyperx{{{8, 8, 8}}}.known();
  EXPECT_EQ(known.diameter, 3u);
  EXPECT_EQ(known.degree_max, 21u);
  EXPECT_EQ(known.bisection->lower, 1024);
  EXPECT_TRUE(known.bisection->exact());
}

TEST(Hyperx, NumbersParallelLinksConsecutively) {
  topology::Hyperx const hyperx{{{3, 2}, 2, 5}};
  EXPECT_EQ(hyperx.degree({0}), 6);
  EXPECT_EQ(hyperx.num_terminals(), 30u);
  EXPECT_EQ(hyperx.neighbor({4}, {0}), (Hop{{3}, {0}}));
  EXPECT_EQ(hyperx.neighbor({4}, {1}), (Hop{{3}, {1}}));
  EXPECT_EQ(hyperx.neighbor({4}, {3}), (Hop{{5}, {3}}));
  EXPECT_EQ(hyperx.neighbor({4}, {5}), (Hop{{1}, {5}}));
  EXPECT_EQ(hyperx.port_toward({4}, 0, 2).v, 2);
  EXPECT_EQ(hyperx.class_of({4}, {4}).v, 1);
  EXPECT_EQ(hyperx.known().parallel, hyperx.known().links);
}

TEST(Hyperx, RejectsSizesThatExceedIds) {
  EXPECT_NO_THROW(topology::Hyperx::check({{65536}}));
  EXPECT_THROW(topology::Hyperx::check({{65536}, 2}), InputError);
  EXPECT_THROW(topology::Hyperx::check({{4096, 4096, 4096}}), InputError);
  EXPECT_THROW(topology::Hyperx::check({{4096, 4096}, 1, 257}), InputError);
  EXPECT_THROW(topology::Hyperx::check({{}}), InputError);
}

}  // namespace
}  // namespace weft
