// SPDX-License-Identifier: Apache-2.0
#include "weft/topology/family/cube_connected_cycles.hpp"

#include <bit>
#include <cmath>
#include <numbers>

#include "weft/core/bounds.hpp"
#include "weft/topology/metric/bisection.hpp"

namespace weft::topology {
namespace {

/// Returns the maximum difference between consecutive elements of {0, length} and the positions in `set`
/// below `length`.
std::uint32_t longest_gap(std::uint32_t set, std::uint32_t length) {
  std::uint32_t longest = 0, last = 0;
  for (set &= ~(~std::uint32_t{0} << length); set != 0; set &= set - 1) {
    auto const position = static_cast<std::uint32_t>(std::countr_zero(set));
    longest = std::max(longest, position - last);
    last = position;
  }
  return std::max(longest, length - last);
}

/// ways[gap][t]: number of sets of t of the length - 1 positions inside an arc with longest gap `gap`.
using ArcWays = std::vector<std::vector<std::uint64_t>>;

/// Counts the sets: sets without a gap longer than `max` are compositions of the length into t + 1 parts of
/// at most `max`.
ArcWays count_arc_sets(std::uint32_t length) {
  auto const up_to = [&](std::uint32_t max) {
    std::vector<std::vector<std::uint64_t>> parts(length + 1, std::vector<std::uint64_t>(length + 1, 0));
    parts[0][0] = 1;
    for (std::uint32_t sum = 1; sum <= length; ++sum)
      for (std::uint32_t count = 1; count <= sum; ++count)
        for (std::uint32_t part = 1; part <= std::min(max, sum); ++part)
          parts[sum][count] += parts[sum - part][count - 1];
    return parts[length];
  };
  ArcWays ways(length + std::size_t{1}, std::vector<std::uint64_t>(length + 1, 0));
  if (length == 0) ways[0][0] = 1;
  std::vector<std::uint64_t> fewer(length + 1, 0);
  for (std::uint32_t gap = 1; gap <= length; ++gap) {
    auto const now = up_to(gap);
    for (std::uint32_t t = 0; t < length; ++t) ways[gap][t] = now[t + 1] - fewer[t + 1];
    fewer = now;
  }
  return ways;
}

/// Counts the routers at each distance from a fixed router, over the positions of the other router and the
/// sets of dimensions in which the vertices differ.
DistanceCounts distances_from_one(std::uint32_t k, std::uint32_t diameter) {
  std::vector<ArcWays> arcs;
  for (std::uint32_t length = 0; length <= k; ++length) arcs.push_back(count_arc_sets(length));
  DistanceCounts counts(diameter + std::size_t{3}, 0);
  for (std::uint32_t end = 0; end < k; ++end) {
    auto const &before = arcs[end], &after = arcs[k - end];
    std::uint32_t const ends = end == 0 ? 1 : 2;  // positions that are not interior to an arc
    for (std::uint32_t x = 0; x < before.size(); ++x)
      for (std::uint32_t y = 0; y < after.size(); ++y)
        for (std::uint32_t s = 0; s < before.size(); ++s)
          for (std::uint32_t t = 0; t < after.size(); ++t) {
            auto const ways = before[x][s] * after[y][t];
            if (ways == 0) continue;
            auto const distance = cycle_walk(k, end, x, y) + s + t;
            for (std::uint32_t more = 0; more <= ends; ++more)
              counts[distance + more] += more == 1 ? ways * ends : ways;
          }
  }
  counts.resize(diameter + std::size_t{1});
  return counts;
}

/// Returns 2 - 2 cos(x) for the smallest x with tan(k x / 2) sin(x) = 1. The Laplacian splits into Laplacians
/// of weighted cycles, one for each set of dimensions along which an eigenvector alternates; the smallest
/// eigenvalue comes from a single dimension.
double min_eigenvalue(double k) {
  double low = 0, high = std::numbers::pi / k;
  for (int step = 0; step < 100; ++step) {
    auto const x = (low + high) / 2;
    (std::tan(k * x / 2) * std::sin(x) < 1 ? low : high) = x;
  }
  return 2 - 2 * std::cos(low);
}

}  // namespace

void CubeConnectedCycles::check(Params const& params) {
  check_sizes(
      "dimension gives",
      static_cast<double>(params.dimension) * static_cast<double>(std::uint64_t{1} << params.dimension), 3,
      static_cast<double>(params.concentration));
}

std::uint32_t CubeConnectedCycles::distance(RouterId a, RouterId b) const {
  auto const k = dimension(), at = cycle_.quotient(a.v), to = cycle_.quotient(b.v);
  auto const from = a.v - at * k, goal = b.v - to * k, end = goal >= from ? goal - from : goal + k - from;
  auto const differ = at ^ to;
  // Rotated so that the bit of position `from` is the lowest.
  auto const turned = (differ >> from | differ << (k - from)) & ~(~std::uint32_t{0} << k);
  return static_cast<std::uint32_t>(std::popcount(differ)) +
         cycle_walk(k, end, longest_gap(turned, end), longest_gap(turned >> end, k - end));
}

std::uint32_t CubeConnectedCycles::diameter() const {
  auto const k = dimension();
  return k == 1 ? 1 : k == 2 ? 4 : k == 3 ? 6 : 2 * k + k / 2 - 2;
}

/// Returns the known metrics; below dimension 3, links are loops or double, and only distances are known.
KnownMetrics CubeConnectedCycles::known() const {
  auto const k = dimension();
  KnownMetrics known;
  known.diameter = diameter();
  auto counts = distances_from_one(k, diameter());
  for (std::size_t i = 1; i < counts.size(); ++i)
    known.pairs_at_distance.push_back(counts[i] * num_routers());
  if (k < 3) return known;
  known.links = num_routers() / 2 * 3;
  known.loops = known.parallel = 0;
  known.degree_min = known.degree_max = 3;
  known.girth = std::min(k, 8u);
  known.edge_connectivity = 3;
  known.algebraic_connectivity = min_eigenvalue(k);
  // A wrapped butterfly, whose bisection is 2^k, embeds in the cube-connected cycles with congestion 2.
  known.bisection = exactly(static_cast<double>(std::uint64_t{1} << (k - 1)),
                            "closed form (Bornstein et al. 2001, Manabe et al. 1988)");
  // All links of the cube are equivalent, and so are all links of the cycles; for either kind, a shortest
  // path of a pair also has the minimum number of hops of that kind.
  double hops = 0;
  for (std::size_t d = 1; d < counts.size(); ++d)
    hops += static_cast<double>(d) * static_cast<double>(counts[d]);
  double const across = static_cast<double>(k) * k * static_cast<double>(std::uint64_t{1} << (k - 1));
  known.uniform_load =
      exactly(concentration() * static_cast<double>(concentration()) * std::max(across, (hops - across) / 2),
              "closed form");
  return known;
}
}  // namespace weft::topology
