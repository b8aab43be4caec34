#include "weft/graph/girth.hpp"

#include <algorithm>
#include <atomic>
#include <numeric>

#include "weft/core/parallel.hpp"
#include "weft/graph/order.hpp"

namespace weft {
namespace {

/// Breadth-first searches that stop as soon as they cannot find a shorter cycle. Forgets by the list of what it reached.
class CycleSearch {
 public:
  explicit CycleSearch(Graph const& graph)
      : graph_(graph), hops_(graph.num_vertices(), unreachable), parent_(graph.num_vertices()) {}

  /// A cycle through v, or one no longer than that found on the way, if shorter than `best`; else `best`.
  std::uint32_t undirected(Vertex start, std::uint32_t best) {
    begin(start);
    for (std::size_t i = 0; i < queue_.size(); ++i) {
      auto const at = queue_[i];
      if (2 * hops_[at] + 1 >= best) break;
      for (auto const head : graph_.heads(at)) {
        if (head == parent_[at]) continue;
        if (hops_[head] == unreachable)
          reach(head, at);
        else
          best = std::min(best, hops_[at] + hops_[head] + 1);
      }
    }
    end();
    return best;
  }

  std::uint32_t directed(Vertex start, std::uint32_t best) {
    begin(start);
    for (std::size_t i = 0; i < queue_.size(); ++i) {
      auto const at = queue_[i];
      if (hops_[at] + 1 >= best) break;
      for (auto const head : graph_.heads(at)) {
        if (hops_[head] == unreachable) reach(head, at);
        if (head == start && at != start) best = std::min(best, hops_[at] + 1);
      }
    }
    end();
    return best;
  }

 private:
  void begin(Vertex start) { reach(start, start); }
  void reach(Vertex v, Vertex from) {
    hops_[v] = queue_.empty() ? 0 : hops_[from] + 1;
    parent_[v] = from;
    queue_.push_back(v);
  }
  void end() {
    for (auto const v : queue_) hops_[v] = unreachable;
    queue_.clear();
  }

  Graph const& graph_;
  std::vector<std::uint32_t> hops_;
  std::vector<Vertex> parent_, queue_;
};

template <class Find>
std::uint32_t shortest_cycle(Graph const& graph, std::span<Vertex const> starts, std::uint32_t least,
                             Progress& progress, Find find) {
  constexpr std::size_t chunk = 64;
  auto const size = starts.empty() ? graph.num_vertices() : starts.size();
  std::atomic<std::uint32_t> best{unreachable};
  std::vector<std::vector<CycleSearch>> searches(num_threads());
  progress.start("shortest cycle", size, "searches");
  parallel_chunks(size, chunk, [&](std::size_t begin, std::size_t end, unsigned worker) {
    progress.advance(end - begin);
    if (best <= least) return;
    if (searches[worker].empty()) searches[worker].emplace_back(graph);
    for (auto i = begin; i < end; ++i) {
      auto const found =
          find(searches[worker][0], starts.empty() ? static_cast<Vertex>(i) : starts[i], best.load());
      for (auto known = best.load(); found < known && !best.compare_exchange_weak(known, found);) {}
    }
  });
  progress.finish();
  return best == unreachable ? 0 : best.load();
}

}  // namespace

std::uint32_t girth(Graph const& graph, std::span<Vertex const> starts, Progress& progress) {
  return shortest_cycle(graph, starts, 3, progress, [](CycleSearch& search, Vertex v, std::uint32_t best) {
    return search.undirected(v, best);
  });
}

std::uint32_t directed_girth(Graph const& graph, std::span<Vertex const> starts, Progress& progress) {
  return shortest_cycle(graph, starts, 2, progress, [](CycleSearch& search, Vertex v, std::uint32_t best) {
    return search.directed(v, best);
  });
}

}  // namespace weft
