// SPDX-License-Identifier: Apache-2.0
#include "weft/collective/trees/tree.hpp"

#include <gtest/gtest.h>

#include "support/ranks_on.hpp"
#include "weft/topology/family/kautz.hpp"
#include "weft/topology/family/mesh.hpp"
#include "weft/topology/family/torus.hpp"

namespace weft::collective {
namespace {

/// Returns the hops from the root to all vertices (upward: from all vertices to the root), by repeated
/// relaxation of all channels.
std::vector<std::uint32_t> hops(TransferNetwork const& network, std::uint32_t root, TreeDirection direction) {
  std::vector<std::uint32_t> found(network.num_vertices(), network.num_vertices());
  found[root] = 0;
  for (std::uint32_t round = 0; round < network.num_vertices(); ++round)
    for (std::uint32_t c = 0; c < network.num_channels(); ++c) {
      auto const from = direction == TreeDirection::down ? network.source(c) : network.target(c);
      auto const to = direction == TreeDirection::down ? network.target(c) : network.source(c);
      found[to] = std::min(found[to], found[from] + 1);
    }
  return found;
}

void expect_shortest_ways(RanksOn const& machine, std::uint32_t root) {
  for (auto const direction : {TreeDirection::down, TreeDirection::up}) {
    auto const tree = breadth_first_tree(machine.network(), root, direction);
    auto const expected = hops(machine.network(), root, direction);
    ASSERT_EQ(tree.nodes.size(), machine.network().num_vertices());
    for (std::size_t i = 0; i < tree.nodes.size(); ++i) {
      auto const& node = tree.nodes[i];
      EXPECT_EQ(node.depth, expected[node.vertex]);
      if (i == 0) continue;
      auto const parent = tree.nodes[node.parent].vertex;
      EXPECT_LT(node.parent, i);
      EXPECT_EQ(machine.network().source(node.channel),
                direction == TreeDirection::down ? parent : node.vertex);
      EXPECT_EQ(machine.network().target(node.channel),
                direction == TreeDirection::down ? node.vertex : parent);
    }
  }
}

TEST(Tree, UsesShortestPathsBreadthFirst) {
  expect_shortest_ways(RanksOn(topology::Torus({.sides = {4, 5}})), 7);
  expect_shortest_ways(RanksOn(topology::Mesh({.sides = {3, 4, 2}})), 0);
  expect_shortest_ways(RanksOn(topology::Kautz({.degree = 2, .length = 3})), 3);
}

TEST(Tree, BalancesBranchesBreadthFirst) {
  RanksOn const machine(topology::Torus({.sides = {8, 8, 8}}));
  auto const tree = breadth_first_tree(machine.network(), 0, TreeDirection::down);
  std::vector<std::uint32_t> branch(tree.nodes.size()), size(6);
  for (std::uint32_t i = 1, count = 0; i < tree.nodes.size(); ++i) {
    branch[i] = tree.nodes[i].depth == 1 ? count++ : branch[tree.nodes[i].parent];
    ++size[branch[i]];
  }
  EXPECT_LE(std::ranges::max(size), 86u);  // 511 nodes in 6 branches
}

TEST(Tree, PruningKeepsPathsToRequestedVertices) {
  RanksOn const machine(topology::Mesh({.sides = {5, 5}}));
  auto const tree = breadth_first_tree(machine.network(), 0, TreeDirection::down);
  auto const less = pruned(tree, std::vector<std::uint32_t>{12, 24});
  std::vector<bool> kept(25);
  for (auto const& node : less.nodes) {
    kept[node.vertex] = true;
    if (node.depth > 0) { EXPECT_EQ(machine.network().source(node.channel), less.nodes[node.parent].vertex); }
  }
  EXPECT_TRUE(kept[0] && kept[12] && kept[24]);
  EXPECT_LE(less.nodes.size(), 1u + 4 + 8);
  EXPECT_GE(less.nodes.size(), 1u + 8);
  EXPECT_EQ(less.depth(), 8u);
}

TEST(Tree, RejectsACycle) {
  RanksOn const machine(topology::Torus({.sides = {4}}));
  ParentChannels parents(4, machine.network().num_channels());
  for (std::uint32_t c = 0; c < machine.network().num_channels(); ++c)
    if (auto const to = machine.network().target(c); machine.network().source(c) == (to + 3) % 4)
      parents[to] = c;
  EXPECT_EQ(make_tree(machine.network(), 0, TreeDirection::down, parents).depth(), 3u);
  parents[1] = parents[2] = machine.network().num_channels();
  for (std::uint32_t c = 0; c < machine.network().num_channels(); ++c) {
    if (machine.network().source(c) == 2 && machine.network().target(c) == 1) parents[1] = c;
    if (machine.network().source(c) == 1 && machine.network().target(c) == 2) parents[2] = c;
  }
  EXPECT_THROW(make_tree(machine.network(), 0, TreeDirection::down, parents), std::logic_error);
}

}  // namespace
}  // namespace weft::collective
