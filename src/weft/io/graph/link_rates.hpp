#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "weft/core/error.hpp"
#include "weft/graph/graph_file.hpp"
#include "weft/io/graph/rate_names.hpp"

namespace weft {

/// By which names the links of a graph state their bandwidths.
class LinkRates {
 public:
  /// `which`: the position of the name in rate_names.
  void add(std::size_t link, std::size_t which) {
    (rate_names[which].bits > 0 ? in_bits_ : relative_).push_back(link);
  }
  /// The rate of weight 1: that of the slowest link whose rate is known in bit/s, or that of the graph. Links
  /// without a rate are like the slowest. Throws InputError without a place for a graph that has both.
  void state(GraphFile& graph) const {
    if (in_bits_.empty()) return;
    if (graph.rate > 0 || !relative_.empty())
      throw InputError("bandwidths relative to 1 and in bit/s", "a graph has either");
    graph.rate = graph.links[in_bits_.front()].weight;
    for (auto const i : in_bits_) graph.rate = std::min(graph.rate, graph.links[i].weight);
    for (auto const i : in_bits_) graph.links[i].weight /= graph.rate;
  }

 private:
  std::vector<std::size_t> in_bits_, relative_;
};

}  // namespace weft
