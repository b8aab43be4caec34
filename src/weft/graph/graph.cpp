// SPDX-License-Identifier: Apache-2.0
#include "weft/graph/graph.hpp"

#include <algorithm>
#include <numeric>

#include "weft/core/interrupt.hpp"

namespace weft {
Graph Graph::from_arcs(std::uint64_t vertices, std::span<Arc const> arcs) {
  std::vector<std::uint64_t> first(vertices + 1, 0);
  InterruptCheck check;
  for (auto const& [tail, head] : arcs) {
    check();
    ++first[tail + std::size_t{1}];
  }
  std::partial_sum(first.begin(), first.end(), first.begin());
  std::vector<Vertex> heads(arcs.size());
  auto next = first;
  for (auto const& [tail, head] : arcs) {
    check();
    heads[next[tail]++] = head;
  }
  return {std::move(first), std::move(heads)};
}

DegreeRange degree_range(Graph const& graph) {
  if (graph.num_vertices() == 0) return {};
  DegreeRange range{graph.degree(0), graph.degree(0)};
  for (Vertex v = 1; v < graph.num_vertices(); ++v) {
    range.min = std::min(range.min, graph.degree(v));
    range.max = std::max(range.max, graph.degree(v));
  }
  return range;
}

Graph transposed(Graph const& graph) {
  auto const n = graph.num_vertices();
  std::vector<std::uint64_t> first(n + 1, 0);
  InterruptCheck check;
  for (auto const head : graph.all_heads()) {
    check();
    ++first[head + std::size_t{1}];
  }
  std::partial_sum(first.begin(), first.end(), first.begin());
  std::vector<Vertex> heads(graph.num_arcs());
  auto next = first;
  for (Vertex v = 0; v < n; ++v)
    for (auto const head : graph.heads(v)) {
      check();
      heads[next[head]++] = v;
    }
  Graph back(std::move(first), std::move(heads));
  back.set_ends(graph.ends());
  return back;
}

Graph simple(Graph const& graph) {
  auto const n = graph.num_vertices();
  std::vector<std::uint64_t> first{0};
  first.reserve(n + 1);
  std::vector<Vertex> heads;
  heads.reserve(graph.num_arcs());
  for (Vertex v = 0; v < n; ++v) {
    auto const begin = static_cast<std::ptrdiff_t>(heads.size());
    for (auto const head : graph.heads(v))
      if (head != v) heads.push_back(head);
    std::sort(heads.begin() + begin, heads.end());
    heads.erase(std::unique(heads.begin() + begin, heads.end()), heads.end());
    first.push_back(heads.size());
  }
  Graph less(std::move(first), std::move(heads));
  less.set_ends(graph.ends());
  return less;
}

Graph without_ends(Graph graph) {
  graph.set_ends({});
  return graph;
}

Graph undirected(Graph const& graph) {
  auto const back = transposed(graph);
  auto const n = graph.num_vertices();
  std::vector<std::uint64_t> first(n + 1, 0);
  for (Vertex v = 0; v < n; ++v) first[v + std::size_t{1}] = first[v] + graph.degree(v) + back.degree(v);
  std::vector<Vertex> heads;
  heads.reserve(2 * graph.num_arcs());
  for (Vertex v = 0; v < n; ++v) {
    std::ranges::copy(graph.heads(v), std::back_inserter(heads));
    std::ranges::copy(back.heads(v), std::back_inserter(heads));
  }
  Graph both(std::move(first), std::move(heads));
  both.set_ends(graph.ends());
  return simple(both);
}

}  // namespace weft
