// SPDX-License-Identifier: Apache-2.0
#include "weft/topology/family/kautz.hpp"

#include <set>

#include <gtest/gtest.h>

namespace weft {
namespace {

// Kautz 1968: degree^k + degree^(k-1) vertices, diameter k, no loops.
TEST(Kautz, MatchesPublishedFacts) {
  topology::Kautz const graph{{2, 8}};
  EXPECT_EQ(graph.num_routers(), 384u);
  EXPECT_EQ(graph.diameter(), 8u);
  EXPECT_EQ(graph.known().loops, 0u);
}

// A graph is the Kautz graph of words of k letters if its vertices are the arcs of the Kautz graph of words
// of k - 1 letters: the line digraph of the previous graph (Fiol, Yebra & Alegre 1984). Arcs with the same
// head have the same successors, so the sets of heads of two routers are equal or disjoint.
TEST(Kautz, EqualsTheLineDigraphOfItsPredecessor) {
  for (std::int64_t const length : {2, 3, 4}) {
    topology::Kautz const graph{{3, length}}, before{{3, length - 1}};
    std::set<std::set<std::uint32_t>> heads;  // one set for each vertex of the previous graph
    std::size_t total = 0;
    for (std::uint32_t r = 0; r < graph.num_routers(); ++r) {
      std::set<std::uint32_t> of_router;
      for (std::uint16_t p = 0; p < 3; ++p) of_router.insert(graph.neighbor({r}, {p}).router.v);
      if (heads.insert(of_router).second) total += of_router.size();
    }
    EXPECT_EQ(heads.size(), before.num_routers());
    EXPECT_EQ(total, graph.num_routers()) << "disjoint";
  }
}

TEST(Kautz, MeasuresAMillionRoutersInClosedForm) {
  topology::Kautz const graph{{4, 10}};
  auto const known = graph.known();
  std::uint64_t pairs = 0;
  for (auto const count : known.pairs_at_distance) pairs += count;
  EXPECT_EQ(pairs, graph.num_routers() * (graph.num_routers() - 1));
  EXPECT_THROW(topology::Kautz::check({2, 32}), InputError);
}

}  // namespace
}  // namespace weft
