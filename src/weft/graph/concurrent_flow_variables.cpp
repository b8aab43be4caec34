// SPDX-License-Identifier: Apache-2.0
#include "weft/graph/concurrent_flow.hpp"

namespace weft {

std::uint64_t concurrent_flow_variables(Graph const& graph, std::span<std::uint32_t const> weights) {
  std::uint64_t sources = 0;
  for (auto const weight : weights) sources += weight > 0;
  return (weights.empty() ? graph.num_vertices() : sources) * graph.num_arcs() + 1;
}

}  // namespace weft
