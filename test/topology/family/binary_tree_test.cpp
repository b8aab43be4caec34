// SPDX-License-Identifier: Apache-2.0
#include "weft/topology/family/binary_tree.hpp"

#include <cmath>

#include <gtest/gtest.h>

namespace weft {
namespace {

// Leighton, Introduction to Parallel Algorithms and Architectures, 1.1: N leaves, 2N - 1 vertices, diameter 2
// log N, bisection 1.
TEST(BinaryTree, MatchesLeighton) {
  topology::BinaryTree const tree{{10}};
  EXPECT_EQ(tree.num_routers(), 2047u);
  EXPECT_EQ(tree.num_nodes(), 1024u);
  EXPECT_EQ(tree.diameter(), 20u);
  EXPECT_EQ(tree.known().bisection->upper, 1);
  EXPECT_EQ(tree.degree({0}), 1);
  EXPECT_EQ(tree.degree({1024}), 3);
  EXPECT_EQ(tree.degree({2046}), 2);
}

TEST(BinaryTree, LeavesShareTheirAncestors) {
  topology::BinaryTree const tree{{3}};
  EXPECT_EQ(tree.neighbor({5}, {0}).router.v, 8u + 2u) << "leaf 5 hangs below vertex 2 of level 1";
  EXPECT_EQ(tree.distance({0}, {1}), 2u);
  EXPECT_EQ(tree.distance({0}, {2}), 4u);
  EXPECT_EQ(tree.distance({0}, {7}), 6u);
  EXPECT_EQ(tree.distance({0}, {14}), 3u);
}

// The median distance between leaves is the diameter, because half of the pairs meet at the root.
TEST(BinaryTree, IsExactAtTheMaximumSize) {
  topology::BinaryTree const tree{{31}};
  EXPECT_EQ(tree.num_routers(), 4294967295u);
  auto const known = tree.known();
  EXPECT_EQ(known.links, 4294967294u);
  EXPECT_EQ(known.terminal_pairs_at_distance.back(), std::uint64_t{1} << 61);
}

TEST(BinaryTree, HasTheSpectralGapOfSevenVertices) {
  EXPECT_NEAR(*topology::BinaryTree{{2}}.known().algebraic_connectivity, 2 - std::sqrt(3.0), 1e-12);
}

}  // namespace
}  // namespace weft
