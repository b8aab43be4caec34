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

/// The readings in the literature for this topology (Leppanen & Penttonen, Sparse networks: balance of
/// processing and communication, 2007), which count one channel per node and dimension.
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

/// `t.port_counts()`: the counts without visiting every router, if every router has equally many terminals.
template <class T>
concept HasPortCounts = Topology<T> && requires(T const t) {
  { t.port_counts() } -> std::same_as<PortCounts>;
};

/// Metrics of a topology in closed form, exact at any size; a search computes unset ones. They refer to the
/// simple graph of all routers (self loops and repetitions removed); girth, connectivities and bisection to
/// its underlying undirected graph, as in topology_metrics.csv.
struct KnownMetrics {
  /// Links (arcs if directed) of the simple graph; the removed loops and repetitions.
  std::optional<std::uint64_t> links, loops, parallel;
  std::optional<std::uint32_t> degree_min, degree_max;  ///< degrees of the simple graph: out-degrees
  std::optional<std::uint32_t> diameter;
  /// Ordered pairs of distinct routers at distance 1, 2, ..; empty if unknown.
  std::vector<std::uint64_t> pairs_at_distance;
  /// Ordered pairs of distinct terminals with routers at distance 0, 1, 2, ..; empty if unknown, or if it
  /// follows from pairs_at_distance because every router has equally many terminals.
  std::vector<std::uint64_t> terminal_pairs_at_distance;
  std::optional<std::uint32_t> girth;  ///< 0: acyclic
  std::optional<std::uint32_t> edge_connectivity;
  std::optional<double> algebraic_connectivity;  ///< second smallest eigenvalue of the Laplacian
  /// Minimum number of links between halves (floor, ceiling) of the routers; the method cites the source.
  std::optional<Bounds> bisection;
  /// Minimum bandwidth between halves of the terminals, both directions together. The terminals of a router
  /// stay on one side.
  std::optional<Bounds> terminal_bisection;
  /// Upper bound on the pairs per arc of the simple graph, over all ordered pairs of distinct routers, under
  /// some routing with one path per pair (or several that share it).
  std::optional<double> pair_load;
  /// For a directed topology: the minimum number of arcs that leave a set of at most half of the routers, per
  /// router.
  std::optional<Bounds> out_expansion;
  /// The number of classes of routers under automorphisms of the simple graph.
  std::optional<Bounds> orbits;
  /// The load of the most loaded channel per unit of its bandwidth if every terminal sends 1 to every other
  /// terminal, under the routing that minimizes it. The upper bound is the load of some routing.
  std::optional<Bounds> uniform_load;
};

/// `t.known()`: closed forms of the instance, each tested against search at small sizes.
template <class T>
concept HasMetrics = Topology<T> && requires(T const t) {
  { t.known() } -> std::same_as<KnownMetrics>;
};

}  // namespace weft
