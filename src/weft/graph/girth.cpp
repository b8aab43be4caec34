#include "weft/graph/girth.hpp"

#include <algorithm>
#include <atomic>
#include <numeric>

#include "weft/core/parallel.hpp"
#include "weft/graph/order.hpp"

namespace weft {
namespace {

/// Breadth-first searches that stop as soon as they cannot find a shorter cycle. Resets by the list of the
/// vertices reached.
class CycleSearch {
 public:
  CycleSearch(Graph const& graph, bool directed)
      : graph_(graph),
        directed_(directed),
        hops_(graph.num_vertices(), unreachable),
        parent_(graph.num_vertices()) {}

  /// A cycle through the start, or in undirected graphs one no longer than that found during the search, if
  /// shorter than `best`; else `best`.
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
  std::uint32_t const least = directed ? 2 : 3;
  auto const size = starts.empty() ? graph.num_vertices() : starts.size();
  std::atomic<std::uint32_t> best{unreachable};
  std::vector<std::vector<CycleSearch>> searches(num_threads());
  progress.start("shortest cycle", size, "searches");
  parallel_chunks(size, chunk, [&](std::size_t begin, std::size_t end, unsigned worker) {
    progress.advance(end - begin);
    if (best <= least) return;
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
