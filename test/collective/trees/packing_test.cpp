#include "weft/collective/trees/packing.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "support/ranks_on.hpp"
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

/// The number of packed trees, after a check that they are disjoint and reach all wanted vertices.
std::size_t packed(RanksOn const& machine, std::uint32_t root, Way way) {
  auto const& network = machine.network();
  auto const trees = pack_trees(network, root, way, machine.vertices());
  std::vector<int> uses(network.num_channels());
  for (auto const& tree : trees) {
    std::vector<bool> reached(network.num_vertices());
    for (auto const& node : tree.nodes) {
      reached[node.vertex] = true;
      if (node.depth == 0) continue;
      ++uses[node.channel];
      auto const ends = std::pair(network.source(node.channel), network.target(node.channel));
      auto const parent = tree.nodes[node.parent].vertex;
      EXPECT_EQ(ends, way == Way::down ? std::pair(parent, node.vertex) : std::pair(node.vertex, parent));
    }
    for (auto const v : machine.vertices()) EXPECT_TRUE(reached[v]);
  }
  EXPECT_LE(std::ranges::max(uses), 1);
  return trees.size();
}

TEST(Packing, FindsAllTreesThatEdmondsPromises) {
  for (auto const way : {Way::down, Way::up}) {
    EXPECT_EQ(packed(RanksOn(topology::Torus({.sides = {8, 8, 8}})), 9, way), 6u);
    EXPECT_EQ(packed(RanksOn(topology::Torus({.sides = {2, 3, 5}})), 9, way), 5u);
    EXPECT_EQ(packed(RanksOn(topology::Mesh({.sides = {8, 8}})), 9, way), 2u);
    EXPECT_EQ(packed(RanksOn(topology::Hypercube({.dimensions = 7})), 9, way), 7u);
    EXPECT_EQ(packed(RanksOn(topology::Complete({.routers = 16})), 9, way), 15u);
    EXPECT_EQ(packed(RanksOn(topology::Clex({.m = 4, .levels = 3})), 9, way), 9u);
    EXPECT_EQ(packed(RanksOn(topology::KaryNtree({.arity = 3, .levels = 2})), 0, way), 1u);
  }
}

TEST(Packing, IsAsShallowAsOnTheTorusByHand) {
  RanksOn const machine(topology::Torus({.sides = {8, 8, 8}}));
  for (auto const& tree : pack_trees(machine.network(), 0, Way::down, machine.vertices()))
    EXPECT_LE(tree.depth(), 22u);
}

/// Edmonds: as many as the minimum of the maximum flows from the root.
std::uint64_t most_trees(TransferNetwork const& network, std::uint32_t root) {
  std::vector<Arc> arcs;
  for (std::uint32_t c = 0; c < network.num_channels(); ++c)
    arcs.emplace_back(network.source(c), network.target(c));
  auto const graph = Graph::from_arcs(network.num_vertices(), arcs);
  auto most = ~std::uint64_t{0};
  for (std::uint32_t v = 0; v < network.num_vertices(); ++v)
    if (v != root) most = std::min(most, arc_disjoint_paths(graph, root, v, most));
  return most;
}

RC_GTEST_PROP(Packing, FindsNearlyAllOnRandomGraphs, ()) {
  auto const degree = *rc::gen::inRange<std::int64_t>(2, 7);
  auto const routers =
      *rc::gen::map(rc::gen::inRange<std::int64_t>(5, 20), [](std::int64_t half) { return 2 * half; });
  auto const seed = *rc::gen::inRange<std::int64_t>(1, 1000);
  RanksOn const machine(topology::Jellyfish({.routers = routers, .degree = degree, .seed = seed}));
  auto const found = packed(machine, 0, Way::down);
  auto const most = most_trees(machine.network(), 0);
  RC_ASSERT(found <= most);
  RC_ASSERT(found + 1 >= most);
}

}  // namespace
}  // namespace weft::collective
