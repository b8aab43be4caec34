#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "weft/core/error.hpp"
#include "weft/graph/graph_file.hpp"
#include "weft/io/graph/rate_names.hpp"

namespace weft {

/// The links of a graph by the unit of their bandwidths: relative to 1, or bit/s.
class LinkRates {
 public:
  /// `which`: the position of the name in rate_names.
  void add(std::size_t link, std::size_t which) {
    (rate_names[which].bits > 0 ? in_bits_ : relative_).push_back(link);
  }
  /// If links have bit/s, sets the rate of weight 1, which terminals have, to that of the fastest, and
  /// divides their weights by it. Links without a rate get that of the slowest. Throws InputError without a
  /// place if the graph also has relative bandwidths.
  void state(GraphFile& graph) const {
    if (in_bits_.empty()) return;
    if (graph.rate > 0 || !relative_.empty())
      throw InputError("bandwidths relative to 1 and in bit/s", "a graph has either");
    auto slowest = graph.links[in_bits_.front()].weight;
    for (auto const i : in_bits_) {
      slowest = std::min(slowest, graph.links[i].weight);
      graph.rate = std::max(graph.rate, graph.links[i].weight);
    }
    std::vector<double> weights(graph.links.size(), slowest / graph.rate);
    for (auto const i : in_bits_) weights[i] = graph.links[i].weight / graph.rate;
    for (std::size_t i = 0; i < weights.size(); ++i) graph.links[i].weight = weights[i];
  }

 private:
  std::vector<std::size_t> in_bits_, relative_;
};

}  // namespace weft
