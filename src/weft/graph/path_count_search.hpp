// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "weft/graph/graph.hpp"
#include "weft/graph/search.hpp"

namespace weft {

/// A breadth-first search that counts the shortest paths from a source. Repeated searches reuse the arrays.
class PathCountSearch {
 public:
  /// `ignore_ends`: paths may traverse every vertex, not only the ones that forward (Graph::passes).
  explicit PathCountSearch(Graph const& graph, bool ignore_ends = false)
      : hops(graph.num_vertices()), paths(graph.num_vertices()), graph_(graph), ignore_ends_(ignore_ends) {}

  /// Replaces the result by the result of a search from `source`.
  void run(Vertex source) {
    std::ranges::fill(hops, unreachable);
    std::ranges::fill(paths, 0.0);
    order.assign(1, source);
    hops[source] = 0;
    paths[source] = 1;
    for (std::size_t i = 0; i < order.size(); ++i) {
      auto const at = order[i];
      if (i > 0 && !ignore_ends_ && !graph_.passes(at)) continue;
      for (auto const head : graph_.heads(at)) {
        if (hops[head] == unreachable) {
          hops[head] = hops[at] + 1;
          order.push_back(head);
        }
        if (hops[head] == hops[at] + 1) paths[head] += paths[at];
      }
    }
  }

  std::vector<std::uint32_t> hops;  ///< hops of each vertex from the source, or unreachable
  std::vector<double> paths;        ///< number of shortest paths to each vertex
  std::vector<Vertex> order;        ///< reached vertices, in ascending order of hops

 private:
  Graph const& graph_;
  bool ignore_ends_;
};

}  // namespace weft
