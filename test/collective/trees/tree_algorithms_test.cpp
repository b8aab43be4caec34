// SPDX-License-Identifier: Apache-2.0
#include "weft/collective/trees/tree_algorithms.hpp"

#include <algorithm>
#include <set>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "support/ranks_on.hpp"
#include "support/reference.hpp"
#include "weft/graph/connectivity.hpp"
#include "weft/topology/family/clex.hpp"
#include "weft/topology/family/complete.hpp"
#include "weft/topology/family/hypercube.hpp"
#include "weft/topology/family/jellyfish.hpp"
#include "weft/topology/family/kary_ntree.hpp"
#include "weft/topology/family/mesh.hpp"
#include "weft/topology/family/torus.hpp"

namespace weft::collective {
namespace {

RanksOn torus(std::string const& sides) {
  return RanksOn(topology::Torus({.sides = read_sides("sides", sides)}));
}

/// Returns the maximum number of arc-disjoint spanning trees from vertex 0: the minimum over all vertices of
/// the maximum flow (Edmonds).
std::uint64_t max_trees(TransferNetwork const& network) {
  std::vector<Arc> arcs;
  for (std::uint32_t c = 0; c < network.num_channels(); ++c)
    arcs.push_back({network.source(c), network.target(c)});
  auto const graph = Graph::from_arcs(network.num_vertices(), arcs);
  auto maximum = ~std::uint64_t{0};
  for (std::uint32_t v = 1; v < network.num_vertices(); ++v)
    maximum = std::min(maximum, arc_disjoint_paths(graph, 0, v, maximum));
  return maximum;
}

std::uint64_t broadcast_steps(RanksOn const& machine, std::string const& algorithm, std::uint32_t packets) {
  auto const execution = execute_plan(machine, algorithm, {.packets = packets});
  EXPECT_FALSE(execution.violation) << execution.violation->what;
  EXPECT_EQ(execution.redundant, 0u);
  EXPECT_EQ(execution.steps, execution.slots);
  return execution.slots;
}

/// Returns a number of trees that share no link in either direction; bounded by the number of links.
std::uint64_t edge_disjoint_trees(RanksOn const& machine, std::vector<Tree> const& trees) {
  std::set<std::pair<std::uint32_t, std::uint32_t>> used;
  std::uint64_t count = 0;
  for (auto const& tree : trees) {
    auto with = used;
    for (auto const& node : tree.nodes)
      if (node.depth > 0) with.insert(std::minmax({node.vertex, tree.nodes[node.parent].vertex}));
    if (with.size() != used.size() + tree.nodes.size() - 1) continue;
    used = std::move(with);
    ++count;
  }
  EXPECT_EQ(count, machine.network().num_channels() / 2 / (machine.network().num_vertices() - 1));
  return count;
}

TEST(TorusTrees, MatchTheReference) {
  int checked = 0;
  for (auto const& row : reference_rows("collectives_deadlock.csv")) {
    if (row.at("section") != "spanning_trees") continue;
    auto const machine = torus(row.at("case"));
    auto const trees = torus_trees(machine.network(), *machine.grid(), 0, TreeDirection::down);
    std::size_t depth = 0, arcs = 0;
    for (auto const& tree : trees) {
      depth = std::max<std::size_t>(depth, tree.depth());
      arcs += tree.nodes.size() - 1;
    }
    auto const& quantity = row.at("quantity");
    auto const value = std::stoull(row.at("value"));
    auto const where = row.at("case") + " " + quantity;
    ++checked;
    if (quantity == "max_arc_disjoint_spanning_arborescences")
      EXPECT_EQ(max_trees(machine.network()), value) << where;
    else if (quantity == "constructed_trees")
      EXPECT_EQ(trees.size(), value) << where;
    else if (quantity == "construction_depth")
      EXPECT_EQ(depth, value) << where;
    else if (quantity == "arcs_used")
      EXPECT_EQ(arcs, value) << where;
    else if (quantity == "broadcast_steps_M1000")
      EXPECT_EQ(broadcast_steps(machine, "arc_disjoint_trees", 1000), value) << where;
    else if (quantity == "broadcast_single_tree_steps_M1000")
      EXPECT_EQ(broadcast_steps(machine, "single_tree", 1000), value) << where;
    else if (quantity == "max_edge_disjoint_undirected_spanning_trees")
      EXPECT_EQ(edge_disjoint_trees(machine, trees), value) << where;
    else
      ADD_FAILURE() << quantity;
  }
  EXPECT_EQ(checked, 70);
}

TEST(TorusTrees, UseEveryChannelOnceExceptIntoTheRoot) {
  for (auto const* sides : {"3", "5", "3x4", "4x6", "8x8x8", "3x1x5", "3x4x3x3"})
    for (auto const root : {0u, 2u}) {
      auto const machine = torus(sides);
      for (auto const direction : {TreeDirection::down, TreeDirection::up}) {
        std::vector<int> uses(machine.network().num_channels());
        for (auto const& tree : torus_trees(machine.network(), *machine.grid(), root, direction)) {
          EXPECT_EQ(tree.nodes.size(), machine.network().num_vertices());
          for (auto const& node : tree.nodes)
            if (node.depth > 0) ++uses[node.channel];
        }
        for (std::uint32_t c = 0; c < uses.size(); ++c) {
          auto const end =
              direction == TreeDirection::down ? machine.network().target(c) : machine.network().source(c);
          EXPECT_EQ(uses[c], end == root ? 0 : 1) << sides << " channel " << c;
        }
      }
    }
}

TEST(TorusTrees, AreOnePerDimensionOfAHypercube) {
  for (std::uint32_t dimensions = 1; dimensions <= 8; ++dimensions) {
    RanksOn const machine(topology::Hypercube({.dimensions = dimensions}));
    for (auto const direction : {TreeDirection::down, TreeDirection::up}) {
      auto const trees = torus_trees(machine.network(), *machine.grid(), 1, direction);
      EXPECT_EQ(trees.size(), dimensions);
      std::vector<int> uses(machine.network().num_channels());
      for (auto const& tree : trees) {
        EXPECT_EQ(tree.nodes.size(), machine.network().num_vertices());
        EXPECT_LE(tree.depth(), dimensions + 1);
        for (auto const& node : tree.nodes)
          if (node.depth > 0) ++uses[node.channel];
      }
      EXPECT_LE(std::ranges::max(uses), 1);
    }
    EXPECT_EQ(
        broadcast_steps(machine, "arc_disjoint_trees", 840),
        (dimensions == 1 ? 1 : dimensions + 1) + 840 / dimensions - 1 + (840 % dimensions == 0 ? 0 : 1));
  }
}

TEST(TorusTrees, AreTwoPerDimensionWithDoubledLinks) {
  RanksOn const machine(topology::Torus({.sides = {2, 3, 2}, .doubled = true}));
  EXPECT_EQ(torus_trees(machine.network(), *machine.grid(), 0, TreeDirection::down).size(), 6u);
  EXPECT_EQ(broadcast_steps(machine, "arc_disjoint_trees", 60), 5u + 10 - 1);
  EXPECT_FALSE(has_arc_disjoint_trees(*RanksOn(topology::Torus({.sides = {2, 3}})).grid()));
}

/// Checks that packed trees are disjoint and reach all wanted vertices; returns their number.
std::size_t packed(RanksOn const& machine, std::uint32_t root, TreeDirection direction) {
  auto const& network = machine.network();
  auto const trees = pack_trees(network, root, direction, machine.vertices());
  std::vector<int> uses(network.num_channels());
  for (auto const& tree : trees) {
    std::vector<bool> reached(network.num_vertices());
    for (auto const& node : tree.nodes) {
      reached[node.vertex] = true;
      if (node.depth == 0) continue;
      ++uses[node.channel];
      auto const ends = std::pair(network.source(node.channel), network.target(node.channel));
      auto const parent = tree.nodes[node.parent].vertex;
      EXPECT_EQ(ends, direction == TreeDirection::down ? std::pair(parent, node.vertex)
                                                       : std::pair(node.vertex, parent));
    }
    for (auto const v : machine.vertices()) EXPECT_TRUE(reached[v]);
  }
  EXPECT_LE(std::ranges::max(uses), 1);
  return trees.size();
}

TEST(Packing, FindsTheMaximumNumberOfTrees) {
  for (auto const direction : {TreeDirection::down, TreeDirection::up}) {
    EXPECT_EQ(packed(RanksOn(topology::Torus({.sides = {8, 8, 8}})), 9, direction), 6u);
    EXPECT_EQ(packed(RanksOn(topology::Torus({.sides = {2, 3, 5}})), 9, direction), 5u);
    EXPECT_EQ(packed(RanksOn(topology::Mesh({.sides = {8, 8}})), 9, direction), 2u);
    EXPECT_EQ(packed(RanksOn(topology::Hypercube({.dimensions = 7})), 9, direction), 7u);
    EXPECT_EQ(packed(RanksOn(topology::Complete({.routers = 16})), 9, direction), 15u);
    EXPECT_EQ(packed(RanksOn(topology::Clex({.m = 4, .levels = 3})), 9, direction), 9u);
    EXPECT_EQ(packed(RanksOn(topology::KaryNtree({.arity = 3, .levels = 2})), 0, direction), 1u);
  }
}

TEST(Packing, MatchesTheDepthOfTorusTrees) {
  RanksOn const machine(topology::Torus({.sides = {8, 8, 8}}));
  for (auto const& tree : pack_trees(machine.network(), 0, TreeDirection::down, machine.vertices()))
    EXPECT_LE(tree.depth(), 22u);
}

/// Returns the maximum number of trees: the minimum over all vertices of the maximum flow from the root
/// (Edmonds).
std::uint64_t max_trees(TransferNetwork const& network, std::uint32_t root) {
  std::vector<Arc> arcs;
  for (std::uint32_t c = 0; c < network.num_channels(); ++c)
    arcs.emplace_back(network.source(c), network.target(c));
  auto const graph = Graph::from_arcs(network.num_vertices(), arcs);
  auto maximum = ~std::uint64_t{0};
  for (std::uint32_t v = 0; v < network.num_vertices(); ++v)
    if (v != root) maximum = std::min(maximum, arc_disjoint_paths(graph, root, v, maximum));
  return maximum;
}

RC_GTEST_PROP(Packing, FindsNearlyTheMaximumNumberOfTreesOnRandomGraphs, ()) {
  auto const degree = *rc::gen::inRange<std::int64_t>(2, 7);
  auto const routers =
      *rc::gen::map(rc::gen::inRange<std::int64_t>(5, 20), [](std::int64_t half) { return 2 * half; });
  auto const seed = *rc::gen::inRange<std::int64_t>(1, 1000);
  RanksOn const machine(topology::Jellyfish({.routers = routers, .degree = degree, .seed = seed}));
  auto const found = packed(machine, 0, TreeDirection::down);
  auto const maximum = max_trees(machine.network(), 0);
  RC_ASSERT(found <= maximum);
  RC_ASSERT(found + 1 >= maximum);
}

}  // namespace
}  // namespace weft::collective
