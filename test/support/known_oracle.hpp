// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <bit>
#include <set>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "support/breadth_first.hpp"
#include "weft/graph/symmetry.hpp"
#include "weft/topology/metric/known_metrics.hpp"

namespace weft {

/// The simple graphs of a topology, as sets of pairs: what the oracles of known metrics look at.
struct SimpleGraphs {
  std::vector<std::set<std::uint32_t>> out;         ///< as directed
  std::vector<std::set<std::uint32_t>> undirected;  ///< the underlying undirected graph
  std::uint64_t channels = 0, loops = 0, arcs = 0;
};

template <class T>
SimpleGraphs simple_graphs(T const& topology) {
  SimpleGraphs graphs;
  graphs.out.resize(topology.num_routers());
  graphs.undirected.resize(topology.num_routers());
  for (std::uint32_t r = 0; r < topology.num_routers(); ++r)
    for (std::uint16_t p = 0; p < topology.degree({r}); ++p) {
      auto const to = topology.neighbor({r}, {p}).router.v;
      ++graphs.channels;
      if (to == r) ++graphs.loops;
      if (to == r) continue;
      graphs.arcs += graphs.out[r].insert(to).second;
      graphs.undirected[r].insert(to);
      graphs.undirected[to].insert(r);
    }
  return graphs;
}

/// Length of a shortest cycle, by a search from every vertex; 0: none.
inline std::uint32_t girth_by_search(std::vector<std::set<std::uint32_t>> const& graph) {
  std::uint32_t best = 0;
  for (std::uint32_t start = 0; start < graph.size(); ++start) {
    std::vector<std::uint32_t> hops(graph.size(), unreached), parent(graph.size(), start), queue{start};
    hops[start] = 0;
    for (std::size_t head = 0; head < queue.size(); ++head)
      for (auto const next : graph[queue[head]])
        if (hops[next] == unreached) {
          hops[next] = hops[queue[head]] + 1;
          parent[next] = queue[head];
          queue.push_back(next);
        } else if (next != parent[queue[head]]) {
          auto const cycle = hops[next] + hops[queue[head]] + 1;
          if (best == 0 || cycle < best) best = cycle;
        }
  }
  return best;
}

/// Least number of edges that part the graph, by augmenting paths from vertex 0 to every other.
inline std::uint32_t edge_connectivity_by_flow(std::vector<std::set<std::uint32_t>> const& graph) {
  auto best = unreached;
  for (std::uint32_t sink = 1; sink < graph.size(); ++sink) {
    auto residual = graph;
    std::uint32_t flow = 0;
    for (;; ++flow) {
      std::vector<std::uint32_t> parent(graph.size(), unreached), queue{0};
      parent[0] = 0;
      for (std::size_t head = 0; head < queue.size() && parent[sink] == unreached; ++head)
        for (auto const next : residual[queue[head]])
          if (parent[next] == unreached) {
            parent[next] = queue[head];
            queue.push_back(next);
          }
      if (parent[sink] == unreached) break;
      for (auto at = sink; at != 0; at = parent[at])  // an edge that carries nothing, or vice versa
        if (residual[at].contains(parent[at]))
          residual[parent[at]].erase(at);
        else
          residual[at].insert(parent[at]);
    }
    best = std::min(best, flow);
  }
  return best;
}

/// The second smallest eigenvalue of the Laplacian, by a dense decomposition.
double algebraic_connectivity_of(std::vector<std::set<std::uint32_t>> const& graph);

/// Least number of edges between halves of at most 22 vertices, by trying all.
inline std::uint32_t bisection_by_trial(std::vector<std::set<std::uint32_t>> const& graph) {
  auto const n = static_cast<unsigned>(graph.size());
  std::vector<std::uint32_t> masks(n, 0);
  for (std::uint32_t v = 0; v < n; ++v)
    for (auto const w : graph[v]) masks[v] |= std::uint32_t{1} << w;
  auto best = unreached;
  for (std::uint32_t half = 0; half < std::uint32_t{1} << n; ++half) {
    if (static_cast<unsigned>(std::popcount(half)) != n / 2) continue;
    std::uint32_t cut = 0;
    for (auto rest = half; rest != 0; rest &= rest - 1)
      cut += static_cast<std::uint32_t>(
          std::popcount(masks[static_cast<unsigned>(std::countr_zero(rest))] & ~half));
    best = std::min(best, cut);
  }
  return best;
}

/// Ordered pairs of distinct terminals by the distance of their routers.
template <class T>
std::vector<std::uint64_t> terminal_pairs_by_search(T const& topology) {
  std::vector<std::uint64_t> counts(1, 0), arriving(topology.num_routers(), 0);
  for (std::uint32_t e = 0; e < topology.num_terminals(); ++e) ++arriving[topology.ejection_router({e}).v];
  for (std::uint32_t a = 0; a < topology.num_routers(); ++a) {
    auto const here = topology.terminals_at({a});
    if (here.count == 0) continue;
    auto const hops = hops_from(topology, RouterId{a});
    for (std::uint32_t b = 0; b < hops.size(); ++b) {
      if (arriving[b] == 0) continue;
      if (hops[b] >= counts.size()) counts.resize(hops[b] + 1, 0);
      counts[hops[b]] += here.count * arriving[b];
    }
    for (std::uint32_t i = 0; i < here.count; ++i)
      --counts[hops[topology.ejection_router({here.first.v + i}).v]];
  }
  return counts;
}

/// Minimum bandwidth between halves of the terminals of at most 20 routers, both directions together, by
/// trying all divisions of the routers.
template <class T>
double terminal_bisection_by_trial(T const& topology) {
  auto const n = static_cast<unsigned>(topology.num_routers());
  auto const classes = topology.classes();
  std::uint64_t routers = 0, each = 0;
  std::vector<std::vector<double>> bandwidth(n, std::vector<double>(n, 0));
  for (std::uint32_t r = 0; r < n; ++r) {
    if (auto const count = topology.terminals_at({r}).count; count > 0) {
      ++routers;
      each = count;
    }
    for (std::uint16_t p = 0; p < topology.degree({r}); ++p)
      bandwidth[r][topology.neighbor({r}, {p}).router.v] += classes[topology.class_of({r}, {p}).v].bandwidth;
  }
  double best = 1e300;
  for (std::uint32_t side = 0; side < std::uint32_t{1} << n; ++side) {
    std::uint64_t here = 0;
    double cut = 0;
    for (std::uint32_t r = 0; r < n; ++r) {
      if (side >> r & 1) here += topology.terminals_at({r}).count;
      for (std::uint32_t to = 0; to < n; ++to)
        if ((side >> r & 1) != (side >> to & 1)) cut += bandwidth[r][to];
    }
    if (here == routers / 2 * each) best = std::min(best, cut);
  }
  return best;
}

/// Minimum, over the sets of at most half of at most 16 vertices, of the arcs that leave the set per vertex.
inline double expansion_by_trial(std::vector<std::set<std::uint32_t>> const& graph) {
  auto const n = static_cast<unsigned>(graph.size());
  double best = 1e300;
  for (std::uint32_t chosen = 1; chosen < std::uint32_t{1} << n; ++chosen) {
    auto const members = static_cast<unsigned>(std::popcount(chosen));
    if (members > n / 2) continue;
    std::uint32_t leaving = 0;
    for (std::uint32_t v = 0; v < n; ++v)
      if (chosen >> v & 1)
        for (auto const w : graph[v]) leaving += (chosen >> w & 1) == 0;
    best = std::min(best, static_cast<double>(leaving) / static_cast<double>(members));
  }
  return best;
}

/// Pairs that no arc exceeds, what leaves any half needs, and the classes of alike vertices.
inline void expect_sets_are_bounded(SimpleGraphs const& graphs, KnownMetrics const& known) {
  auto const n = graphs.out.size();
  if (known.orbits && n <= 150) {
    std::vector<Arc> arcs;
    for (std::uint32_t v = 0; v < n; ++v)
      for (auto const w : graphs.out[v]) arcs.emplace_back(v, w);
    auto const orbits = count_orbits(Graph::from_arcs(n, arcs));
    EXPECT_EQ(orbits.lower, orbits.upper) << "orbits are not decided";
    EXPECT_LE(known.orbits->lower, static_cast<double>(orbits.upper)) << known.orbits->method;
    EXPECT_GE(known.orbits->upper, static_cast<double>(orbits.lower)) << known.orbits->method;
  }
  if (n < 2 || n > 16 || (!known.pair_load && !known.out_expansion)) return;
  auto const out = expansion_by_trial(graphs.out), either_way = expansion_by_trial(graphs.undirected);
  if (known.pair_load) {
    auto const minimum = static_cast<double>(n - n / 2) / *known.pair_load;
    EXPECT_LE(minimum, out + 1e-9) << "pair load";
    EXPECT_LE(minimum, either_way + 1e-9) << "pair load";
  }
  if (known.out_expansion) {
    EXPECT_LE(known.out_expansion->lower, out) << known.out_expansion->method;
    EXPECT_GE(known.out_expansion->upper, out) << known.out_expansion->method;
  }
}

/// Expects every closed form that the topology offers to be what search finds. Bisections are tried if there
/// are at most 22 routers, of terminals at most 16.
template <class T>
void expect_known_is_found(T const& topology, KnownMetrics const& known, bool bidirectional) {
  auto const graphs = simple_graphs(topology);
  auto const routers = topology.num_routers();
  std::uint64_t const per_link = bidirectional ? 2 : 1;
  if (known.links) { EXPECT_EQ(*known.links * per_link, graphs.arcs) << "links"; }
  if (known.loops) { EXPECT_EQ(*known.loops, graphs.loops) << "loops"; }
  if (known.parallel) {
    EXPECT_EQ(*known.parallel * per_link, graphs.channels - graphs.loops - graphs.arcs) << "parallel";
  }
  auto const [minimum, maximum] =
      std::ranges::minmax(graphs.out, {}, [](auto const& set) { return set.size(); });
  if (known.degree_min) { EXPECT_EQ(*known.degree_min, minimum.size()) << "degree_min"; }
  if (known.degree_max) { EXPECT_EQ(*known.degree_max, maximum.size()) << "degree_max"; }
  auto pairs = all_pairs_histogram(topology);
  if (known.diameter) { EXPECT_EQ(*known.diameter, pairs.rbegin()->first) << "diameter"; }
  for (std::uint32_t d = 1; d <= known.pairs_at_distance.size(); ++d)
    EXPECT_EQ(known.pairs_at_distance[d - 1], pairs[d]) << "pairs at distance " << d;
  if (!known.pairs_at_distance.empty()) {
    EXPECT_EQ(known.pairs_at_distance.size(), pairs.rbegin()->first) << "pairs_at_distance ends elsewhere";
  }
  if (!known.terminal_pairs_at_distance.empty()) {
    EXPECT_EQ(known.terminal_pairs_at_distance, terminal_pairs_by_search(topology));
  }
  expect_sets_are_bounded(graphs, known);
  if (known.girth && routers <= 1500) {
    EXPECT_EQ(*known.girth, girth_by_search(graphs.undirected)) << "girth";
  }
  if (routers < 2 || routers > 600) return;
  if (known.edge_connectivity && routers <= 150) {
    EXPECT_EQ(*known.edge_connectivity, edge_connectivity_by_flow(graphs.undirected)) << "edge connectivity";
  }
  if (known.algebraic_connectivity) {
    EXPECT_NEAR(*known.algebraic_connectivity, algebraic_connectivity_of(graphs.undirected), 1e-9);
  }
  if (known.terminal_bisection && routers <= 16) {
    auto const cut = terminal_bisection_by_trial(topology);
    EXPECT_LE(known.terminal_bisection->lower, cut + 1e-9) << known.terminal_bisection->method;
    EXPECT_GE(known.terminal_bisection->upper, cut - 1e-9) << known.terminal_bisection->method;
  }
  if (!known.bisection || routers > 22) return;
  auto const cut = bisection_by_trial(graphs.undirected);
  EXPECT_LE(known.bisection->lower, cut) << known.bisection->method;
  EXPECT_GE(known.bisection->upper, cut) << known.bisection->method;
}

}  // namespace weft
