// SPDX-License-Identifier: Apache-2.0
#include "weft/topology/family/kary_ntree.hpp"

#include <gtest/gtest.h>

#include "support/breadth_first.hpp"
#include "weft/topology/family/xgft.hpp"

namespace weft {
namespace {

// Petrini & Vanneschi 1997, definition 1: k^n processing nodes and n k^(n-1) switches of k x k.
TEST(KaryNtree, MatchesPublishedCounts) {
  topology::KaryNtree const tree{{4, 3}};
  EXPECT_EQ(tree.num_terminals(), 64u);
  EXPECT_EQ(tree.num_routers(), 48u);
  EXPECT_EQ(tree.degree({0}), 4) << "the lowest level: up only, four terminals";
  EXPECT_EQ(tree.degree({16}), 8);
  EXPECT_EQ(tree.degree({47}), 4);
  EXPECT_EQ(tree.terminals_at({15}).first.v, 60u);
  EXPECT_EQ(tree.terminals_at({16}).count, 0u);
  EXPECT_EQ(tree.diameter(), 4u);
}

// Definition 1: switches of neighboring levels are linked iff their labels agree except possibly at one
// position.
TEST(KaryNtree, LinksChangeOneDigit) {
  topology::KaryNtree const tree{{3, 3}};
  for (std::uint32_t r = 0; r < 9; ++r)
    for (std::uint16_t p = 0; p < 3; ++p) EXPECT_EQ(tree.neighbor({r}, {p}).router.v, 9 + r / 3 * 3 + p);
  for (std::uint32_t r = 9; r < 18; ++r)
    for (std::uint16_t p = 3; p < 6; ++p)
      EXPECT_EQ(tree.neighbor({r}, {p}).router.v, 18 + (p - 3u) * 3 + (r - 9) % 3);
}

// Ohring et al.: the k-ary n-tree is XGFT(n; k, .., k; 1, k, .., k) without its leaves.
TEST(KaryNtree, EqualsAnXgftWithoutLeaves) {
  topology::KaryNtree const tree{{3, 3}};
  topology::Xgft const whole{{{3, 3, 3}, {1, 3, 3}}};
  for (std::uint32_t a = 0; a < tree.num_routers(); ++a)
    for (std::uint32_t b = 0; b < tree.num_routers(); ++b)
      EXPECT_EQ(tree.distance({a}, {b}), whole.distance({a + 27}, {b + 27}));
}

TEST(KaryNtree, HasClosedFormsAtAMillionSwitches) {
  topology::KaryNtree const tree{{32, 5}};
  auto const known = tree.known();
  EXPECT_EQ(tree.num_routers(), 5u << 20);
  EXPECT_EQ(known.links, 4ull << 25);
  EXPECT_EQ(known.diameter, 8u);
  EXPECT_EQ(known.bisection->upper, 1 << 24);
  EXPECT_GT(known.bisection->lower, 0);
  std::uint64_t pairs = 0;
  for (auto const count : known.pairs_at_distance) pairs += count;
  EXPECT_EQ(pairs, tree.num_routers() * (tree.num_routers() - 1));
}

TEST(KaryNtree, RejectsSizesThatExceedIds) {
  EXPECT_THROW(topology::KaryNtree::check({2, 29}), InputError) << "29 * 2^28 switches";
  EXPECT_THROW(topology::KaryNtree::check({32767, 32}), InputError);
  EXPECT_NO_THROW(topology::KaryNtree::check({2, 28}));
}

}  // namespace
}  // namespace weft
