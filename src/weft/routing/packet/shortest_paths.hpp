// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "weft/core/param.hpp"
#include "weft/core/random.hpp"
#include "weft/graph/hop_table.hpp"
#include "weft/network/machine.hpp"
#include "weft/routing/form/packet_routing.hpp"

namespace weft {

/// Selection among ports on shortest paths.
enum class MinimalChoice : std::uint8_t { random, lowest, adaptive };

template <>
inline constexpr EnumValue<MinimalChoice> enum_values<MinimalChoice>[] = {
    {"random", MinimalChoice::random, "any port, uniformly at random"},
    {"lowest", MinimalChoice::lowest, "the lowest port number"},
    {"adaptive", MinimalChoice::adaptive, "the port with the shortest queue"}};

/// Hops between all pairs of routers over working channels. Paths do not pass through hosts. Throws
/// InputError if the table would need more than 2 GiB.
class DistanceTable {
 public:
  static constexpr std::uint32_t max_routers = 46340;
  explicit DistanceTable(NetworkPtr network);
  /// Returns whether a table for `routers` routers is allowed.
  static bool fits(std::uint64_t routers) { return routers <= max_routers; }

  Network const& network() const { return *network_; }
  /// Returns the distance from one router to another; HopTable::unreachable if there is no path.
  std::uint32_t distance(RouterId from, RouterId to) const { return hops_.hops(to.v, from.v); }
  /// Returns whether there is a path. No router reaches a failed router, not even the failed router itself.
  bool reaches(RouterId from, RouterId to) const {
    return distance(from, to) != HopTable::unreachable && !network_->router_failed(to);
  }
  /// Returns the maximum distance over all pairs that have a path.
  std::uint32_t diameter() const { return hops_.max_hops(); }
  /// Returns whether port p of router r works and starts a shortest path to `to`.
  bool leads(RouterId r, PortId p, RouterId to) const {
    auto const c = network_->channel(r, p);
    auto const next = network_->target(c);
    return !network_->channel_failed(c) && network_->may_enter(next, to) &&
           distance(next, to) + 1 == distance(r, to);
  }

 private:
  NetworkPtr network_;
  HopTable hops_;
};

/// Writes up to `width` candidates to `out`, chosen among the ports 0 .. degree - 1 for which `leads(port)`
/// is true. Returns the number of candidates.
template <class Leads>
std::uint16_t choose_port(MinimalChoice choice, std::uint16_t width, std::uint16_t degree, std::uint64_t draw,
                          PortId* out, Leads leads) {
  std::uint16_t count = 0;
  if (choice != MinimalChoice::random) {
    for (std::uint16_t p = 0; p < degree && count < width; ++p)
      if (leads(PortId{p})) out[count++] = {p};
    return count;
  }
  std::uint32_t productive = 0;
  for (std::uint16_t p = 0; p < degree; ++p) productive += leads(PortId{p});
  auto skip = scale32(static_cast<std::uint32_t>(draw), productive);
  for (std::uint16_t p = 0; p < degree; ++p)
    if (leads(PortId{p}) && skip-- == 0) {
      *out = {p};
      return 1;
    }
  return 0;
}

/// Writes up to `width` candidates to `out`, chosen among the ports for which `visit_ports(visit)` calls
/// visit(port): the productive ports (on shortest paths to the destination), in ascending order. Returns the
/// number of candidates.
template <class VisitPorts>
std::uint16_t choose_visited_port(MinimalChoice choice, std::uint16_t width, std::uint64_t draw, PortId* out,
                                  VisitPorts visit_ports) {
  std::uint32_t skip = 0;
  if (choice == MinimalChoice::random) {
    std::uint32_t productive = 0;
    visit_ports([&](PortId) { ++productive; });
    skip = scale32(static_cast<std::uint32_t>(draw), productive);
  }
  std::uint16_t count = 0;
  visit_ports([&](PortId p) {
    if (skip > 0)
      --skip;
    else if (count < width)
      out[count++] = p;
  });
  return count;
}

/// Shortest-path routing with the distances of a `Metric`, which has `distance(from, to)`, `leads(router,
/// port, to)` (or, if `visits_ports`, `visit_ports(router, to, visit)`), `degree(router)`, `diameter()` and
/// `reaches(from, to)`. A packet that has no path does not move: engines must check `reaches` first.
template <class Metric>
class ShortestPaths final : public PacketRouting {
 public:
  static constexpr std::uint16_t max_candidates = 16;
  ShortestPaths(Metric metric, MinimalChoice choice) : metric_(std::move(metric)), choice_(choice) {}

  PacketTraits traits() const override {
    return {.draws = choice_ == MinimalChoice::random,
            .width = choice_ == MinimalChoice::adaptive ? max_candidates : std::uint16_t{1},
            .hop_bound = metric_.diameter()};
  }
  void encode(std::span<std::uint32_t>) const override {}
  RouterId decode(std::uint32_t to) const override { return {to}; }
  void route(Heads const& heads) const override {
    auto const width = traits().width;
    for (std::size_t i = 0; i < heads.size(); ++i) {
      RouterId const at = heads.at[i], to{heads.to[i]};
      auto* const out = &heads.port[i * width];
      std::uint16_t count = 0;
      if (at != to) count = choose(at, to, width, heads.draw.empty() ? 0 : heads.draw[i], out);
      if (count == 0) out[count++] = arrived;
      if (width > 1) heads.candidates[i] = count;
    }
  }
  void hops_left(Heads const& heads, std::span<std::uint32_t> hops) const override {
    for (std::size_t i = 0; i < heads.size(); ++i) hops[i] = metric_.distance(heads.at[i], {heads.to[i]});
  }
  bool reaches(RouterId from, std::uint32_t to) const override { return metric_.reaches(from, {to}); }

 private:
  std::uint16_t choose(RouterId at, RouterId to, std::uint16_t width, std::uint64_t draw, PortId* out) const {
    if constexpr (Metric::visits_ports)
      return choose_visited_port(choice_, width, draw, out,
                                 [&](auto visit) { metric_.visit_ports(at, to, visit); });
    else
      return choose_port(choice_, width, metric_.degree(at), draw, out,
                         [&](PortId p) { return metric_.leads(at, p, to); });
  }
  Metric metric_;
  MinimalChoice choice_;
};

/// Distances from a table.
struct TableMetric {
  static constexpr bool visits_ports = false;
  std::shared_ptr<DistanceTable const> table;
  std::uint32_t distance(RouterId from, RouterId to) const { return table->distance(from, to); }
  bool leads(RouterId r, PortId p, RouterId to) const { return table->leads(r, p, to); }
  bool reaches(RouterId from, RouterId to) const { return table->reaches(from, to); }
  std::uint16_t degree(RouterId r) const { return table->network().degree(r); }
  std::uint32_t diameter() const { return table->diameter(); }
};

/// Closed-form distances of a topology; failures are ignored.
template <class T>
struct ClosedFormMetric {
  static constexpr bool visits_ports = HasMinimalPorts<T>;
  T topology;
  template <class Visit>
  void visit_ports(RouterId from, RouterId to, Visit visit) const {
    topology.visit_minimal_ports(from, to, visit);
  }
  std::uint32_t distance(RouterId from, RouterId to) const { return topology.distance(from, to); }
  bool leads(RouterId r, PortId p, RouterId to) const {
    return topology.distance(topology.neighbor(r, p).router, to) + 1 == topology.distance(r, to);
  }
  bool reaches(RouterId, RouterId) const { return true; }
  std::uint16_t degree(RouterId r) const { return topology.degree(r); }
  std::uint32_t diameter() const { return topology.diameter(); }
};

/// Returns table-based shortest-path routing in a network.
PacketRoutingPtr shortest_paths(NetworkPtr network, MinimalChoice choice);

/// Returns shortest-path routing in a topology: with closed-form distances if the topology has them and there
/// are no failures (or the network is too large for a table), otherwise table-based.
template <Topology T>
PacketRoutingPtr bind_shortest_paths(T const& topology, Machine const& machine, MinimalChoice choice) {
  if constexpr (HasDistance<T> && HasDiameter<T>) {
    bool known = !machine.has_failures() || !DistanceTable::fits(topology.num_routers());
    if constexpr (requires { topology.has_distance(); }) known = known && topology.has_distance();
    if (known)
      return std::make_shared<ShortestPaths<ClosedFormMetric<T>>>(ClosedFormMetric<T>{topology}, choice);
  }
  return shortest_paths(machine.network(), choice);
}

}  // namespace weft
