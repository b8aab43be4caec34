// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <atomic>
#include <concepts>
#include <cstdint>
#include <memory>
#include <numeric>
#include <stdexcept>
#include <vector>

#include <fmt/format.h>

#include "weft/core/error.hpp"
#include "weft/core/interrupt.hpp"
#include "weft/core/parallel.hpp"
#include "weft/graph/search.hpp"
#include "weft/network/any_topology.hpp"
#include "weft/network/cables.hpp"
#include "weft/network/cost.hpp"
#include "weft/network/failures.hpp"
#include "weft/network/geometry/grid_geometry.hpp"
#include "weft/network/layout.hpp"
#include "weft/network/network.hpp"
#include "weft/network/picture_plan.hpp"
#include "weft/network/topologies.hpp"
#include "weft/network/topology_facts.hpp"
#include "weft/topology/catalog.hpp"
#include "weft/topology/channel_groups.hpp"
#include "weft/topology/family.hpp"
#include "weft/topology/fits_ports.hpp"
#include "weft/topology/graph_file_of.hpp"
#include "weft/topology/metric/known_metrics.hpp"
#include "weft/topology/shape/grid.hpp"
#include "weft/topology/topology.hpp"

namespace weft {
namespace detail {

template <Topology T>
double bandwidth_of(T const& topology, std::vector<ChannelClass> const& classes, RouterId r, PortId p) {
  if constexpr (PerChannelBandwidth<T>) return topology.bandwidth(r, p);
  return classes[topology.class_of(r, p).v].bandwidth;
}

/// Returns the bandwidth of all classes if it is uniform, otherwise nullopt.
inline std::optional<double> common_bandwidth(std::vector<ChannelClass> const& classes) {
  auto const other = [&](ChannelClass const& each) { return each.bandwidth != classes[0].bandwidth; };
  if (classes.empty() || std::ranges::any_of(classes, other)) return {};
  return classes[0].bandwidth;
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
  Graph graph(std::move(first), std::move(heads));
  if (!has_multihomed_hosts(topology)) return graph;
  std::vector<bool> ends;
  for (std::uint64_t r = 0; r < n; ++r)
    ends.push_back(is_host(topology, RouterId{static_cast<std::uint32_t>(r)}));
  graph.set_ends(std::move(ends));
  return graph;
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

/// Returns the total bandwidth of the channels, excluding self loops. Sums in chunks that do not depend on
/// the number of threads.
template <Topology T>
double total_bandwidth(T const& topology, bool all_alike) {
  if (topology.num_routers() == 0) return 0;
  constexpr std::size_t chunk = 4096;
  auto const classes = topology.classes();
  auto const visited = all_alike ? std::uint64_t{1} : topology.num_routers();
  std::vector<double> sums((visited + chunk - 1) / chunk, 0);
  parallel_chunks(visited, chunk, [&](std::size_t begin, std::size_t end, unsigned) {
    auto& sum = sums[begin / chunk];
    for (auto i = begin; i < end; ++i) {
      RouterId const r{static_cast<std::uint32_t>(i)};
      for (std::uint16_t p = 0, ports = topology.degree(r); p < ports; ++p)
        if (topology.neighbor(r, {p}).router != r) sum += bandwidth_of(topology, classes, r, {p});
    }
  });
  return std::accumulate(sums.begin(), sums.end(), 0.0) *
         static_cast<double>(topology.num_routers() / visited);
}

/// Returns the number of routers at distance 0, 1, .. from router 0.
template <Topology T>
std::vector<std::uint64_t> vertices_at_distance(T const& topology) {
  auto const found = breadth_first(topology.num_routers(), {0}, [&](Vertex r, auto step) {
    for (std::uint16_t p = 0, ports = topology.degree({r}); p < ports; ++p)
      step(topology.neighbor({r}, {p}).router.v);
  });
  std::vector<std::uint64_t> counts;
  for (auto const r : found.order) {
    if (found.hops[r] == counts.size()) counts.push_back(0);
    ++counts.back();
  }
  return counts;
}

/// Throws InputError if more channels would have to be visited than arrays can store, which would take
/// minutes or longer.
template <Topology T>
void require_countable(T const& topology, std::uint64_t routers) {
  constexpr std::uint64_t max_channels = std::uint64_t{1} << 36;
  std::uint64_t const ports = topology.degree({0});
  if (routers * ports > max_channels)
    throw InputError(fmt::format("{} routers with about {} ports are too many", routers, ports),
                     "counting the channels one by one takes minutes to days", "choose a smaller network",
                     "topology");
}

/// Computes the counts that are sums or extremes over routers.
template <Topology T>
void count_ports(T const& topology, TopologyFacts& facts) {
  auto const classes = topology.classes();
  auto const visited = facts.vertex_transitive ? std::uint64_t{1} : facts.vertices;
  require_countable(topology, visited);
  std::vector<TopologyFacts> parts(num_threads());
  for (auto& part : parts) part.injection_bandwidth = -1;
  std::atomic<bool> equal{true};
  auto const each = topology.terminals_at({0}).count;
  parallel_chunks(visited, 4096, [&](std::size_t begin, std::size_t end, unsigned worker) {
    throw_if_interrupted();
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
  double min = -1;
  for (auto const& part : parts) {
    facts.channels += part.channels * (facts.vertices / visited);
    facts.radix = std::max(facts.radix, part.radix);
    if (part.injection_bandwidth >= 0 && (min < 0 || part.injection_bandwidth < min))
      min = part.injection_bandwidth;
  }
  facts.injection_bandwidth = std::max(min, 0.0);
  if (equal && facts.terminals == facts.vertices * each) facts.terminals_per_vertex = each;
}

/// Computes the counts from closed forms if all routers have the same number of terminals and all channels
/// the same bandwidth. Returns false if the topology has no closed forms.
template <Topology T>
bool count_ports_by_formula(T const& topology, TopologyFacts& facts) {
  if constexpr (HasPortCounts<T>) {
    auto const counts = topology.port_counts();
    facts.channels = counts.channels;
    facts.radix = counts.radix;
    facts.injection_bandwidth = counts.injection_bandwidth;
    facts.terminals_per_vertex = topology.terminals_at({0}).count;
    return true;
  }
  if constexpr (PerChannelBandwidth<T>) return false;
  auto const& known = facts.known;
  auto const bandwidth = common_bandwidth(topology.classes());
  auto const each = topology.terminals_at({0}).count;
  if (!bandwidth || facts.terminals != facts.vertices * each || each == 0 || !known.links || !known.loops ||
      known.parallel != 0U || !known.degree_min || !known.degree_max)
    return false;
  auto const channels = (*known.links + *known.loops) * (facts.bidirectional ? 2 : 1);
  bool const regular = channels == facts.vertices * topology.degree({0});
  if (*known.loops > 0 && !regular) return false;
  facts.channels = channels;
  facts.radix = (regular ? topology.degree({0}) : *known.degree_max) + each;
  facts.injection_bandwidth = *bandwidth * *known.degree_min / each;
  facts.terminals_per_vertex = each;
  return true;
}

}  // namespace detail

/// Maximum number of routers that are visited; for larger topologies only closed forms are used, if
/// available.
inline constexpr std::uint64_t max_routers_to_count = std::uint64_t{1} << 24;

/// Returns the facts of a topology. Visits every router unless all routers are equivalent or there are too
/// many.
template <Topology T>
TopologyFacts make_facts(T const& topology) {
  TopologyFacts facts;
  facts.vertices = topology.num_routers();
  if constexpr (HasNodes<T>) facts.nodes = topology.num_nodes();
  facts.terminals = topology.num_terminals();
  facts.bidirectional = is_bidirectional(topology);
  facts.vertex_transitive = VertexTransitive<T>;
  if constexpr (HasMetrics<T>) facts.known = topology.known();
  if (!facts.known.diameter) facts.known.diameter = known_diameter(topology);
  bool const formula =
      facts.vertices > max_routers_to_count && detail::count_ports_by_formula(topology, facts);
  if (facts.vertices > 0 && !formula) detail::count_ports(topology, facts);
  if constexpr (SpecifiesInjection<T>)
    if (topology.injection() > 0) {
      facts.terminal_bandwidth = topology.injection();
      facts.injection_bandwidth = std::min(facts.injection_bandwidth, facts.terminal_bandwidth);
    }
  if constexpr (!PerChannelBandwidth<T>) facts.bandwidth = detail::common_bandwidth(topology.classes());
  auto const shared = std::make_shared<T const>(topology);
  facts.graph = [shared] { return detail::graph_of(*shared); };
  facts.bandwidths = [shared] { return detail::bandwidths_of(*shared); };
  if constexpr (HasCapacityReadings<T>) facts.capacity_readings = topology.capacity_readings();
  facts.total_bandwidth = [shared] { return detail::total_bandwidth(*shared, VertexTransitive<T>); };
  facts.vertices_at_distance = [shared] { return detail::vertices_at_distance(*shared); };
  facts.terminals_at = [shared] {
    std::vector<std::uint32_t> counts(shared->num_routers());
    for (std::uint32_t r = 0; r < counts.size(); ++r) counts[r] = shared->terminals_at({r}).count;
    return counts;
  };
  return facts;
}

/// AnyTopology for a concrete type. Included only by generated files.
template <Topology T>
class TopologyOf final : public AnyTopology {
 public:
  explicit TopologyOf(T topology) : topology_(std::move(topology)) {}

  std::string_view name() const override { return T::name; }
  std::string spec(bool all) const override { return to_spec(topology_, all).to_string(); }
  std::uint64_t num_routers() const override { return topology_.num_routers(); }
  std::uint64_t num_terminals() const override { return topology_.num_terminals(); }
  std::vector<ChannelClass> classes() const override { return topology_.classes(); }
  std::uint16_t degree(RouterId r) const override { return topology_.degree(r); }
  Hop neighbor(RouterId r, PortId p) const override { return topology_.neighbor(r, p); }
  ClassId class_of(RouterId r, PortId p) const override { return topology_.class_of(r, p); }
  std::vector<ChannelGroup> groups() const override { return channel_groups(topology_); }
  std::uint32_t group_of(RouterId r, PortId p) const override { return weft::group_of(topology_, r, p); }
  double unit_rate(double given) const override {
    if constexpr (SpecifiesRates<T>)
      if (topology_.unit_rate() > 0) return topology_.unit_rate();
    return given;
  }
  TerminalRange terminals_at(RouterId r) const override { return topology_.terminals_at(r); }
  RouterId injection_router(TerminalId e) const override { return topology_.injection_router(e); }
  RouterId ejection_router(TerminalId e) const override { return topology_.ejection_router(e); }

  bool has_distance() const override { return weft::has_distance(topology_); }
  std::uint32_t distance([[maybe_unused]] RouterId from, [[maybe_unused]] RouterId to) const override {
    if constexpr (HasDistance<T>) return topology_.distance(from, to);
    throw std::logic_error(std::string(T::name) + " has no closed form of its distances");
  }
  std::optional<std::uint32_t> diameter() const override { return known_diameter(topology_); }
  bool bidirectional() const override { return is_bidirectional(topology_); }
  bool has_two_way_terminals() const override {
    for (std::uint64_t e = 0; e < topology_.num_terminals(); ++e)
      if (TerminalId const id{static_cast<std::uint32_t>(e)};
          topology_.injection_router(id) != topology_.ejection_router(id))
        return false;
    return true;
  }
  bool is_node([[maybe_unused]] RouterId r) const override {
    if constexpr (HasNodes<T>) return topology_.is_node(r);
    return false;
  }
  bool is_host(RouterId r) const override { return weft::is_host(topology_, r); }
  bool routers_are_nodes() const override { return RoutersAreNodes<T>; }
  std::vector<std::string> names() const override {
    if constexpr (requires { topology_.names(); }) return topology_.names();
    return {};
  }
  std::string coordinates(RouterId r) const override {
    std::string text;
    if constexpr (HasCoordinates<T>) {
      text = topology_.coordinates(r);
    } else if constexpr (Cartesian<T>) {
      for (std::uint32_t d = 0; d < topology_.shape().dims(); ++d)
        text += (d == 0 ? "(" : ",") + std::to_string(topology_.shape().coord(r, d));
      text += ")";
    }
    return text;
  }

  Sides sides() const override {
    Sides sides;
    if constexpr (Cartesian<T>)
      for (std::uint32_t d = 0; d < topology_.shape().dims(); ++d) sides.push_back(topology_.shape().side(d));
    return sides;
  }
  std::vector<std::uint64_t> copies() const override {
    std::vector<std::uint64_t> copies;
    if constexpr (Hierarchical<T>)
      for (std::uint32_t level = 1; level <= topology_.levels(); ++level)
        copies.push_back(topology_.num_copies(level));
    return copies;
  }
  std::uint64_t copy_of(RouterId r, std::uint32_t level) const override {
    if constexpr (Hierarchical<T>) return topology_.copy_of(r, level);
    return r.v;
  }
  Grid const* grid() const override {
    if constexpr (std::derived_from<T, Grid>) return &topology_;
    return nullptr;
  }
  bool has_grid_geometry() const override { return std::constructible_from<GridGeometry, T const&>; }
  std::shared_ptr<GridGeometry const> grid_geometry() const override {
    if constexpr (std::constructible_from<GridGeometry, T const&>)
      return std::make_shared<GridGeometry const>(topology_);
    return nullptr;
  }
  std::uint32_t group_size() const override {
    if constexpr (requires { topology_.group_size(); }) return topology_.group_size();
    return 0;
  }
  std::optional<std::uint32_t> level_of([[maybe_unused]] RouterId r) const override {
    if constexpr (requires { topology_.level_of(r); }) return topology_.level_of(r);
    return {};
  }

  TopologyFacts facts() const override { return make_facts(topology_); }
  Layout layout(LayoutParams const& params) const override { return make_layout(topology_, params); }
  CableLengths cable_lengths(Layout const& layout) const override {
    return weft::cable_lengths(topology_, layout);
  }
  std::vector<CableStatistics> known_cables(Layout const& layout) const override {
    if constexpr (HasDigitCourses<T>)
      if (sums_by_courses(layout) || counts_by_courses(layout)) return cable_statistics(topology_, layout);
    return {};
  }
  Inventory inventory(Layout const& layout, CableLengths lengths) const override {
    return inventory_of(topology_, layout, std::move(lengths));
  }
  Network network(FailureParams const& failures) const override {
    auto network = build_network(topology_);
    if (failures.any()) network.mark_failed(Failures<T>(topology_, failures));
    return network;
  }
  GraphFile graph_file(FailureParams const& failures) const override {
    if (!failures.any()) return graph_file_of(topology_);
    return graph_file_of(topology_, Failures<T>(topology_, failures));
  }
  std::optional<DrawingHint> drawing() const override {
    if constexpr (HintsDrawing<T>)
      return topology_.drawing();
    else if constexpr (requires { topology_.shape().dims(); })
      return grid_drawing(topology_.shape(), topology_.degree({0}));
    else
      return {};
  }
  std::size_t index() const override { return Topologies::index_of<T>(); }

 private:
  void const* get(char const* tag) const override { return tag == &type_tag<T> ? &topology_ : nullptr; }

  T topology_;
};

template <class T>
TopologyPtr erase_type(T topology) {
  return std::make_shared<TopologyOf<T>>(std::move(topology));
}

/// Returns the catalog entry of a concrete topology.
template <class T>
TopologyEntry topology_entry() {
  TopologyEntry entry{Topologies::doc_of<T>()};
  entry.make = [](Spec const& spec) { return erase_type(T{detail::checked_params<T>(spec)}); };
  if constexpr (GrowsInSeries<T>) entry.members = &T::members;
  if constexpr (FitsPorts<T>) entry.members_with_ports = &T::members_with_ports;
  return entry;
}

/// Checks the arguments of a spec of the topology. Returns the spec with the names of the parameters.
template <class T>
Spec checked_arguments(Spec const& spec) {
  static_cast<void>(detail::checked_params<T>(spec));
  return detail::without_aliases(spec, detail::names_and_uses(T::schema));
}

}  // namespace weft
