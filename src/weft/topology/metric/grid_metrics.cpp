// SPDX-License-Identifier: Apache-2.0
// The closed forms of meshes, tori and rings.

#include <algorithm>
#include <cmath>
#include <numbers>

#include "weft/core/bounds.hpp"
#include "weft/topology/metric/bisection.hpp"
#include "weft/topology/shape/grid.hpp"

namespace weft {
namespace {

/// Maximum length of a list of distances: 64 MB.
constexpr std::uint32_t max_distances = 1u << 23;

/// A path or a ring of more than one router, the factor of a grid along one dimension.
struct Factor {
  std::uint64_t side;
  bool ring;  // ring of three or more routers: with two it is a path
  std::uint64_t links() const { return ring ? side : side - 1; }
  /// Returns the number of cuts, each across one link, that together halve the side.
  std::uint64_t cuts() const { return ring ? 2 : 1; }
  double algebraic_connectivity() const {
    return 2 - 2 * std::cos((ring ? 2 : 1) * std::numbers::pi / static_cast<double>(side));
  }
  /// Returns the number of ordered pairs at each distance.
  DistanceCounts distances() const {
    DistanceCounts counts{side};
    auto const farthest = ring ? side / 2 : side - 1;
    for (std::uint64_t d = 1; d <= farthest; ++d)
      counts.push_back(ring ? (2 * d == side ? side : 2 * side) : 2 * (side - d));
    return counts;
  }
  /// Returns the number of ordered pairs with shortest paths across the link with the maximum load, if two
  /// shortest paths of equal length are used equally.
  double pairs_per_link() const {
    auto const s = static_cast<double>(side), odd = static_cast<double>(side % 2);
    return (s * s - odd) / (ring ? 4 : 2);
  }
  /// Returns the number of ordered pairs per channel if two shortest paths of equal length are used equally;
  /// for a path, on the channel in its middle. `doubled`: neighboring routers have two links.
  double pairs_per_channel(bool doubled) const {
    auto const across = static_cast<double>(side / 2 * (side - side / 2));
    return across / (ring || doubled ? 2 : 1);
  }
};

/// Returns the bisection. Upper bound: cuts the grid across its longest dimension, the middle layer of an odd
/// side across the next dimension, and so on. J. Arjona Aroca and A. Fernandez Anta, Bisection (Band)Width of
/// Product Networks, IEEE TPDS 25(3), 2014: minimal for meshes, and for tori without sides of 2. For other
/// grids the lower bound is the number of links that dimension-order shortest paths between all pairs
/// require.
Bounds grid_bisection(std::vector<Factor> factors, std::uint64_t routers) {
  // A ring cut twice counts as a path of half its length.
  std::ranges::stable_sort(factors, std::greater{}, [](auto const& f) { return 2 * f.side / f.cuts(); });
  double upper = 0, load = 0;
  std::uint64_t layer = routers;
  for (auto const& factor : factors) {
    layer /= factor.side;
    upper += static_cast<double>(factor.cuts() * layer);
    if (factor.side % 2 == 0) break;
  }
  for (auto const& factor : factors)
    load = std::max(load, factor.pairs_per_link() * static_cast<double>(routers / factor.side));
  auto const is_ring = [](Factor const& factor) { return factor.ring; };
  if (std::ranges::all_of(factors, is_ring) || std::ranges::none_of(factors, is_ring))
    return exactly(upper, "closed form (Arjona Aroca & Fernandez Anta 2014)");
  auto const half = static_cast<double>(routers / 2), rest = static_cast<double>(routers) - half;
  return {std::ceil(2 * half * rest / load * (1 - 1e-12)), upper,
          "load of all pairs, cut across the longest side"};
}

/// Returns the number of orbits of the routers of a mesh. Its automorphisms reflect sides and exchange equal
/// ones; there are no others, because paths are prime and the factors of a Cartesian product are unique (G.
/// Sabidussi, Math. Z. 72, 1960): for each side length, an orbit is a multiset of distances from the nearer
/// end.
double mesh_orbits(std::vector<Factor> factors) {
  std::ranges::sort(factors, {}, &Factor::side);
  double orbits = 1, equal = 0;
  std::uint64_t side = 0;
  for (auto const& factor : factors) {
    equal = factor.side == side ? equal + 1 : 1;
    side = factor.side;
    orbits *= (static_cast<double>((side + 1) / 2) + equal - 1) / equal;
  }
  return std::round(orbits);
}

std::uint32_t grid_girth(std::vector<Factor> const& factors) {
  std::uint64_t girth = factors.size() > 1 ? 4 : 0;
  for (auto const& factor : factors)
    if (factor.ring && (girth == 0 || factor.side < girth)) girth = factor.side;
  return static_cast<std::uint32_t>(girth);
}

}  // namespace

KnownMetrics Grid::known() const {
  auto const routers = shape_.size();
  std::vector<Factor> factors;
  KnownMetrics known;
  std::uint64_t links = 0, parallel = 0;
  std::uint32_t degree_min = 0, degree_max = 0;
  double max_load = 0;
  for (std::uint32_t dim = 0; dim < shape_.dims(); ++dim) {
    std::uint64_t const side = shape_.side(dim);
    if (side == 1) continue;
    Factor const factor{side, side > 2 && wraps(dim)};
    factors.push_back(factor);
    links += routers / side * factor.links();
    max_load = std::max(
        max_load, factor.pairs_per_channel(side == 2 && wraps(dim)) * static_cast<double>(routers / side));
    if (side == 2 && wraps(dim)) parallel += routers / 2;
    degree_min += factor.ring ? 2 : 1;
    degree_max += side > 2 ? 2 : 1;
  }
  known.links = links;
  known.loops = 0;
  known.parallel = parallel;
  known.degree_min = degree_min;
  known.degree_max = degree_max;
  known.diameter = diameter();
  if (diameter() <= max_distances) {
    DistanceCounts counts{1};
    for (auto const& factor : factors) counts = product(counts, factor.distances());
    known.pairs_at_distance.assign(counts.begin() + 1, counts.end());
  }
  if (routers == 1) return known;
  known.girth = grid_girth(factors);
  known.edge_connectivity = degree_min;  // edge connectivity of a Cartesian product, Xu & Yang 2006
  known.algebraic_connectivity =
      std::ranges::min(factors, {}, &Factor::algebraic_connectivity).algebraic_connectivity();
  known.bisection = grid_bisection(factors, routers);
  if (std::ranges::none_of(factors, &Factor::ring))
    known.orbits = exactly(mesh_orbits(factors), "closed form");
  // Dimension order loads the channels of a dimension like separate rings or paths, and under any routing as
  // many paths cross the dimension.
  known.uniform_load =
      exactly(static_cast<double>(concentration()) * concentration() * max_load, "closed form");
  return known;
}

}  // namespace weft
