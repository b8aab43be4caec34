#pragma once

#include <utility>

#include "weft/graph/graph_file.hpp"
#include "weft/topology/topology.hpp"

namespace weft {

/// The topology as a file holds it: a vertex per router; every link once where all channels have a reverse, else every
/// channel; bandwidths, channel classes, and at each router the terminals that inject there.
template <Topology T>
GraphFile graph_file_of(T const& topology) {
  bool const links = is_bidirectional(topology);
  auto const classes = topology.classes();
  GraphFile graph{.directed = !links, .vertices = topology.num_routers()};
  for (auto const& each : classes) graph.classes.push_back(each.name);
  if constexpr (requires { topology.names(); }) graph.names = topology.names();
  graph.terminals.reserve(graph.vertices);
  for (std::uint64_t i = 0; i < graph.vertices; ++i) {
    RouterId const r{static_cast<std::uint32_t>(i)};
    graph.terminals.push_back(topology.terminals_at(r).count);
    for (std::uint16_t p = 0, ports = topology.degree(r); p < ports; ++p) {
      auto const far = topology.neighbor(r, {p});
      if (links && std::pair(far.router, far.port) < std::pair(r, PortId{p})) continue;
      auto const channel_class = topology.class_of(r, {p}).v;
      double weight = classes[channel_class].bandwidth;
      if constexpr (PerChannelBandwidth<T>) weight = topology.bandwidth(r, {p});
      graph.links.push_back({r.v, far.router.v, weight, channel_class});
    }
  }
  return graph;
}

}  // namespace weft
