// SPDX-License-Identifier: Apache-2.0
#include "weft/graph/distances.hpp"

#include <map>

#include <gtest/gtest.h>

#include "support/graphs.hpp"
#include "support/sanitized.hpp"
#include "weft/core/parallel.hpp"
#include "weft/graph/order.hpp"

namespace weft {
namespace {

/// Counts pairs by a plain breadth-first search for each vertex.
DistanceCounts one_by_one(Graph const& graph, std::vector<std::uint32_t> const& weights, bool only_weighted) {
  DistanceCounts counts;
  for (Vertex s = 0; s < graph.num_vertices(); ++s) {
    if (only_weighted && weights[s] == 0) continue;
    auto const hops = hops_from(graph, s);
    for (Vertex v = 0; v < hops.size(); ++v) {
      auto const weight = weights.empty() ? 0 : std::uint64_t{weights[s]} * weights[v];
      if (hops[v] == unreachable) {
        ++counts.unreachable_pairs;
        counts.unreachable_weighted += weight;
        continue;
      }
      if (counts.pairs.size() <= hops[v]) counts.pairs.resize(hops[v] + 1, 0);
      ++counts.pairs[hops[v]];
      if (weights.empty()) continue;
      if (counts.weighted.size() <= hops[v]) counts.weighted.resize(hops[v] + 1, 0);
      counts.weighted[hops[v]] += weight;
    }
  }
  return counts;
}

void expect_same(Graph const& graph, std::vector<std::uint32_t> const& weights = {},
                 bool only_weighted = false) {
  auto const expected = one_by_one(graph, weights, only_weighted);
  auto const counts = count_distances(graph, weights, no_progress(), only_weighted);
  EXPECT_EQ(counts.pairs, expected.pairs);
  EXPECT_EQ(counts.weighted, expected.weighted);
  EXPECT_EQ(counts.unreachable_pairs, expected.unreachable_pairs);
  EXPECT_EQ(counts.unreachable_weighted, expected.unreachable_weighted);
}

TEST(Distances, CountPairsInThePetersenGraph) {
  EXPECT_EQ(count_distances(petersen_graph()).pairs, (std::vector<std::uint64_t>{10, 30, 60}));
}

TEST(Distances, CountPairsInAHypercube) {  // binomial coefficients
  EXPECT_EQ(count_distances(hypercube_graph(10)).pairs,
            (std::vector<std::uint64_t>{1024, 10240, 46080, 122880, 215040, 258048, 215040, 122880, 46080,
                                        10240, 1024}));
}

TEST(Distances, MatchPlainSearches) {
  for (std::uint64_t seed = 1; seed <= 8; seed += sanitized ? 4 : 1)
    for (double const p : {0.001, 0.004, 0.01, 0.1}) {
      auto const graph = random_graph(static_cast<Vertex>(100 + 150 * seed), p, seed);
      expect_same(graph);
      expect_same(undirected(graph));
    }
  expect_same(cycle_graph(1500));
  expect_same(torus_graph(11));
  expect_same(Graph::from_arcs(3, {}));
}

TEST(Distances, CountPairsWeightedByTerminals) {
  for (std::uint64_t seed = 1; seed <= 4; ++seed) {
    auto const graph = random_graph(1300, 0.003, seed);
    std::vector<std::uint32_t> weights(1300);
    Rng rng(seed, Purpose::test, 3);
    for (auto& weight : weights) weight = static_cast<std::uint32_t>(rng.below(4));
    expect_same(graph, weights);
    expect_same(graph, weights, true);
  }
}

TEST(Distances, DoNotDependOnThreads) {
  auto const graph = random_pairing_graph(3000, 5, 1);
  Threads const one{1};
  auto const alone = count_distances(graph).pairs;
  Threads const three{3};
  EXPECT_EQ(count_distances(graph).pairs, alone);
}

TEST(Distances, SumExceeds64Bits) {
  std::vector<std::uint64_t> const counts{0, ~std::uint64_t{0}, ~std::uint64_t{0}};
  EXPECT_EQ(sum_of_distances(counts), static_cast<unsigned __int128>(~std::uint64_t{0}) * 3);
}

TEST(Order, ClustersContainEveryVertexOnceAndPreserveTheGraph) {
  auto const graph = random_graph(700, 0.004, 5);
  auto order = clustered_order(graph, 64);
  EXPECT_EQ(count_distances(reordered(graph, order)).pairs, count_distances(graph).pairs);
  std::ranges::sort(order);
  for (Vertex v = 0; v < order.size(); ++v) ASSERT_EQ(order[v], v);
}

TEST(Order, DetectsStrongConnectivity) {
  EXPECT_TRUE(strongly_connected(cycle_graph(5)));
  EXPECT_FALSE(strongly_connected(Graph::from_arcs(2, std::vector<Arc>{{0, 1}})));
  EXPECT_TRUE(strongly_connected(Graph::from_arcs(3, std::vector<Arc>{{0, 1}, {1, 2}, {2, 0}})));
}

}  // namespace
}  // namespace weft
