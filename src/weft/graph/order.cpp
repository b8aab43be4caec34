// SPDX-License-Identifier: Apache-2.0
#include "weft/graph/order.hpp"

#include <algorithm>

namespace weft {

std::vector<std::uint32_t> hops_from(Graph const& graph, Vertex start) {
  auto const steps = [&](Vertex v, auto step) {
    if (v != start && !graph.passes(v)) return;
    for (auto const head : graph.heads(v)) step(head);
  };
  return breadth_first(graph.num_vertices(), {start}, steps).hops;
}

std::vector<Vertex> clustered_order(Graph const& graph, std::size_t size) {
  auto const n = graph.num_vertices();
  std::vector<Vertex> order;
  order.reserve(n);
  std::vector<bool> placed(n, false);
  std::vector<Vertex> queue, border;  // border: adjacent to the clusters built so far
  Vertex next = 0;
  while (order.size() < n) {
    while (!border.empty() && placed[border.back()]) border.pop_back();
    if (border.empty())
      while (placed[next]) ++next;
    queue.assign(1, border.empty() ? next : border.back());
    placed[queue[0]] = true;
    std::size_t i = 0;
    throw_if_interrupted();
    for (; i < queue.size() && i < size; ++i)
      for (auto const head : graph.heads(queue[i]))
        if (!placed[head]) {
          placed[head] = true;
          queue.push_back(head);
        }
    order.insert(order.end(), queue.begin(), queue.begin() + static_cast<std::ptrdiff_t>(i));
    for (auto j = queue.size(); j > i; --j) {
      placed[queue[j - 1]] = false;
      border.push_back(queue[j - 1]);
    }
  }
  return order;
}

Graph reordered(Graph const& graph, std::span<Vertex const> order) {
  std::vector<Vertex> position(order.size());
  for (std::size_t i = 0; i < order.size(); ++i) position[order[i]] = static_cast<Vertex>(i);
  std::vector<std::uint64_t> first{0};
  first.reserve(order.size() + 1);
  std::vector<Vertex> heads;
  heads.reserve(graph.num_arcs());
  InterruptCheck check;
  for (auto const v : order) {
    check();
    for (auto const head : graph.heads(v)) heads.push_back(position[head]);
    first.push_back(heads.size());
  }
  Graph renumbered(std::move(first), std::move(heads));
  if (graph.ends().empty()) return renumbered;
  std::vector<bool> ends;
  for (auto const v : order) ends.push_back(!graph.passes(v));
  renumbered.set_ends(std::move(ends));
  return renumbered;
}

bool strongly_connected(Graph const& graph) {
  if (graph.num_vertices() == 0) return true;
  auto const reaches_all = [](Graph const& g) {
    return std::ranges::count(hops_from(g, 0), unreachable) == 0;
  };
  auto const stands = without_ends(graph);
  return reaches_all(stands) && reaches_all(transposed(stands));
}

}  // namespace weft
