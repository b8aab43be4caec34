// SPDX-License-Identifier: Apache-2.0
#include "weft/topology/family/sparse_mesh.hpp"

#include <gtest/gtest.h>

namespace weft {
namespace {

TEST(SparseMesh, HasOneProcessorPerRowAndColumn) {
  topology::SparseMesh const mesh{{8}};
  EXPECT_EQ(mesh.num_routers(), 64u);
  EXPECT_EQ(mesh.num_nodes(), 8u);
  std::vector<int> rows(8, 0), columns(8, 0);
  for (std::uint32_t e = 0; e < 8; ++e) {
    auto const r = mesh.injection_router({e});
    ++columns[r.v % 8];
    ++rows[r.v / 8];
  }
  EXPECT_EQ(rows, std::vector<int>(8, 1));
  EXPECT_EQ(columns, std::vector<int>(8, 1));
}

// Leighton, Introduction to Parallel Algorithms and Architectures, 1.2: an N x N array has diameter 2N - 2,
// bisection N.
TEST(SparseMesh, IsAMesh) {
  auto const known = topology::SparseMesh{{1024}}.known();
  EXPECT_EQ(known.diameter, 2046u);
  EXPECT_EQ(known.bisection->upper, 1024);
  EXPECT_EQ(known.links, 2u * 1024 * 1023);
}

}  // namespace
}  // namespace weft
