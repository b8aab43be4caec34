#include "weft/graph/girth.hpp"

#include <gtest/gtest.h>

#include "support/graphs.hpp"
#include "weft/graph/order.hpp"

namespace weft {
namespace {

/// Length of a shortest cycle by removing each edge in turn.
std::uint32_t girth_by_removal(Graph const& graph) {
  std::uint32_t best = unreachable;
  for (Vertex a = 0; a < graph.num_vertices(); ++a)
    for (auto const b : graph.heads(a)) {
      std::vector<Arc> arcs;
      for (Vertex v = 0; v < graph.num_vertices(); ++v)
        for (auto const w : graph.heads(v))
          if (!(v == a && w == b) && !(v == b && w == a)) arcs.emplace_back(v, w);
      if (auto const hops = hops_from(Graph::from_arcs(graph.num_vertices(), arcs), a)[b];
          hops != unreachable)
        best = std::min(best, hops + 1);
    }
  return best == unreachable ? 0 : best;
}

std::uint32_t directed_girth_by_distances(Graph const& graph) {
  std::uint32_t best = unreachable;
  for (Vertex v = 0; v < graph.num_vertices(); ++v)
    for (auto const w : graph.heads(v))
      if (auto const back = hops_from(graph, w)[v]; w != v && back != unreachable)
        best = std::min(best, back + 1);
  return best == unreachable ? 0 : best;
}

TEST(Girth, OfKnownGraphs) {
  EXPECT_EQ(girth(petersen_graph()), 5);
  EXPECT_EQ(girth(cycle_graph(17)), 17);
  EXPECT_EQ(girth(complete_graph(4)), 3);
  EXPECT_EQ(girth(hypercube_graph(5)), 4);
  EXPECT_EQ(girth(graph_of_edges(4, {{0, 1}, {1, 2}, {1, 3}})), 0);
  EXPECT_EQ(girth(Graph{}), 0);
  EXPECT_EQ(directed_girth(cycle_graph(9)), 2);
  EXPECT_EQ(directed_girth(Graph::from_arcs(3, std::vector<Arc>{{0, 1}, {1, 2}, {2, 0}, {0, 0}})), 3);
  EXPECT_EQ(directed_girth(Graph::from_arcs(3, std::vector<Arc>{{0, 1}, {1, 2}, {0, 2}})), 0);
}

TEST(Girth, OneStartIsEnoughWhereAllVerticesLookAlike) {
  std::vector<Vertex> const start{3};
  EXPECT_EQ(girth(petersen_graph(), start), 5);
  EXPECT_EQ(girth(torus_graph(3), start), 3);
}

TEST(Girth, AgreesWithSlowSearches) {
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    auto const graph = random_graph(30, 0.03 + 0.002 * static_cast<double>(seed % 10), seed);
    EXPECT_EQ(girth(undirected(graph)), girth_by_removal(undirected(graph))) << seed;
    EXPECT_EQ(directed_girth(simple(graph)), directed_girth_by_distances(simple(graph))) << seed;
  }
}

}  // namespace
}  // namespace weft
