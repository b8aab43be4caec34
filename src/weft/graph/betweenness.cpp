// SPDX-License-Identifier: Apache-2.0
#include "weft/graph/betweenness.hpp"

#include <algorithm>

#include "weft/core/parallel.hpp"
#include "weft/graph/path_count_search.hpp"

namespace weft {
namespace {

constexpr std::size_t sources_per_pass = 32;
constexpr std::size_t sums_per_chunk = 4096;

/// The arcs that enter each vertex: the tail, and the number of the arc in the graph.
struct Entering {
  explicit Entering(Graph const& graph) : tails(transposed(graph)), arcs(graph.num_arcs()) {
    std::vector<std::uint64_t> next(tails.first().begin(), tails.first().end());
    for (std::uint64_t arc = 0; arc < graph.num_arcs(); ++arc) arcs[next[graph.all_heads()[arc]]++] = arc;
  }
  Graph tails;
  std::vector<std::uint64_t> arcs;
};

/// Computes what the shortest paths from one source add to the sums.
class OneSource {
 public:
  OneSource(Graph const& graph, Entering const& entering)
      : entering_(entering), search_(graph, true), depending_(graph.num_vertices()) {}

  void add_vertices(Vertex source, bool with_ends, std::vector<double>& sums) {
    accumulate(source, [](std::uint64_t, double) {});
    std::ranges::fill(sums, 0.0);
    for (auto const v : search_.order)
      if (v != source) sums[v] = with_ends ? depending_[v] + 1 : depending_[v];
    if (with_ends) sums[source] = static_cast<double>(search_.order.size() - 1);
  }

  void add_edges(Vertex source, EdgesOfArcs edges, std::vector<double>& sums) {
    std::ranges::fill(sums, 0.0);
    accumulate(source, [&](std::uint64_t arc, double share) { sums[edges.edge[arc]] = share; });
  }

 private:
  /// Accumulates the fractions of paths that depend on each vertex, in descending order of distance. Calls
  /// visit(arc, fraction) for each arc of a shortest path.
  template <class Visit>
  void accumulate(Vertex source, Visit visit) {
    search_.run(source);
    std::ranges::fill(depending_, 0.0);
    for (std::size_t i = search_.order.size(); i-- > 0;) {
      auto const at = search_.order[i];
      auto const each = (1 + depending_[at]) / search_.paths[at];
      auto arc = entering_.tails.first()[at];
      for (auto const tail : entering_.tails.heads(at)) {
        if (search_.hops[tail] != unreachable && search_.hops[tail] + 1 == search_.hops[at]) {
          auto const share = search_.paths[tail] * each;
          depending_[tail] += share;
          visit(entering_.arcs[arc], share);
        }
        ++arc;
      }
    }
  }

  Entering const& entering_;
  PathCountSearch search_;
  std::vector<double> depending_;
};

/// Returns `size` sums over all sources: compute(one_source, source, addends) computes the addends of a
/// source. They are added in the order of the sources, whatever the number of threads.
template <class Compute>
std::vector<double> sum_of_sources(Graph const& graph, std::size_t size, Compute compute) {
  auto const n = graph.num_vertices();
  Entering const entering(graph);
  std::vector<OneSource> searches(num_threads(), OneSource(graph, entering));
  std::vector<std::vector<double>> addends(std::min<std::uint64_t>(sources_per_pass, n),
                                           std::vector<double>(size));
  std::vector<double> sums(size, 0.0);
  for (std::uint64_t first = 0; first < n; first += sources_per_pass) {
    auto const batch = std::min<std::uint64_t>(sources_per_pass, n - first);
    parallel_for(batch, [&](std::size_t i, unsigned worker) {
      compute(searches[worker], static_cast<Vertex>(first + i), addends[i]);
    });
    parallel_chunks(size, sums_per_chunk, [&](std::size_t begin, std::size_t end, unsigned) {
      for (std::size_t i = 0; i < batch; ++i)
        for (auto at = begin; at < end; ++at) sums[at] += addends[i][at];
    });
  }
  return sums;
}

}  // namespace

std::vector<double> vertex_betweenness(Graph const& graph, bool with_ends) {
  return sum_of_sources(graph, graph.num_vertices(), [&](OneSource& search, Vertex source, auto& sums) {
    search.add_vertices(source, with_ends, sums);
  });
}

std::vector<double> edge_betweenness(Graph const& graph, EdgesOfArcs edges) {
  return sum_of_sources(graph, edges.count, [&](OneSource& search, Vertex source, auto& sums) {
    search.add_edges(source, edges, sums);
  });
}

}  // namespace weft
