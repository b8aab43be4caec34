// SPDX-License-Identifier: Apache-2.0
#include "weft/topology/family/sparse_torus.hpp"

#include <gtest/gtest.h>

#include "support/breadth_first.hpp"

namespace weft {
namespace {

// Leppanen & Penttonen, Sparse networks (2007): ST(3,4) has 1 processor at level 0, 12 at distance 4, 3 at
// distance 8.
TEST(SparseTorus, MatchesTheProcessorsInTheSlides) {
  topology::SparseTorus const torus{{3, 4}};
  EXPECT_EQ(torus.num_nodes(), 16u);
  auto const hops = hops_from(torus, {0});
  std::map<std::uint32_t, int> at;
  for (std::uint32_t e = 0; e < 16; ++e) ++at[hops[torus.injection_router({e}).v]];
  EXPECT_EQ(at, (std::map<std::uint32_t, int>{{0, 1}, {4, 12}, {8, 3}}));
}

// Lemma 1: n^(d-1) processors whose projections cover every face; average distance from the origin d (n-1) /
// 2.
TEST(SparseTorus, SatisfiesLemmaOne) {
  topology::SparseTorus const torus{{4, 5}};
  EXPECT_EQ(torus.num_nodes(), 125u);
  for (std::uint32_t dim = 0; dim < 4; ++dim) {
    std::vector<int> covered(125, 0);
    for (std::uint32_t e = 0; e < 125; ++e) {
      auto const r = torus.injection_router({e});
      auto const& shape = torus.shape();
      auto const lower = shape.below(r, dim);
      auto const upper =
          dim == 3 ? 0 : shape.above(r, dim + 1) * static_cast<std::uint32_t>(shape.stride(dim));
      ++covered[lower + upper];
    }
    EXPECT_EQ(covered, std::vector<int>(125, 1)) << "projection along " << dim;
  }
  double sum = 0;
  for (std::uint32_t e = 0; e < 125; ++e) sum += torus.distance({0}, torus.injection_router({e}));
  EXPECT_DOUBLE_EQ(sum / 125, 4 * 4 / 2.0);
}

TEST(SparseTorus, HopsIncreaseTheLevel) {
  topology::SparseTorus const torus{{3, 3}};
  for (std::uint32_t r = 0; r < 27; ++r)
    for (std::uint16_t p = 0; p < 3; ++p)
      EXPECT_EQ(torus.level(torus.neighbor({r}, {p}).router), (torus.level({r}) + 1) % 3);
}

TEST(SparseTorus, HasClosedFormsAtAMillionNodes) {
  topology::SparseTorus const torus{{4, 32}};
  auto const known = torus.known();
  EXPECT_EQ(known.diameter, 124u);
  EXPECT_EQ(known.bisection->upper, 2 * 32768);
  std::uint64_t pairs = 0, terminal_pairs = 0;
  for (auto const count : known.pairs_at_distance) pairs += count;
  for (auto const count : known.terminal_pairs_at_distance) terminal_pairs += count;
  EXPECT_EQ(pairs, torus.num_routers() * (torus.num_routers() - 1));
  EXPECT_EQ(terminal_pairs, torus.num_nodes() * (torus.num_nodes() - 1));
}

TEST(SparseTorus, RejectsSizesThatExceedIds) {
  EXPECT_THROW(topology::SparseTorus::check({32, 3}), InputError);
  EXPECT_NO_THROW(topology::SparseTorus::check({32, 2}));
}

}  // namespace
}  // namespace weft
