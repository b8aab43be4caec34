// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "weft/core/interrupt.hpp"
#include "weft/core/memory.hpp"
#include "weft/graph/graph_file.hpp"
#include "weft/topology/channel_groups.hpp"

namespace weft {

/// Returns the kind of router `r` for a graph file. The topology must have nodes.
template <class T>
FileVertex vertex_of(T const& topology, RouterId r) {
  if (is_host(topology, r)) return FileVertex::host;
  return topology.is_node(r) ? FileVertex::node : FileVertex::router;
}

/// Converts the working part of a topology to a graph file: a vertex per router; every link once if all
/// channels have a reverse, otherwise every channel; bandwidths, latencies, channel classes, the kind of each
/// vertex, and the number of terminals that inject at each router. Omits failed routers and their terminals
/// and renumbers the other routers, with their old numbers as names if they are unnamed.
/// `failures.router_failed(RouterId)` and `failures.channel_failed(ChannelId)` define the failures. Throws
/// InputError if the graph does not fit in memory.
template <Topology T, class Failures>
GraphFile graph_file_of(T const& topology, Failures const& failures) {
  bool const links = is_bidirectional(topology);
  auto const groups = channel_groups(topology);
  auto const routers = topology.num_routers();
  auto const what = "the graph of " + std::to_string(routers) + " routers";
  std::uint64_t const bytes_per_router = 12;  // number, left and terminals
  require_memory(routers * bytes_per_router, what);
  auto const max_links = num_channels(topology) / (links ? 2 : 1);
  require_memory(routers * bytes_per_router + max_links * sizeof(FileLink), what);
  GraphFile graph{.directed = !links};
  graph.links.reserve(max_links);
  for (auto const& each : topology.classes()) graph.classes.push_back(each.name);
  if constexpr (requires { topology.names(); }) graph.names = topology.names();
  if constexpr (SpecifiesRates<T>) graph.rate = 8 * topology.unit_rate();
  std::vector<std::uint32_t> number(routers), left;
  for (std::uint64_t i = 0; i < routers; ++i) {
    auto const r = static_cast<std::uint32_t>(i);
    number[r] = static_cast<std::uint32_t>(left.size());
    if (!failures.router_failed(RouterId{r})) left.push_back(r);
  }
  graph.vertices = left.size();
  graph.terminals.reserve(left.size());
  InterruptCheck check_for_interrupt;
  for (auto const v : left) {
    check_for_interrupt();
    RouterId const r{v};
    auto const terminals = topology.terminals_at(r);
    graph.terminals.push_back(terminals.count);
    if constexpr (HasNodes<T>)
      if (topology.num_nodes() > 0) graph.kinds.push_back(vertex_of(topology, r));
    if constexpr (SpecifiesRates<T>)
      if (auto const& all = topology.terminal_bandwidths(); !all.empty())
        graph.terminal_weights.insert(graph.terminal_weights.end(), all.begin() + terminals.first.v,
                                      all.begin() + terminals.first.v + terminals.count);
    if constexpr (SpecifiesInjection<T>)
      if (topology.injection() > 0)
        graph.terminal_weights.insert(graph.terminal_weights.end(), terminals.count, topology.injection());
    if constexpr (SpecifiesLatencies<T>)
      if (auto const& all = topology.terminal_latencies(); !all.empty())
        graph.terminal_latencies.insert(graph.terminal_latencies.end(), all.begin() + terminals.first.v,
                                        all.begin() + terminals.first.v + terminals.count);
    for (std::uint16_t p = 0, ports = topology.degree(r); p < ports; ++p) {
      auto const far = topology.neighbor(r, {p});
      if (links && std::pair(far.router, far.port) < std::pair(r, PortId{p})) continue;
      if (failures.channel_failed(ChannelId{r, {p}})) continue;
      auto const& group = groups[group_of(topology, r, {p})];
      graph.links.push_back({number[v], number[far.router.v], group.bandwidth, group.of_class.v});
      if constexpr (SpecifiesLatencies<T>)
        if (topology.has_latencies()) {
          graph.links.back().latency = topology.latency(r, {p});
          if (links) graph.links.back().latency_back = topology.latency(far.router, far.port);
        }
    }
  }
  if (left.size() == routers) return graph;
  std::vector<std::string> names;
  for (auto const r : left) names.push_back(graph.names.empty() ? std::to_string(r) : graph.names[r]);
  graph.names = std::move(names);
  return graph;
}

/// Converts the complete topology to a graph file.
template <Topology T>
GraphFile graph_file_of(T const& topology) {
  struct None {
    bool router_failed(RouterId) const { return false; }
    bool channel_failed(ChannelId const&) const { return false; }
  };
  return graph_file_of(topology, None{});
}

}  // namespace weft
