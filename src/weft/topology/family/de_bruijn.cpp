// SPDX-License-Identifier: Apache-2.0
#include "weft/topology/family/de_bruijn.hpp"

#include <cmath>

#include "weft/topology/metric/bisection.hpp"

namespace weft::topology {

void DeBruijn::check(Params const& params) {
  auto const routers = std::pow(static_cast<double>(params.degree), static_cast<double>(params.length));
  check_sizes("degree and length give", routers, static_cast<double>(params.degree),
              static_cast<double>(params.concentration));
}

DeBruijn::DeBruijn(Params const& params)
    : Concentrated(power(params.degree, params.length), static_cast<std::uint64_t>(params.concentration)),
      params_(params) {
  for (std::int64_t i = 0; i <= params.length; ++i) power_.emplace_back(power(params.degree, i));
}

KnownMetrics DeBruijn::known() const {
  std::uint64_t const routers = num_routers(), d = digits();
  auto const k = diameter();
  KnownMetrics known;
  known.links = routers * d - d;
  known.loops = d;
  known.parallel = 0;
  known.degree_min = digits() - 1;
  known.degree_max = k == 1 ? digits() - 1 : digits();
  known.diameter = k;
  auto counts = longest_overlaps(d, k, Words::any);
  counts.pop_back();
  known.pairs_at_distance.assign(counts.rbegin(), counts.rend());
  known.girth = k > 1 || d > 2 ? 3 : 0;
  if (k == 1) {
    known.edge_connectivity = digits() - 1;
    known.algebraic_connectivity = static_cast<double>(d);
    known.bisection = exactly(static_cast<double>(d / 2 * (d - d / 2)), "complete graph");
    return known;
  }
  known.edge_connectivity = 2 * digits() - 2;  // Esfahanian & Hakimi 1985
  // Exactly one path of k hops leads from every word to every word: all pairs together load all arcs equally.
  // For words of two alternating digits, d (d - 1) / 2 pairs, two arcs form one link.
  auto const load = static_cast<double>(k) * std::pow(d, k - 1);
  known.pair_load = load;
  known.bisection = bisection_by_load(routers, *known.links, d * (d - 1) / 2, load);
  known.uniform_load = routed(load, concentration(), "paths of `length` hops");
  return known;
}
}  // namespace weft::topology
