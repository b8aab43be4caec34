// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "weft/graph/graph.hpp"
#include "weft/topology/metric/known_metrics.hpp"

namespace weft {

/// The sizes of a topology, and functions that return its channels as arrays. Type-erased, so that metrics
/// are compiled once. Each function call builds its result; do not call them for a topology that is too
/// large.
struct TopologyFacts {
  std::uint64_t vertices = 0;  ///< routers, and computing nodes that have network ports
  std::uint64_t nodes = 0;     ///< vertices that are computing nodes
  std::uint64_t terminals = 0;
  bool bidirectional = false, vertex_transitive = false;
  KnownMetrics known;
  std::uint64_t channels = 0;
  std::uint32_t radix = 0;  ///< maximum number of ports of a router, including terminals
  /// Minimum over routers: outgoing bandwidth per attached terminal, limited to the bandwidth that the
  /// topology specifies for a terminal
  double injection_bandwidth = 0;
  double terminal_bandwidth = 1;  ///< bandwidth of the link between a terminal and its router
  std::optional<std::uint32_t> terminals_per_vertex;  ///< set if uniform
  std::optional<double> bandwidth;                    ///< bandwidth of every channel, if uniform
  std::vector<CapacityReading> capacity_readings;     ///< definitions in the literature; may be empty
  std::function<double()> total_bandwidth;            ///< sum over all channels except self loops
  std::function<Graph()>
      graph;  ///< an arc per channel, by router and port; hosts with several channels are ends
  std::function<std::vector<double>()> bandwidths;  ///< one per channel, in the same order
  std::function<std::vector<std::uint32_t>()> terminals_at;
  std::function<std::vector<std::uint64_t>()> vertices_at_distance;  ///< 0, 1, .. from router 0
};

/// Returns the total bandwidth if it follows from the facts, without visiting the channels; otherwise
/// nullopt.
inline std::optional<double> known_total_bandwidth(TopologyFacts const& facts) {
  if (!facts.bandwidth || !facts.known.loops) return {};
  auto const loops = *facts.known.loops * (facts.bidirectional ? 2 : 1);
  return *facts.bandwidth * static_cast<double>(facts.channels - loops);
}

}  // namespace weft
