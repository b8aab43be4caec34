// SPDX-License-Identifier: Apache-2.0
#include "weft/collective/ranks/rank_order.hpp"

#include <algorithm>

#include <gtest/gtest.h>

#include "support/ranks_on.hpp"
#include "weft/topology/family/complete.hpp"
#include "weft/topology/family/mesh.hpp"
#include "weft/topology/family/torus.hpp"

namespace weft::collective {
namespace {

bool are_linked(TransferNetwork const& network, std::uint32_t from, std::uint32_t to) {
  for (auto c = network.first_channel(from); c < network.first_channel(from + 1); ++c)
    if (network.target(c) == to) return true;
  return false;
}

/// Returns the number of steps of a cyclic order between routers that are not adjacent.
int jumps(RanksOn const& machine, std::vector<std::uint32_t> const& order) {
  auto sorted = order;
  std::ranges::sort(sorted);
  for (std::uint32_t i = 0; i < sorted.size(); ++i) EXPECT_EQ(sorted[i], i) << machine.machine().spec();
  int count = 0;
  for (std::size_t i = 0; i < order.size(); ++i)
    count += !are_linked(machine.network(), order[i], order[(i + 1) % order.size()]);
  return count;
}

int jumps(RanksOn const& machine) { return jumps(machine, rank_order(machine, RankOrder::neighbors)); }

TEST(RankOrder, IsAHamiltonianCycleOnTori) {
  for (auto const& sides :
       {Sides{2}, Sides{5}, Sides{2, 2}, Sides{3, 3}, Sides{3, 5}, Sides{4, 6}, Sides{3, 4, 5},
        Sides{3, 5, 7}, Sides{1, 3, 1, 5}, Sides{2, 2, 2, 2, 2}, Sides{3, 3, 3, 3}})
    EXPECT_EQ(jumps(RanksOn(topology::Torus({.sides = sides}))), 0) << format_sides(sides);
}

TEST(RankOrder, IsAHamiltonianCycleOnMeshesWithAnEvenSide) {
  for (auto const& sides : {Sides{2, 3}, Sides{3, 2}, Sides{4, 4}, Sides{3, 3, 2}, Sides{5, 4, 3}})
    EXPECT_EQ(jumps(RanksOn(topology::Mesh({.sides = sides}))), 0) << format_sides(sides);
  for (auto const& sides : {Sides{5}, Sides{3, 3}, Sides{3, 5, 3}})
    EXPECT_EQ(jumps(RanksOn(topology::Mesh({.sides = sides}))), 1) << "there is none, only a path";
}

TEST(RankOrder, KeepsTheRanksOfARouterTogether) {
  RanksOn const machine(topology::Torus({.sides = {2, 3}, .concentration = 2}));
  auto const order = rank_order(machine, RankOrder::neighbors);
  for (std::size_t i = 0; i < order.size(); i += 2) {
    EXPECT_EQ(order[i] % 2, 0u);
    EXPECT_EQ(order[i + 1], order[i] + 1);
  }
}

TEST(RankOrder, IsPlainOffGrids) {
  RanksOn const machine(topology::Complete({.routers = 4}));
  EXPECT_EQ(rank_order(machine, RankOrder::neighbors), (std::vector<std::uint32_t>{0, 1, 2, 3}));
  RanksOn const torus(topology::Torus({.sides = {3, 3}}));
  EXPECT_GT(jumps(torus, rank_order(torus, RankOrder::plain)), 0);
}

}  // namespace
}  // namespace weft::collective
