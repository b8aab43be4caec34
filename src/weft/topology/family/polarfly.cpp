// SPDX-License-Identifier: Apache-2.0
#include "weft/topology/family/polarfly.hpp"

#include <cmath>
#include <string>

#include "weft/topology/metric/bisection.hpp"

namespace weft::topology {

void Polarfly::check(Params const& params) {
  auto const given = "q=" + std::to_string(params.q);
  auto const q = static_cast<std::uint64_t>(params.q);
  if (!prime_power(q)) throw InputError{given, "must be a prime power", "nearest: " + prime_powers_near(q)};
  check_sizes(given + " gives", static_cast<double>(size_of(params.q)), static_cast<double>(q + 1),
              static_cast<double>(params.concentration));
}

Polarfly::Point Polarfly::orthogonal(Point const& u, std::uint32_t i) const {
  auto const& f = field_;
  if (u[2] != 0) {
    if (i == q_) return {0, 1, f.negate(f.divide(u[1], u[2]))};
    return {1, i, f.negate(f.divide(f.add(u[0], f.multiply(u[1], i)), u[2]))};
  }
  if (i == q_) return {0, 0, 1};
  if (u[1] != 0) return {1, f.negate(f.divide(u[0], u[1])), i};
  return {0, 1, i};
}

Polarfly::Point Polarfly::middle(Point const& u, Point const& v) const {
  auto const& f = field_;
  auto const minor = [&](std::size_t i, std::size_t j) {
    return f.subtract(f.multiply(u[i], v[j]), f.multiply(u[j], v[i]));
  };
  Point product{minor(1, 2), minor(2, 0), minor(0, 1)};
  auto const first = product[0] != 0 ? product[0] : product[1] != 0 ? product[1] : product[2];
  for (auto& coordinate : product) coordinate = f.divide(coordinate, first);
  return product;
}

KnownMetrics Polarfly::known() const {
  std::uint64_t const q = q_, routers = num_routers();
  KnownMetrics known;
  known.links = q * (q + 1) * (q + 1) / 2;
  known.loops = known.parallel = 0;
  known.degree_min = q_;
  known.degree_max = q_ + 1;
  known.diameter = 2;
  known.pairs_at_distance = {2 * *known.links, routers * (routers - 1) - 2 * *known.links};
  known.girth = 3;
  known.edge_connectivity = q_;  // Plesnik 1975: holds for diameter 2
  // The Laplacian is q + 1 minus the incidence matrix of points and lines, with square q + J; quadrics lack a
  // link and have a loop instead.
  known.algebraic_connectivity = static_cast<double>(q + 1) - std::sqrt(static_cast<double>(q));
  // A channel carries the pair of its ends, and is the first or last hop of the unique two-hop paths between
  // one end and the other neighbors of the other end. One of these neighbors is adjacent to both ends, or
  // there are 2 q - 1 such neighbors because one of the ends is a quadric.
  known.uniform_load = routed(2.0 * q_, concentration(), "minimal paths");
  known.bisection =
      Bounds{static_cast<double>(spectral_cut(*known.algebraic_connectivity, routers)),
             static_cast<double>(average_cut(*known.links, routers)), "spectral, average of all halves"};
  return known;
}

}  // namespace weft::topology
