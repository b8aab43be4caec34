// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "weft/core/bounds.hpp"
#include "weft/topology/topology.hpp"

namespace weft {

/// A reading of the capacity condition of a network, processors * hops / k <= channels: each processor sends
/// a request every k steps, and a request occupies a channel for each of its hops.
struct CapacityReading {
  std::string name;
  std::uint64_t processors = 0;
  std::uint64_t hops = 0;      ///< phi: hops of a request
  std::uint64_t channels = 0;  ///< requests that can move simultaneously
};

/// Topologies with published readings of the capacity condition (Leppanen & Penttonen, Sparse networks:
/// balance of processing and communication, 2007), which count one channel per node and dimension.
template <class T>
concept HasCapacityReadings = Topology<T> && requires(T const t) {
  { t.capacity_readings() } -> std::same_as<std::vector<CapacityReading>>;
};

/// Sums and extremes over the ports of all routers.
struct PortCounts {
  std::uint64_t channels = 0;
  std::uint32_t radix = 0;         ///< maximum number of ports of a router, including terminals
  double injection_bandwidth = 0;  ///< minimum over routers: outgoing bandwidth per attached terminal
};

/// Topologies that count ports without visiting every router: `t.port_counts()`, defined if every router has
/// the same number of terminals.
template <class T>
concept HasPortCounts = Topology<T> && requires(T const t) {
  { t.port_counts() } -> std::same_as<PortCounts>;
};

/// Metrics of a topology in closed form, exact at any size; unset metrics are computed by search. They refer
/// to the simple graph of all routers (self loops and repetitions removed); girth, connectivities and
/// bisection refer to its underlying undirected graph, as in topology_metrics.csv.
struct KnownMetrics {
  /// Number of links (of arcs if directed) of the simple graph; numbers of removed self loops and
  /// repetitions.
  std::optional<std::uint64_t> links, loops, parallel;
  std::optional<std::uint32_t> degree_min, degree_max;  ///< degrees of the simple graph: out-degrees
  std::optional<std::uint32_t> diameter;
  /// Ordered pairs of distinct routers at distance 1, 2, ..; empty if unknown.
  std::vector<std::uint64_t> pairs_at_distance;
  /// Ordered pairs of distinct terminals with routers at distance 0, 1, 2, ..; empty if unknown, or if every
  /// router has the same number of terminals, because the counts then follow from pairs_at_distance.
  std::vector<std::uint64_t> terminal_pairs_at_distance;
  std::optional<std::uint32_t> girth;  ///< 0: acyclic
  std::optional<std::uint32_t> edge_connectivity;
  std::optional<double> algebraic_connectivity;  ///< second smallest eigenvalue of the Laplacian
  /// Minimum number of links between two halves (floor, ceiling) of the routers; the method cites the source.
  std::optional<Bounds> bisection;
  /// Minimum bandwidth between two halves of the terminals, summed over both directions. All terminals of a
  /// router are in the same half.
  std::optional<Bounds> terminal_bisection;
  /// Upper bound on the number of pairs per arc of the simple graph, over all ordered pairs of distinct
  /// routers, under a routing with one path per pair (or several that share it).
  std::optional<double> pair_load;
  /// Minimum number of arcs that leave a set of at most half of the routers, per router of the set; for
  /// directed topologies.
  std::optional<Bounds> out_expansion;
  /// The number of orbits of routers under the automorphisms of the simple graph.
  std::optional<Bounds> orbits;
  /// The maximum load of a channel per unit of its bandwidth if every terminal sends 1 to every other
  /// terminal, under the routing that minimizes it. The upper bound is achieved by a routing.
  std::optional<Bounds> uniform_load;
};

/// Topologies with closed forms: `t.known()` returns the metrics of an instance, each tested against search
/// at small sizes.
template <class T>
concept HasMetrics = Topology<T> && requires(T const t) {
  { t.known() } -> std::same_as<KnownMetrics>;
};

}  // namespace weft
