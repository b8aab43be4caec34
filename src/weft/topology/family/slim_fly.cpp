// SPDX-License-Identifier: Apache-2.0
#include "weft/topology/family/slim_fly.hpp"

#include <string>

#include "weft/topology/metric/bisection.hpp"

namespace weft::topology {
namespace {

/// Returns delta, where q = 4 w + delta.
int delta_of(std::int64_t q) { return q % 4 == 3 ? -1 : static_cast<int>(q % 4); }

std::int64_t degree_of(std::int64_t q) { return (3 * q - delta_of(q)) / 2; }

std::int64_t terminals_of(SlimFly::Params const& params) {
  return params.concentration == 0 ? (degree_of(params.q) + 1) / 2 : params.concentration;
}

/// Returns the exponents of the primitive element that generate grid 0 and grid 1.
std::array<std::vector<std::uint32_t>, 2> exponents(std::uint32_t q) {
  std::array<std::vector<std::uint32_t>, 2> sets;
  auto const add = [&](std::size_t grid, std::uint32_t first, std::uint32_t last) {
    for (auto i = first; i <= last; i += 2) sets[grid].push_back(i);
  };
  if (delta_of(q) >= 0) {
    add(0, 0, q - 2);
    add(1, 1, q - 1);
    return sets;
  }
  auto const w = (q + 1) / 4;
  add(0, 0, 2 * w - 2);
  add(0, 2 * w - 1, 4 * w - 3);
  add(1, 1, 2 * w - 1);
  add(1, 2 * w, 4 * w - 2);
  return sets;
}

}  // namespace

void SlimFly::check(Params const& params) {
  auto const given = "q=" + std::to_string(params.q);
  auto const q = static_cast<std::uint64_t>(params.q);
  if (!prime_power(q)) throw InputError{given, "must be a prime power", "nearest: " + prime_powers_near(q)};
  if (q == 2) throw InputError{given, "must be 4w - 1, 4w or 4w + 1", "nearest: 3"};
  check_sizes(given + " gives", 2 * static_cast<double>(q * q), static_cast<double>(degree_of(params.q)),
              static_cast<double>(terminals_of(params)));
}

SlimFly::SlimFly(Params const& params)
    : Concentrated(2 * static_cast<std::uint64_t>(params.q * params.q),
                   static_cast<std::uint64_t>(terminals_of(params))),
      params_(params),
      q_(static_cast<std::uint32_t>(params.q)),
      generators_(static_cast<std::uint32_t>(degree_of(params.q) - params.q)),
      by_q_(q_),
      field_(q_) {
  auto const sets = exponents(q_);
  for (std::size_t grid = 0; grid < 2; ++grid) {
    port_of_[grid].assign(q_, none);
    for (auto const exponent : sets[grid]) {
      auto const generator = field_.power(exponent);
      port_of_[grid][generator] = static_cast<std::uint16_t>(generator_[grid].size());
      generator_[grid].push_back(generator);
    }
    WEFT_EXPECT(generator_[grid].size() == generators_);
  }
}

std::string SlimFly::coordinates(RouterId r) const {
  auto const at = locate(r);
  return "(" + std::to_string(at.grid) + "," + std::to_string(at.column) + "," + std::to_string(at.row) + ")";
}

/// Returns the known metrics. The algebraic connectivity is q: vectors constant on columns have the
/// eigenvalues |X| and |X| +- q. On the orthogonal complement the graph is, for each character of the field,
/// a 2q x 2q matrix with the eigenvalues of ((a, sqrt q), (sqrt q, b)), with a and b the character's sums
/// over the generators; they stay below |X| (computed for all q <= 2048; for larger q, the bound of Polya and
/// Vinogradov on incomplete sums is far below |X|).
KnownMetrics SlimFly::known() const {
  auto const degree = generators_ + q_;
  std::uint64_t const routers = num_routers(), q = q_;
  KnownMetrics known;
  known.links = routers / 2 * degree;
  known.loops = known.parallel = 0;
  known.degree_min = known.degree_max = degree;
  known.diameter = 2;
  known.pairs_at_distance = {routers * degree, routers * (routers - 1 - degree)};
  known.edge_connectivity = degree;  // Plesnik 1975: holds for diameter 2
  known.algebraic_connectivity = static_cast<double>(q);
  for (std::size_t grid = 0; grid < 2 && !known.girth; ++grid)
    for (auto const x : generator_[grid])
      if (port_of_[grid][field_.add(generator_[grid][0], x)] != none) known.girth = 3;
  // A channel carries the pair of its ends, and is the first or last hop of one two-hop path for each other
  // neighbor of its ends.
  known.uniform_load = routed(2 * degree - 1.0, concentration(), "minimal paths");
  // Half of the columns of each grid (for odd q, one more from grid 0): each pair of columns of different
  // grids shares q links.
  auto const upper = q % 2 == 0 ? q * q * q / 2 : q * (q * q + 1) / 2;
  known.bisection = Bounds{static_cast<double>(spectral_cut(static_cast<double>(q), routers)),
                           static_cast<double>(upper), "spectral, half of the columns"};
  return known;
}
}  // namespace weft::topology
