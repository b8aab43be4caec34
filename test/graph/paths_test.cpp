// SPDX-License-Identifier: Apache-2.0
#include "weft/graph/paths.hpp"

#include <gtest/gtest.h>

#include "support/graphs.hpp"
#include "weft/core/parallel.hpp"
#include "weft/graph/distances.hpp"

namespace weft {
namespace {

TEST(Paths, CountsPathsInAHypercube) {  // d! paths to the vertices at distance d; every arc carries 2^(k-1)
  auto const paths = count_paths(hypercube_graph(4));
  EXPECT_DOUBLE_EQ(paths.mean, (4 * 1 + 6 * 2 + 4 * 6 + 1 * 24) / 15.0);
  EXPECT_EQ(paths.min, 1);
  EXPECT_DOUBLE_EQ(max_load(paths), 8);
}

TEST(Paths, CountsPathsInARing) {  // an even ring: two paths to the opposite vertex
  auto const paths = count_paths(cycle_graph(8));
  EXPECT_DOUBLE_EQ(paths.mean, 8.0 / 7);
  EXPECT_DOUBLE_EQ(max_load(paths), 8);  // n^2 / 8 per arc
}

TEST(Paths, CountsParallelArcsAsDifferentPaths) {
  auto const paths = count_paths(Graph::from_arcs(2, std::vector<Arc>{{0, 1}, {0, 1}, {1, 0}}));
  EXPECT_DOUBLE_EQ(paths.mean, 1.5);
  EXPECT_EQ(paths.load, (std::vector<double>{0.5, 0.5, 1}));
}

TEST(Paths, LoadsAddUpToTheDistances) {
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    auto const graph = random_graph(60, 0.06, seed);
    std::vector<std::uint32_t> weights(60);
    for (Vertex v = 0; v < 60; ++v) weights[v] = v % 3;
    double sum = 0;
    for (auto const load : count_paths(graph, weights).load) sum += load;
    EXPECT_NEAR(sum, static_cast<double>(sum_of_distances(count_distances(graph, weights).weighted)), 1e-6);
  }
}

TEST(Paths, DoNotDependOnThreads) {
  auto const graph = random_pairing_graph(200, 5, 1);
  Threads const one{1};
  auto const alone = count_paths(graph).load;
  Threads const three{3};
  EXPECT_EQ(count_paths(graph).load, alone);
}

TEST(Paths, RelatesTheMaximumLoadToCapacities) {
  auto const paths = count_paths(cycle_graph(3));
  EXPECT_DOUBLE_EQ(max_load(paths, std::vector<double>{1, 2, 4, 4, 0.5, 1}), 2);
}

}  // namespace
}  // namespace weft
