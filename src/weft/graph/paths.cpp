// SPDX-License-Identifier: Apache-2.0
#include "weft/graph/paths.hpp"

#include <algorithm>
#include <limits>

#include "weft/core/parallel.hpp"
#include "weft/graph/order.hpp"
#include "weft/graph/path_count_search.hpp"

namespace weft {
namespace {

constexpr std::size_t parts = 16;  // fixed, so that sums do not depend on the number of threads

/// Processes one source at a time and adds to the sums of its part.
class Counting {
 public:
  Counting(Graph const& graph, std::span<std::uint32_t const> weights)
      : graph_(graph),
        weights_(weights),
        search_(graph),
        passing_(graph.num_vertices()),
        load(graph.num_arcs(), 0.0) {}

  void from(Vertex source) {
    search_.run(source);
    for (std::size_t i = 1; i < search_.order.size(); ++i) {
      sum += search_.paths[search_.order[i]];
      min = std::min(min, search_.paths[search_.order[i]]);
    }
    pairs += search_.order.size() - 1;
    if (weight(source) > 0) accumulate(weight(source));
  }

 private:
  double weight(Vertex v) const { return weights_.empty() ? 1.0 : weights_[v]; }

  /// Accumulates the traffic through or to each vertex, in descending order of distance.
  void accumulate(double of_source) {
    for (std::size_t i = search_.order.size(); i-- > 0;) {
      auto const at = search_.order[i];
      double through = 0;
      auto arc = graph_.first()[at];
      bool const leads_on = i == 0 || graph_.passes(at);
      for (auto const head : graph_.heads(at)) {
        if (leads_on && search_.hops[head] == search_.hops[at] + 1) {
          auto const share = search_.paths[at] / search_.paths[head] * passing_[head];
          load[arc] += share;
          through += share;
        }
        ++arc;
      }
      passing_[at] = through + of_source * weight(at);
    }
  }

  Graph const& graph_;
  std::span<std::uint32_t const> weights_;
  PathCountSearch search_;
  std::vector<double> passing_;

 public:
  std::vector<double> load;
  double sum = 0, min = std::numeric_limits<double>::infinity();
  std::uint64_t pairs = 0;
};

}  // namespace

PathCounts count_paths(Graph const& graph, std::span<std::uint32_t const> weights, Progress& progress) {
  auto const n = graph.num_vertices();
  std::vector<Counting> countings(std::min<std::size_t>(parts, n), Counting(graph, weights));
  progress.start("shortest paths", n, "searches");
  parallel_for(countings.size(), [&](std::size_t part, unsigned) {
    for (auto source = part; source < n; source += countings.size()) {
      countings[part].from(static_cast<Vertex>(source));
      progress.advance();
    }
  });
  progress.finish();
  PathCounts result;
  result.load.assign(graph.num_arcs(), 0.0);
  std::uint64_t pairs = 0;
  for (auto const& part : countings) {
    for (std::size_t arc = 0; arc < part.load.size(); ++arc) result.load[arc] += part.load[arc];
    result.mean += part.sum;
    result.min = pairs == 0 ? part.min : std::min(result.min, part.min);
    pairs += part.pairs;
  }
  if (pairs > 0)
    result.mean /= static_cast<double>(pairs);
  else
    result.min = 0;
  return result;
}

double max_load(PathCounts const& paths, std::span<double const> capacity) {
  double max = 0;
  for (std::size_t arc = 0; arc < paths.load.size(); ++arc)
    max = std::max(max, paths.load[arc] / (capacity.empty() ? 1.0 : capacity[arc]));
  return max;
}

}  // namespace weft
