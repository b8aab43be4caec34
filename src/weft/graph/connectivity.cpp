// SPDX-License-Identifier: Apache-2.0
#include "weft/graph/connectivity.hpp"

#include <algorithm>
#include <atomic>
#include <functional>
#include <optional>

#include "weft/core/parallel.hpp"
#include "weft/graph/order.hpp"

namespace weft {

/// Dinic's algorithm with unit capacities: an arc is used or unused, and a used arc may be released.
class DisjointPaths::Flow {
 public:
  explicit Flow(Graph const& graph) : first_(graph.num_vertices() + 1, 0), ends_(graph.ends()) {
    auto const n = static_cast<Vertex>(graph.num_vertices());
    for (Vertex v = 0; v < n; ++v)
      for (auto const head : graph.heads(v)) ++first_[v + std::size_t{1}], ++first_[head + std::size_t{1}];
    for (std::size_t i = 1; i < first_.size(); ++i) first_[i] += first_[i - 1];
    edges_.resize(first_.back());
    auto next = first_;
    for (Vertex v = 0; v < n; ++v)
      for (auto const head : graph.heads(v)) {
        auto const there = next[v]++, back = next[head]++;
        edges_[there] = {head, back, 1};
        edges_[back] = {v, there, 0};
      }
    level_.resize(n);
    next_.resize(n);
  }

  std::uint64_t run(Vertex from, Vertex to, std::uint64_t enough) {
    for (; !used_.empty(); used_.pop_back()) move(used_.back(), 1);
    std::uint64_t flow = 0;
    while (flow < enough && levels(from, to)) {
      std::ranges::copy(first_.begin(), first_.end() - 1, next_.begin());
      while (flow < enough && augment(from, to)) ++flow;
    }
    return flow;
  }

 private:
  struct Edge {
    Vertex head;
    std::uint64_t reverse;
    std::uint8_t capacity;
  };

  bool levels(Vertex from, Vertex to) {
    std::ranges::fill(level_, unreachable);
    queue_.assign(1, from);
    level_[from] = 0;
    for (std::size_t i = 0; i < queue_.size(); ++i) {
      auto const at = queue_[i];
      for (auto e = first_[at]; e < first_[at + std::size_t{1}]; ++e)
        if (auto const head = edges_[e].head;
            edges_[e].capacity > 0 && level_[head] == unreachable && (head == to || passes(head))) {
          level_[edges_[e].head] = level_[at] + 1;
          if (edges_[e].head == to) return true;
          queue_.push_back(edges_[e].head);
        }
    }
    return false;
  }

  bool passes(Vertex v) const { return ends_.empty() || !ends_[v]; }

  bool augment(Vertex from, Vertex to) {
    path_.clear();
    for (Vertex at = from; at != to;) {
      auto& e = next_[at];
      auto const end = first_[at + std::size_t{1}];
      while (e < end && !(edges_[e].capacity > 0 && level_[edges_[e].head] == level_[at] + 1)) ++e;
      if (e < end) {
        path_.push_back(e);
        at = edges_[e].head;
      } else if (path_.empty()) {
        return false;
      } else {
        at = edges_[edges_[path_.back()].reverse].head;
        ++next_[at];
        path_.pop_back();
      }
    }
    for (auto const e : path_) {
      move(e, -1);
      used_.push_back(e);
    }
    return true;
  }

  /// Moves a unit of capacity to an edge from its reverse (`unit` = 1), or back (-1).
  void move(std::uint64_t e, int unit) {
    auto const change = [](std::uint8_t& capacity, int by) {
      capacity = static_cast<std::uint8_t>(capacity + by);
    };
    change(edges_[e].capacity, unit);
    change(edges_[edges_[e].reverse].capacity, -unit);
  }

  std::vector<std::uint64_t> first_, next_, path_;
  std::vector<std::uint64_t> used_;  ///< edges used by paths in the last run
  std::vector<Edge> edges_;
  std::vector<std::uint32_t> level_;
  std::vector<Vertex> queue_;
  std::vector<bool> ends_;
};

DisjointPaths::DisjointPaths(Graph const& graph) : flow_(std::make_unique<Flow>(graph)) {}
DisjointPaths::~DisjointPaths() = default;
DisjointPaths::DisjointPaths(DisjointPaths&&) noexcept = default;
DisjointPaths& DisjointPaths::operator=(DisjointPaths&&) noexcept = default;

std::uint64_t DisjointPaths::count(Vertex from, Vertex to, std::uint64_t enough) {
  return flow_->run(from, to, enough);
}

std::uint64_t arc_disjoint_paths(Graph const& graph, Vertex from, Vertex to, std::uint64_t enough) {
  return DisjointPaths(graph).count(from, to, enough);
}

namespace {

using Pair = std::pair<Vertex, Vertex>;

/// Returns the minimum flow over the pairs, at most `max`.
std::uint64_t min_flow(Graph const& graph, std::vector<Pair> const& pairs, std::uint64_t max,
                       Progress& progress) {
  std::atomic<std::uint64_t> min{max};
  auto const stands = without_ends(graph);
  std::vector<std::optional<DisjointPaths>> flows(num_threads());
  progress.start("connectivity", pairs.size(), "flows");
  parallel_for(pairs.size(), [&](std::size_t i, unsigned worker) {
    if (!flows[worker]) flows[worker].emplace(stands);
    auto const flow = flows[worker]->count(pairs[i].first, pairs[i].second, min);
    for (auto known = min.load(); flow < known && !min.compare_exchange_weak(known, flow);) {}
    progress.advance();
  });
  progress.finish();
  return min;
}

/// Returns a dominating set: every vertex is in it or has a neighbor in it.
std::vector<Vertex> dominating_set(Graph const& graph) {
  std::vector<Vertex> chosen;
  std::vector<bool> covered(graph.num_vertices(), false);
  for (Vertex v = 0; v < graph.num_vertices(); ++v) {
    if (covered[v]) continue;
    chosen.push_back(v);
    covered[v] = true;
    for (auto const head : graph.heads(v)) covered[head] = true;
  }
  return chosen;
}

}  // namespace

std::uint64_t edge_connectivity(Graph const& graph, Progress& progress) {
  auto const max = degree_range(graph).min;
  auto const chosen = dominating_set(graph);
  std::vector<Pair> pairs;
  for (std::size_t i = 1; i < chosen.size(); ++i) pairs.emplace_back(chosen[0], chosen[i]);
  return min_flow(graph, pairs, max, progress);
}

std::uint64_t arc_connectivity(Graph const& graph, Progress& progress) {
  auto const n = static_cast<Vertex>(graph.num_vertices());
  auto const max = std::min(degree_range(graph).min, degree_range(transposed(graph)).min);
  std::vector<Pair> pairs;
  for (Vertex v = 0; v < n; ++v) pairs.emplace_back(v, v + 1 < n ? v + 1 : 0);
  return min_flow(graph, pairs, max, progress);
}

}  // namespace weft
