#pragma once

#include <cmath>

#include "weft/topology/metric/known_metrics.hpp"
#include "weft/topology/shape/concentrated.hpp"

namespace weft {

/// What is known of a Moore graph of diameter 2: two routers that are not adjacent have exactly one neighbor in common, so that
/// there are degree^2 + 1. Source: A. J. Hoffman and R. R. Singleton, On Moore graphs with diameters 2 and 3, IBM J. 4, 1960.
inline KnownMetrics moore_metrics(std::uint32_t degree, std::uint64_t concentration) {
  std::uint64_t const d = degree, routers = d * d + 1;
  KnownMetrics known;
  known.links = routers * d / 2;
  known.loops = known.parallel = 0;
  known.degree_min = known.degree_max = degree;
  known.diameter = 2;
  known.pairs_at_distance = {routers * d, routers * (routers - 1 - d)};
  known.girth = 5;
  // The only shortest paths: an arc carries its own ends, and continues or is continued by degree - 1 others.
  known.uniform_load = static_cast<double>(concentration * concentration * (2 * d - 1));
  known.edge_connectivity = degree;
  known.algebraic_connectivity = static_cast<double>(d) + 0.5 - std::sqrt(static_cast<double>(d) - 0.75);
  return known;
}

}  // namespace weft
