// SPDX-License-Identifier: Apache-2.0
#include "weft/topology/family/de_bruijn.hpp"

#include <gtest/gtest.h>

namespace weft {
namespace {

// Samatham & Pradhan 1989: r^k vertices, diameter k; vertices with equal digits, such as 0..0, have a self
// loop.
TEST(DeBruijn, MatchesPublishedFacts) {
  topology::DeBruijn const graph{{2, 10}};
  EXPECT_EQ(graph.num_routers(), 1024u);
  EXPECT_EQ(graph.diameter(), 10u);
  EXPECT_EQ(graph.neighbor({0}, {0}), (Hop{{0}, {0}}));
  EXPECT_EQ(graph.neighbor({0b1000000001}, {1}), (Hop{{0b11}, {1}}));
  EXPECT_EQ(graph.known().loops, 2u);
}

TEST(DeBruijn, DistanceFollowsFromTheLongestOverlap) {
  topology::DeBruijn const graph{{2, 5}};
  EXPECT_EQ(graph.distance({0b01101}, {0b11010}), 1u);
  EXPECT_EQ(graph.distance({0b01101}, {0b10111}), 2u) << "101";
  EXPECT_EQ(graph.distance({0b00000}, {0b11111}), 5u);
}

TEST(DeBruijn, MeasuresTheMaximumSizeInClosedForm) {
  auto const known = topology::DeBruijn{{2, 32}}.known();
  std::uint64_t pairs = 0;
  for (auto const count : known.pairs_at_distance) pairs += count;
  EXPECT_EQ(pairs, std::uint64_t{0} - (std::uint64_t{1} << 32)) << "2^64 - 2^32";
  EXPECT_THROW(topology::DeBruijn::check({3, 21}), InputError);
}

}  // namespace
}  // namespace weft
