// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "weft/graph/graph.hpp"
#include "weft/topology/metric/known_metrics.hpp"

namespace weft {

/// The numbers of a topology and its channels as arrays. Its type is erased, so that metrics are compiled
/// once. The functions build what they return at each call; call none for a topology that is too large for
/// it.
struct TopologyFacts {
  std::uint64_t vertices = 0;  ///< routers, and computing nodes that have network ports
  std::uint64_t nodes = 0;     ///< those of the vertices that are computing nodes
  std::uint64_t terminals = 0;
  bool bidirectional = false, vertex_transitive = false;
  KnownMetrics known;
  std::uint64_t channels = 0;
  std::uint32_t radix = 0;         ///< maximum ports of a router, terminals included
  double injection_bandwidth = 0;  ///< minimum over routers: outgoing bandwidth per terminal of its own, at
                                   ///< most the bandwidth that the topology states for a terminal
  double terminal_bandwidth = 1;   ///< of the link between a terminal and its router
  std::optional<std::uint32_t> terminals_per_vertex;  ///< where equal
  std::optional<double> bandwidth;                    ///< of every channel, where equal
  std::vector<CapacityReading> capacity_readings;     ///< those of the literature, where there are any
  std::function<double()> total_bandwidth;            ///< of all channels but self loops
  std::function<Graph()>
      graph;  ///< an arc per channel, by router and port; hosts of several channels are ends
  std::function<std::vector<double>()> bandwidths;  ///< of the channels, in that order
  std::function<std::vector<std::uint32_t>()> terminals_at;
  std::function<std::vector<std::uint64_t>()> vertices_at_distance;  ///< 0, 1, .. from router 0
};

/// The total bandwidth without visiting the channels, where possible.
inline std::optional<double> known_total_bandwidth(TopologyFacts const& facts) {
  if (!facts.bandwidth || !facts.known.loops) return {};
  auto const loops = *facts.known.loops * (facts.bidirectional ? 2 : 1);
  return *facts.bandwidth * static_cast<double>(facts.channels - loops);
}

}  // namespace weft
