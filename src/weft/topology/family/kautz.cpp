// SPDX-License-Identifier: Apache-2.0
#include "weft/topology/family/kautz.hpp"

#include <cmath>

#include "weft/topology/metric/bisection.hpp"

namespace weft::topology {
namespace {

std::uint64_t size_of(Kautz::Params const& params) {
  return power(params.degree, params.length) + power(params.degree, params.length - 1);
}

}  // namespace

void Kautz::check(Params const& params) {
  auto const d = static_cast<double>(params.degree), k = static_cast<double>(params.length);
  check_sizes("degree and length give", std::pow(d, k) + std::pow(d, k - 1), d,
              static_cast<double>(params.concentration));
}

Kautz::Kautz(Params const& params)
    : Concentrated(size_of(params), static_cast<std::uint64_t>(params.concentration)),
      params_(params),
      routers_(size_of(params)),
      by_degree_(static_cast<std::uint64_t>(params.degree)),
      share_(routers_ / by_degree_.value()) {}

std::uint32_t Kautz::distance(RouterId a, RouterId b) const {
  std::uint64_t low = a.v, width = 1;  // width of the interval of reachable routers
  std::uint32_t hops = 0;
  while ((b.v >= low ? b.v - low : b.v + routers_ - low) >= width) {
    auto const after = low + width < routers_ ? low + width : low + width - routers_;
    auto const shifted = times_degree(static_cast<std::uint32_t>(after));
    low = shifted == 0 ? 0 : routers_ - shifted;
    width *= by_degree_.value();
    ++hops;
  }
  return hops;
}

KnownMetrics Kautz::known() const {
  auto const d = by_degree_.value();
  auto const degree = static_cast<std::uint32_t>(d), k = diameter();
  KnownMetrics known;
  known.links = routers_ * d;
  known.loops = known.parallel = 0;
  known.degree_min = known.degree_max = degree;
  known.diameter = k;
  auto counts = longest_overlaps(d + 1, k, Words::distinct_neighbors);
  counts.pop_back();
  known.pairs_at_distance.assign(counts.rbegin(), counts.rend());
  known.girth = 3;
  if (complete()) {
    known.edge_connectivity = degree;
    known.algebraic_connectivity = static_cast<double>(d + 1);
    known.bisection = exactly(static_cast<double>((d + 1) / 2 * (d + 1 - (d + 1) / 2)), "complete graph");
    return known;
  }
  known.edge_connectivity = 2 * degree - 1;  // Bermond, Homobono & Peyrat 1989
  // Exactly one path of k hops leads from a to b, or one of k - 1 hops if the end of a equals the beginning
  // of b: all pairs together load all arcs equally. For words of two letters, d (d + 1) / 2 pairs, two arcs
  // form one link.
  auto const load =
      static_cast<double>(k) * std::pow(d, k - 1) + static_cast<double>(k - 1) * std::pow(d, k - 2.0);
  known.pair_load = load;
  known.bisection = bisection_by_load(routers_, *known.links, d * (d + 1) / 2, load);
  known.uniform_load = routed(load, concentration(), "paths of `length` hops or one less");
  return known;
}
}  // namespace weft::topology
