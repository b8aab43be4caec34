#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <numeric>
#include <optional>
#include <vector>

#include "weft/core/parallel.hpp"
#include "weft/graph/graph.hpp"
#include "weft/topology/metric/capacity_reading.hpp"
#include "weft/topology/metric/known_metrics.hpp"
#include "weft/topology/topology.hpp"

namespace weft {

/// What metrics need of a topology; its type is forgotten, so that they are compiled once. The functions build what they
/// return anew; none is called for a topology that is too large for it.
struct Subject {
  std::uint64_t vertices = 0;  ///< routers, and computing nodes that have network ports
  std::uint64_t nodes = 0;     ///< those of the vertices that are computing nodes
  std::uint64_t terminals = 0;
  bool bidirectional = false, vertex_transitive = false;
  KnownMetrics known;
  std::uint64_t channels = 0;
  std::uint32_t radix = 0;         ///< most ports of a router, terminals included
  double injection_bandwidth = 0;  ///< least of the outgoing bandwidth of a router per terminal of its own
  std::optional<std::uint32_t> terminals_per_vertex;  ///< where equal
  std::optional<double> bandwidth;                    ///< of every channel, where equal
  std::vector<CapacityReading> capacity_readings;     ///< those of the literature, where there are any
  std::function<double()> total_bandwidth;            ///< of all channels but self loops
  std::function<Graph()> graph;                       ///< an arc per channel, by router and port
  std::function<std::vector<double>()> bandwidths;    ///< of the channels, in that order
  std::function<std::vector<std::uint32_t>()> terminals_at;
  std::function<std::vector<std::uint64_t>()> vertices_at_distance;  ///< 0, 1, .. from router 0
};

/// The total bandwidth without looking at any channel, where that is possible.
inline std::optional<double> known_total_bandwidth(Subject const& subject) {
  if (!subject.bandwidth || !subject.known.loops) return {};
  auto const loops = *subject.known.loops * (subject.bidirectional ? 2 : 1);
  return *subject.bandwidth * static_cast<double>(subject.channels - loops);
}

namespace detail {

template <Topology T>
double bandwidth_of(T const& topology, std::vector<ChannelClass> const& classes, RouterId r, PortId p) {
  if constexpr (PerChannelBandwidth<T>)
    return topology.bandwidth(r, p);
  else
    return classes[topology.class_of(r, p).v].bandwidth;
}

template <Topology T>
Graph graph_of(T const& topology) {
  auto const n = topology.num_routers();
  std::vector<std::uint64_t> first(n + 1, 0);
  for (std::uint64_t r = 0; r < n; ++r)
    first[r + 1] = first[r] + topology.degree({static_cast<std::uint32_t>(r)});
  std::vector<Vertex> heads(first.back());
  parallel_chunks(n, 4096, [&](std::size_t begin, std::size_t end, unsigned) {
    for (auto r = begin; r < end; ++r)
      for (auto arc = first[r]; arc < first[r + 1]; ++arc)
        heads[arc] =
            topology.neighbor({static_cast<std::uint32_t>(r)}, {static_cast<std::uint16_t>(arc - first[r])})
                .router.v;
  });
  return {std::move(first), std::move(heads)};
}

template <Topology T>
std::vector<double> bandwidths_of(T const& topology) {
  auto const classes = topology.classes();
  std::vector<double> bandwidths;
  for (std::uint64_t i = 0; i < topology.num_routers(); ++i) {
    RouterId const r{static_cast<std::uint32_t>(i)};
    for (std::uint16_t p = 0, ports = topology.degree(r); p < ports; ++p)
      bandwidths.push_back(bandwidth_of(topology, classes, r, {p}));
  }
  return bandwidths;
}

/// Without self loops, in chunks that do not depend on the threads.
template <Topology T>
double total_bandwidth(T const& topology, bool all_alike) {
  if (topology.num_routers() == 0) return 0;
  constexpr std::size_t chunk = 4096;
  auto const classes = topology.classes();
  auto const looked_at = all_alike ? std::uint64_t{1} : topology.num_routers();
  std::vector<double> sums((looked_at + chunk - 1) / chunk, 0);
  parallel_chunks(looked_at, chunk, [&](std::size_t begin, std::size_t end, unsigned) {
    auto& sum = sums[begin / chunk];
    for (auto i = begin; i < end; ++i) {
      RouterId const r{static_cast<std::uint32_t>(i)};
      for (std::uint16_t p = 0, ports = topology.degree(r); p < ports; ++p)
        if (topology.neighbor(r, {p}).router != r) sum += bandwidth_of(topology, classes, r, {p});
    }
  });
  return std::accumulate(sums.begin(), sums.end(), 0.0) *
         static_cast<double>(topology.num_routers() / looked_at);
}

/// Breadth first over the topology itself.
template <Topology T>
std::vector<std::uint64_t> vertices_at_distance(T const& topology) {
  std::vector<bool> reached(topology.num_routers(), false);
  std::vector<RouterId> ring{{0}}, next;
  reached[0] = true;
  std::vector<std::uint64_t> counts;
  for (; !ring.empty(); ring.swap(next)) {
    counts.push_back(ring.size());
    next.clear();
    for (auto const r : ring)
      for (std::uint16_t p = 0, ports = topology.degree(r); p < ports; ++p)
        if (auto const head = topology.neighbor(r, {p}).router; !reached[head.v]) {
          reached[head.v] = true;
          next.push_back(head);
        }
  }
  return counts;
}

/// The counts that are sums or extremes over the routers.
template <Topology T>
void count_ports(T const& topology, Subject& subject) {
  auto const classes = topology.classes();
  auto const looked_at = subject.vertex_transitive ? std::uint64_t{1} : subject.vertices;
  std::vector<Subject> parts(num_threads());
  for (auto& part : parts) part.injection_bandwidth = -1;
  std::atomic<bool> equal{true};
  auto const each = topology.terminals_at({0}).count;
  parallel_chunks(looked_at, 4096, [&](std::size_t begin, std::size_t end, unsigned worker) {
    auto& part = parts[worker];
    for (auto i = begin; i < end; ++i) {
      RouterId const r{static_cast<std::uint32_t>(i)};
      auto const ports = topology.degree(r);
      auto const terminals = topology.terminals_at(r).count;
      part.channels += ports;
      part.radix = std::max(part.radix, ports + terminals);
      if (terminals != each) equal = false;
      if (terminals == 0) continue;
      double bandwidth = 0;
      for (std::uint16_t p = 0; p < ports; ++p)
        if (topology.neighbor(r, {p}).router != r) bandwidth += bandwidth_of(topology, classes, r, {p});
      bandwidth /= terminals;
      if (part.injection_bandwidth < 0 || bandwidth < part.injection_bandwidth)
        part.injection_bandwidth = bandwidth;
    }
  });
  double least = -1;
  for (auto const& part : parts) {
    subject.channels += part.channels * (subject.vertices / looked_at);
    subject.radix = std::max(subject.radix, part.radix);
    if (part.injection_bandwidth >= 0 && (least < 0 || part.injection_bandwidth < least))
      least = part.injection_bandwidth;
  }
  subject.injection_bandwidth = std::max(least, 0.0);
  if (equal) subject.terminals_per_vertex = each;
}

}  // namespace detail

template <Topology T>
Subject make_subject(T const& topology) {
  Subject subject;
  subject.vertices = topology.num_routers();
  if constexpr (HasNodes<T>) subject.nodes = topology.num_nodes();
  subject.terminals = topology.num_terminals();
  subject.bidirectional = is_bidirectional(topology);
  subject.vertex_transitive = VertexTransitive<T>;
  if constexpr (KnowsMetrics<T>) subject.known = topology.known();
  if constexpr (KnowsDiameter<T>)
    if (!subject.known.diameter) subject.known.diameter = topology.diameter();
  if (subject.vertices > 0) detail::count_ports(topology, subject);
  if constexpr (!PerChannelBandwidth<T>) {
    auto const classes = topology.classes();
    auto const other = [&](ChannelClass const& each) { return each.bandwidth != classes[0].bandwidth; };
    if (!classes.empty() && std::ranges::none_of(classes, other)) subject.bandwidth = classes[0].bandwidth;
  }
  auto const shared = std::make_shared<T const>(topology);
  subject.graph = [shared] { return detail::graph_of(*shared); };
  subject.bandwidths = [shared] { return detail::bandwidths_of(*shared); };
  if constexpr (KnowsCapacity<T>) subject.capacity_readings = topology.capacity_readings();
  subject.total_bandwidth = [shared] { return detail::total_bandwidth(*shared, VertexTransitive<T>); };
  subject.vertices_at_distance = [shared] { return detail::vertices_at_distance(*shared); };
  subject.terminals_at = [shared] {
    std::vector<std::uint32_t> counts(shared->num_routers());
    for (std::uint32_t r = 0; r < counts.size(); ++r) counts[r] = shared->terminals_at({r}).count;
    return counts;
  };
  return subject;
}

}  // namespace weft
