// SPDX-License-Identifier: Apache-2.0
#include "weft/topology/family/sparse_torus.hpp"

#include <cmath>
#include <numbers>
#include <string>

#include "weft/core/bounds.hpp"
#include "weft/topology/metric/bisection.hpp"

namespace weft::topology {
namespace {

/// Maximum length of a list of distances: 64 MB.
constexpr std::uint32_t max_distances = 1u << 23;

}  // namespace

void SparseTorus::check(Params const& params) {
  if (std::pow(static_cast<double>(params.side), static_cast<double>(params.dimensions)) > 0x1p32)
    throw InputError{"dimensions=" + std::to_string(params.dimensions) +
                         " with side=" + std::to_string(params.side) + " produce more than 2^32 nodes",
                     "node ids have 32 bits"};
}

std::uint32_t SparseTorus::level(RouterId r) const {
  std::uint64_t sum = 0;
  for (std::uint32_t dim = 0; dim < shape_.dims(); ++dim) sum += shape_.coord(r, dim);
  return static_cast<std::uint32_t>(sum % shape_.side(0));
}

RouterId SparseTorus::injection_router(TerminalId e) const {
  auto const below = level({e.v});  // the last coordinate is still 0
  return shape_.shift({e.v}, shape_.dims() - 1, below == 0 ? 0 : shape_.side(0) - below);
}

std::uint32_t SparseTorus::distance(RouterId a, RouterId b) const {
  std::uint32_t sum = 0;
  for (std::uint32_t dim = 0; dim < shape_.dims(); ++dim) {
    auto const from = shape_.coord(a, dim), to = shape_.coord(b, dim);
    sum += to - from + (to < from ? shape_.side(dim) : 0);
  }
  return sum;
}

/// Counts routers and terminals by distance. Distances from the origin are sums of coordinates: (1 + z + .. +
/// z^(n-1))^d counts them (lemma 2 of the source).
void SparseTorus::count_pairs(KnownMetrics& known) const {
  std::size_t const n = shape_.side(0);
  DistanceCounts from_origin{1};
  for (std::uint32_t dim = 0; dim < shape_.dims(); ++dim)
    from_origin = product(from_origin, DistanceCounts(n, 1));
  auto& between_terminals = known.terminal_pairs_at_distance;
  between_terminals.assign(from_origin.size(), 0);
  for (std::size_t at = n; at < from_origin.size(); at += n)
    between_terminals[at] = from_origin[at] * num_terminals();
  while (between_terminals.size() > 1 && between_terminals.back() == 0) between_terminals.pop_back();
  for (std::size_t at = 1; at < from_origin.size(); ++at)
    known.pairs_at_distance.push_back(from_origin[at] * num_routers());
}

/// Returns the known metrics. The underlying undirected graph is the torus, or for n = 2 the hypercube.
KnownMetrics SparseTorus::known() const {
  KnownMetrics known;
  std::uint64_t const d = shape_.dims(), n = shape_.side(0), nodes = shape_.size();
  known.links = d * nodes;
  known.loops = known.parallel = 0;
  known.degree_min = known.degree_max = static_cast<std::uint32_t>(d);
  known.diameter = diameter();

  if (diameter() < max_distances) count_pairs(known);
  known.girth = d == 1 ? (n == 2 ? 0 : static_cast<std::uint32_t>(n)) : n == 3 ? 3 : 4;
  known.edge_connectivity = static_cast<std::uint32_t>(n == 2 ? d : 2 * d);
  auto const side = static_cast<double>(n), size = static_cast<double>(nodes);
  known.algebraic_connectivity = n == 2 ? 2 : 2 - 2 * std::cos(2 * std::numbers::pi / side);
  // Dimension order, with each dimension first in the same number of paths, loads all channels equally: the
  // minimum load for these distances.
  if (d > 1) known.uniform_load = exactly(size / side * (side - 1) / (2 * side), "closed form");
  double const cut = n == 2 ? size / 2 : n % 2 == 0 ? 2 * size / side : 2 * (size - 1) / (side - 1);
  known.bisection = Bounds{
      cut, cut,
      "closed form of tori (Aroca & Fernandez Anta, Bisection (band)width of product networks, IEEE TPDS "
      "2014)"};
  return known;
}
}  // namespace weft::topology
