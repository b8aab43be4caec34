#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "weft/core/bounds.hpp"
#include "weft/topology/topology.hpp"

namespace weft {

/// The metrics that a topology knows in closed form, so that they are exact at any size; a search computes
/// those left empty. Metrics are those of the simple graph of all routers (self loops and repetitions
/// removed); girth, connectivities and bisection those of its underlying undirected graph, as in
/// topology_metrics.csv.
struct KnownMetrics {
  /// Links (arcs if directed) of the simple graph; the loops and the repetitions that it lacks.
  std::optional<std::uint64_t> links, loops, parallel;
  std::optional<std::uint32_t> degree_min, degree_max;  ///< of the simple graph: out-degrees
  std::optional<std::uint32_t> diameter;
  /// Ordered pairs of distinct routers at distance 1, 2, ..; empty: not known.
  std::vector<std::uint64_t> pairs_at_distance;
  /// Ordered pairs of distinct terminals whose routers are at distance 0, 1, 2, ..; empty: not known, or
  /// follows from pairs_at_distance because every router carries equally many.
  std::vector<std::uint64_t> terminal_pairs_at_distance;
  std::optional<std::uint32_t> girth;  ///< 0: acyclic
  std::optional<std::uint32_t> edge_connectivity;
  std::optional<double> algebraic_connectivity;  ///< second smallest eigenvalue of the Laplacian
  /// Minimum number of links between halves (floor, ceiling) of the routers; the method cites the source.
  std::optional<Bounds> bisection;
  /// Minimum bandwidth between halves of the terminals, both directions together. The terminals of a router
  /// stay on one side.
  std::optional<Bounds> terminal_bisection;
  /// No arc of the simple graph carries more of all ordered pairs of distinct routers under some routing of
  /// one path per pair (or of several that share it).
  std::optional<double> pair_load;
  /// Of a directed topology: the minimum number of arcs that leave a set of at most half of the routers, per
  /// router.
  std::optional<Bounds> out_expansion;
  /// The number of classes of routers that automorphisms of the simple graph map to each other.
  std::optional<Bounds> orbits;
  /// The load of the most loaded channel per unit of its bandwidth if every terminal sends 1 to every other
  /// one, under the routing that minimizes it. The upper bound is the load of some routing.
  std::optional<Bounds> uniform_load;
};

/// `t.known()`: closed forms of the instance, each tested against search at small sizes.
template <class T>
concept KnowsMetrics = Topology<T> && requires(T const t) {
  { t.known() } -> std::same_as<KnownMetrics>;
};

}  // namespace weft
