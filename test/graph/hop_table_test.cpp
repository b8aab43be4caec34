// SPDX-License-Identifier: Apache-2.0
#include "weft/graph/hop_table.hpp"

#include <gtest/gtest.h>

#include "weft/core/error.hpp"
#include "weft/core/random.hpp"
#include "weft/graph/order.hpp"

namespace weft {
namespace {

Graph directed_cycle(std::uint32_t vertices) {
  std::vector<Arc> arcs;
  for (Vertex v = 0; v < vertices; ++v) arcs.emplace_back(v, (v + 1) % vertices);
  return Graph::from_arcs(vertices, arcs);
}

void expect_hops_of_single_searches(Graph const& graph, HopTable const& table) {
  auto const tails = transposed(graph);
  std::uint32_t maximum = 0;
  for (std::size_t row = 0; row < table.num_targets(); ++row) {
    auto const hops = hops_from(tails, table.target(row));
    for (Vertex v = 0; v < graph.num_vertices(); ++v) {
      ASSERT_EQ(table.hops(row, v), hops[v] == unreachable ? HopTable::unreachable : hops[v])
          << v << " to " << table.target(row);
      if (hops[v] != unreachable) maximum = std::max(maximum, hops[v]);
    }
  }
  EXPECT_EQ(table.max_hops(), maximum);
}

TEST(HopTable, MatchesOneSearchPerTarget) {
  Rng random(1, Purpose::test, 0);
  for (std::uint32_t const vertices : {1u, 2u, 63u, 64u, 65u, 200u}) {
    SCOPED_TRACE(vertices);
    std::vector<Arc> arcs;
    for (std::uint32_t i = 0; i < 2 * vertices; ++i)
      arcs.emplace_back(static_cast<Vertex>(random.below(vertices)),
                        static_cast<Vertex>(random.below(vertices)));
    auto const graph = Graph::from_arcs(vertices, arcs);  // some vertices cannot reach others
    expect_hops_of_single_searches(graph, HopTable(graph));
  }
}

TEST(HopTable, SupportsTargetsInAnyOrderAndDuplicates) {
  auto const graph = directed_cycle(10);
  HopTable const table(graph, {7, 2, 7});
  expect_hops_of_single_searches(graph, table);
  EXPECT_EQ(table.hops(0, 8), 9u);
  EXPECT_EQ(table.hops(2, 8), 9u);
}

TEST(HopTable, SupportsLongPaths) {
  for (std::uint32_t const vertices : {255u, 256u, 700u}) {
    auto const graph = directed_cycle(vertices);
    expect_hops_of_single_searches(graph, HopTable(graph));
  }
}

TEST(HopTable, RejectsPathsThatAreTooLong) { EXPECT_THROW(HopTable(directed_cycle(65536), {0}), InputError); }

}  // namespace
}  // namespace weft
