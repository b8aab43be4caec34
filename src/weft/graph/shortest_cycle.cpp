// SPDX-License-Identifier: Apache-2.0
#include "weft/graph/shortest_cycle.hpp"

#include <algorithm>
#include <atomic>
#include <bit>
#include <numeric>
#include <span>
#include <utility>

#include "weft/core/parallel.hpp"
#include "weft/graph/order.hpp"

namespace weft {
namespace {

/// Returns the graph without the arcs between components.
Graph inside(Graph const& graph, StrongComponents const& components) {
  std::vector<std::uint64_t> first{0};
  first.reserve(graph.num_vertices() + 1);
  std::vector<Vertex> heads;
  for (Vertex v = 0; v < graph.num_vertices(); ++v) {
    for (auto const head : graph.heads(v))
      if (components.of[head] == components.of[v]) heads.push_back(head);
    first.push_back(heads.size());
  }
  return {std::move(first), std::move(heads)};
}

/// The length of a cycle and its first vertex. The search minimizes this pair.
using ShortestFound = std::pair<std::uint32_t, Vertex>;

/// Breadth-first searches from 64 vertices simultaneously, one bit each.
class CycleSearches {
 public:
  explicit CycleSearches(Graph const& graph)
      : graph_(graph), seen_(graph.num_vertices(), 0), now_(seen_), next_(seen_) {}

  /// Returns the shortest cycle through any of `starts` (at most 64) with a length of at most `bound`.
  ShortestFound run(std::span<Vertex const> starts, std::atomic<std::uint32_t> const& bound) {
    for (std::size_t i = 0; i < starts.size(); ++i) now_[starts[i]] |= std::uint64_t{1} << i;
    frontier_.assign(starts.begin(), starts.end());
    ShortestFound found{unreachable, 0};
    for (std::uint32_t length = 1; !frontier_.empty() && length <= bound && found.first == unreachable;
         ++length) {
      step();
      for (std::size_t i = 0; i < starts.size(); ++i)
        if (seen_[starts[i]] >> i & 1) found = std::min(found, {length, starts[i]});
    }
    forget();
    return found;
  }

 private:
  void step() {
    reached_.clear();
    for (auto const v : frontier_) {
      auto const bits = std::exchange(now_[v], 0);
      for (auto const head : graph_.heads(v)) {
        auto const fresh = bits & ~seen_[head];
        if (fresh == 0) continue;
        if (next_[head] == 0) reached_.push_back(head);
        next_[head] |= fresh;
      }
    }
    for (auto const v : reached_) {
      if (seen_[v] == 0) touched_.push_back(v);
      seen_[v] |= next_[v];
    }
    std::swap(now_, next_);
    std::swap(frontier_, reached_);
  }
  void forget() {
    for (auto const v : frontier_) now_[v] = 0;
    for (auto const v : touched_) seen_[v] = 0;
    touched_.clear();
  }

  Graph const& graph_;
  std::vector<std::uint64_t> seen_, now_, next_;
  std::vector<Vertex> frontier_, reached_, touched_;
};

/// Returns a shortest cycle through `start`.
std::vector<Vertex> cycle_from(Graph const& graph, Vertex start) {
  std::vector<Vertex> parent(graph.num_vertices(), unreachable);
  std::vector<Vertex> queue{start};
  for (std::size_t i = 0; parent[start] == unreachable; ++i)
    for (auto const head : graph.heads(queue[i]))
      if (parent[head] == unreachable) {
        parent[head] = queue[i];
        queue.push_back(head);
      }
  std::vector<Vertex> cycle{start};
  for (auto v = parent[start]; v != start; v = parent[v]) cycle.push_back(v);
  std::reverse(cycle.begin() + 1, cycle.end());
  return cycle;
}

}  // namespace

std::vector<Vertex> shortest_cycle(Graph const& graph, StrongComponents const& components,
                                   Progress& progress) {
  constexpr std::size_t chunk = 64;
  std::vector<Vertex> starts;  // grouped by component
  for (Vertex v = 0; v < graph.num_vertices(); ++v)
    if (components.cyclic[components.of[v]]) starts.push_back(v);
  if (starts.empty()) return {};
  std::ranges::stable_sort(starts, {}, [&](Vertex v) { return components.of[v]; });
  auto const cyclic_part = inside(graph, components);
  std::atomic<std::uint32_t> bound{unreachable};
  std::vector<ShortestFound> best(num_threads(), {unreachable, 0});
  std::vector<std::vector<CycleSearches>> searches(num_threads());
  progress.start("shortest cycle", starts.size(), "channels");
  parallel_chunks(starts.size(), chunk, [&](std::size_t begin, std::size_t end, unsigned worker) {
    if (searches[worker].empty()) searches[worker].emplace_back(cyclic_part);
    auto const found = searches[worker][0].run(std::span(starts).subspan(begin, end - begin), bound);
    best[worker] = std::min(best[worker], found);
    for (auto known = bound.load();
         found.first < known && !bound.compare_exchange_weak(known, found.first);) {}
    progress.advance(end - begin);
  });
  progress.finish();
  return cycle_from(cyclic_part, std::ranges::min(best).second);
}

namespace {

/// Breadth-first searches, each of which stops as soon as no shorter cycle is possible. Only the reached
/// vertices are reset between searches.
class CycleSearch {
 public:
  CycleSearch(Graph const& graph, bool directed)
      : graph_(graph),
        directed_(directed),
        hops_(graph.num_vertices(), unreachable),
        parent_(graph.num_vertices()) {}

  /// Returns the length of the shortest cycle through `start` if it is less than `best`; otherwise `best`. In
  /// undirected graphs the result may be lower, but some cycle has at most this length.
  std::uint32_t run(Vertex start, std::uint32_t best) {
    reach(start, start);
    for (std::size_t i = 0; i < queue_.size(); ++i) {
      auto const at = queue_[i];
      if ((directed_ ? 1 : 2) * hops_[at] + 1 >= best) break;
      for (auto const head : graph_.heads(at))
        if (hops_[head] == unreachable)
          reach(head, at);
        else if (directed_ ? head == start && at != start : head != parent_[at])
          best = std::min(best, hops_[at] + hops_[head] + 1);
    }
    for (auto const v : queue_) hops_[v] = unreachable;
    queue_.clear();
    return best;
  }

 private:
  void reach(Vertex v, Vertex from) {
    hops_[v] = queue_.empty() ? 0 : hops_[from] + 1;
    parent_[v] = from;
    queue_.push_back(v);
  }

  Graph const& graph_;
  bool directed_;
  std::vector<std::uint32_t> hops_;
  std::vector<Vertex> parent_, queue_;
};

std::uint32_t shortest_cycle(Graph const& graph, std::span<Vertex const> starts, bool directed,
                             Progress& progress) {
  constexpr std::size_t chunk = 64;
  std::uint32_t const min = directed ? 2 : 3;
  auto const size = starts.empty() ? graph.num_vertices() : starts.size();
  std::atomic<std::uint32_t> best{unreachable};
  std::vector<std::vector<CycleSearch>> searches(num_threads());
  progress.start("shortest cycle", size, "searches");
  parallel_chunks(size, chunk, [&](std::size_t begin, std::size_t end, unsigned worker) {
    progress.advance(end - begin);
    if (best <= min) return;
    if (searches[worker].empty()) searches[worker].emplace_back(graph, directed);
    for (auto i = begin; i < end; ++i) {
      auto const found =
          searches[worker][0].run(starts.empty() ? static_cast<Vertex>(i) : starts[i], best.load());
      for (auto known = best.load(); found < known && !best.compare_exchange_weak(known, found);) {}
    }
  });
  progress.finish();
  return best == unreachable ? 0 : best.load();
}

}  // namespace

std::uint32_t girth(Graph const& graph, std::span<Vertex const> starts, Progress& progress) {
  return shortest_cycle(graph, starts, false, progress);
}

std::uint32_t directed_girth(Graph const& graph, std::span<Vertex const> starts, Progress& progress) {
  return shortest_cycle(graph, starts, true, progress);
}

}  // namespace weft
