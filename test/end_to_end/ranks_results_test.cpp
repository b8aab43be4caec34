// SPDX-License-Identifier: Apache-2.0
#include "end_to_end/same_on_ranks.hpp"

namespace weft {
namespace {

class RanksResults : public SameOnRanks {};

TEST_F(RanksResults, MatchOneProcess) {
  expect_same("simulate clex:m=3,levels=4 --messages 5 --threads 2", {1, 2, 3, 4, 7});
  expect_same("load mesh:sides=4x5 --routing minimal --pattern all_to_all", {1, 2, 3, 4, 7});
  expect_same("show jellyfish:routers=1500,degree=4 --metrics avg_dist", {1, 2, 3, 4, 7});
}

TEST_F(RanksResults, MatchForAllFormsOfRecursiveRouting) {
  expect_same("simulate clex:m=2,levels=6 --messages 3 --engine rounds:delays=true", {7});
  expect_same("simulate clex:m=5,levels=3,landing=high --messages 4", {3});
  expect_same("simulate clex:m=3,levels=5 --routing clex_recursive:redistribute=5 --messages 4", {4});
  expect_same("simulate clex:m=3,levels=5 --routing clex_recursive:redistribute=4 --messages 4", {7});
  expect_same("simulate clex:m=6,levels=1 --messages 4", {2});
  expect_same(
      "simulate clex:m=4,levels=3 --messages 9 --routing clex_recursive:last_phase=2 "
      "--engine rounds:execution=phases,rate=0.1,rounds=500",
      {3});
}

TEST_F(RanksResults, MatchForLoadsByAllKindsOfSums) {
  for (auto const* const args :
       {"load torus:sides=4x6 --routing dimension_order", "load dragonfly:p=2,a=4,h=2 --routing valiant"})
    expect_same(args, {3});
}

}  // namespace
}  // namespace weft
