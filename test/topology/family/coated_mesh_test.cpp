// SPDX-License-Identifier: Apache-2.0
#include "weft/topology/family/coated_mesh.hpp"

#include <gtest/gtest.h>

#include "support/known_oracle.hpp"

namespace weft {
namespace {

// Leppanen & Penttonen: s^2 routers, a processor at each of the 4s boundary ports, at most 2 (s - 1) + 2 hops
// apart.
TEST(CoatedMesh, MatchesPublishedCounts) {
  topology::CoatedMesh const mesh{{8}};
  EXPECT_EQ(mesh.num_routers() - mesh.num_nodes(), 64u);
  EXPECT_EQ(mesh.num_nodes(), 32u);
  EXPECT_EQ(mesh.diameter(), 16u);
  for (std::uint32_t r = 0; r < 64; ++r) EXPECT_EQ(mesh.degree({r}), 4);
}

TEST(CoatedMesh, AttachesProcessorsAtTheEndsOfRowsAndColumns) {
  topology::CoatedMesh const mesh{{4}};
  EXPECT_EQ(mesh.neighbor({16}, {0}), (Hop{{0}, {0}})) << "low end of row 0";
  EXPECT_EQ(mesh.neighbor({16 + 4 + 2}, {0}), (Hop{{2 * 4 + 3}, {1}})) << "high end of row 2";
  EXPECT_EQ(mesh.neighbor({16 + 8 + 1}, {0}), (Hop{{1}, {2}})) << "low end of column 1";
  EXPECT_EQ(mesh.neighbor({16 + 12 + 3}, {0}), (Hop{{15}, {3}})) << "high end of column 3";
}

TEST(CoatedMesh, BisectsAlongALineThroughTheMesh) {
  for (std::int64_t const side : {1, 2, 3}) {
    topology::CoatedMesh const mesh{{side}};
    EXPECT_EQ(mesh.known().bisection->upper, bisection_by_trial(simple_graphs(mesh).undirected)) << side;
  }
  EXPECT_EQ(topology::CoatedMesh{{1000}}.known().bisection->upper, 1000);
}

}  // namespace
}  // namespace weft
