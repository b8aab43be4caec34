// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>

#include "weft/core/bounds.hpp"
#include "weft/topology/family.hpp"

namespace weft {

/// Parameters of a Moore graph.
struct MooreParams {
  std::int64_t concentration = 1;
};

/// Base of Moore graphs of diameter 2: two nonadjacent routers have exactly one common neighbor, so the graph
/// has degree^2 + 1 routers. Source: A. J. Hoffman and R. R. Singleton, On Moore graphs with diameters 2 and
/// 3, IBM J. 4, 1960.
class MooreGraph : public Concentrated {
 public:
  using Params = MooreParams;
  static constexpr std::tuple schema{
      param("concentration", &Params::concentration, Range{1, 65535}, "terminals per router"),
  };
  static constexpr bool bidirectional = true;
  static constexpr bool vertex_transitive = true;
  static void check(Params const&) {}
  static std::vector<Params> samples() { return {{3}}; }

  Params const& params() const { return params_; }
  std::uint16_t degree(RouterId) const { return degree_; }
  std::vector<ChannelClass> classes() const { return {{"link"}}; }
  ClassId class_of(RouterId, PortId) const { return {0}; }
  std::uint32_t diameter() const { return 2; }

 protected:
  MooreGraph(std::uint16_t degree, Params const& params)
      : Concentrated(degree * degree + std::uint64_t{1}, static_cast<std::uint64_t>(params.concentration)),
        params_(params),
        degree_(degree) {}
  std::uint32_t distance_by(auto const& neighbor, RouterId a, RouterId b) const {
    if (a == b) return 0;
    for (std::uint16_t p = 0; p < degree_; ++p)
      if (neighbor(a, PortId{p}).router == b) return 1;
    return 2;
  }
  /// Returns all metrics except the bisection.
  KnownMetrics known_of_degree() const {
    std::uint64_t const d = degree_, routers = num_routers(), each = concentration();
    KnownMetrics known;
    known.links = routers * d / 2;
    known.loops = known.parallel = 0;
    known.degree_min = known.degree_max = degree_;
    known.diameter = 2;
    known.pairs_at_distance = {routers * d, routers * (routers - 1 - d)};
    known.girth = 5;
    // Shortest paths are unique: an arc carries the pair of its ends, and is the first or last hop of degree
    // - 1 paths each.
    known.uniform_load = exactly(static_cast<double>(each * each * (2 * d - 1)), "closed form");
    known.edge_connectivity = degree_;
    known.algebraic_connectivity = static_cast<double>(d) + 0.5 - std::sqrt(static_cast<double>(d) - 0.75);
    return known;
  }

 private:
  Params params_;
  std::uint16_t degree_;
};

}  // namespace weft
