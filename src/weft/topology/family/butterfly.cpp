// SPDX-License-Identifier: Apache-2.0
#include "weft/topology/family/butterfly.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numbers>

#include "weft/topology/metric/bisection.hpp"

namespace weft::topology {
namespace {

std::uint64_t power_of_two(std::uint32_t exponent) { return std::uint64_t{1} << exponent; }

/// Adds to `counts` the number of routers of level j at each distance from a router of level i, summed over
/// the lowest and the highest level of the path.
void add_distances(std::uint32_t k, std::uint32_t i, std::uint32_t j, DistanceCounts& counts) {
  auto const [low, high] = std::minmax({i, j});
  // Sets of bits that are crossed from `low` down to `bottom`, or from `high` up to `top`; the bits between
  // `low` and `high` are free.
  for (std::uint32_t bottom = 0; bottom <= low; ++bottom)
    for (std::uint32_t top = high; top <= k; ++top) {
      auto const below = bottom == low ? 1 : power_of_two(low - bottom - 1);
      auto const above = top == high ? 1 : power_of_two(top - high - 1);
      counts[2 * (top - bottom) - (high - low)] += below * above * power_of_two(high - low);
    }
}

/// Returns a lower bound on the cut, by load: if all pairs of routers route down to level 0 with random
/// turns, up to level k while all bits are corrected, and down again, the maximum load is on the links next
/// to the first and the last level.
std::uint64_t cut_by_load(double k) {
  auto const levels = k + 1;
  return static_cast<std::uint64_t>(
      std::ceil(levels * levels * std::exp2(k) / (levels * levels + k * k + 1) * (1 - 1e-12)));
}

}  // namespace

void Butterfly::check(Params const& params) {
  auto const rows = static_cast<double>(power_of_two(static_cast<std::uint32_t>(params.dimension)));
  check_sizes("dimension gives", static_cast<double>(params.dimension + 1) * rows, 4, 1);
  check_sizes("dimension gives", rows, 4, static_cast<double>(params.concentration));
}

std::uint32_t Butterfly::distance(RouterId a, RouterId b) const {
  auto const [low, high] = std::minmax({a.v >> dimension_, b.v >> dimension_});
  auto const differ = (a.v ^ b.v) & (rows() - 1);
  auto const bottom = std::min(low, static_cast<std::uint32_t>(std::countr_zero(differ | rows())));
  auto const top = std::max(high, static_cast<std::uint32_t>(std::bit_width(differ)));
  return 2 * (top - bottom) - (high - low);
}

KnownMetrics Butterfly::known() const {
  auto const k = dimension_;
  KnownMetrics known;
  known.links = std::uint64_t{2} * k * rows();
  known.loops = known.parallel = 0;
  known.degree_min = 2;
  known.degree_max = k == 1 ? 2 : 4;
  known.diameter = diameter();
  DistanceCounts all(diameter() + std::size_t{1}, 0), terminals(all);
  for (std::uint32_t i = 0; i <= k; ++i)
    for (std::uint32_t j = 0; j <= k; ++j) add_distances(k, i, j, all);
  add_distances(k, 0, 0, terminals);
  for (std::size_t d = 1; d < all.size(); ++d) known.pairs_at_distance.push_back(all[d] * rows());
  auto const each = terminals_.concentration();
  for (auto const count : terminals) known.terminal_pairs_at_distance.push_back(count * rows() * each * each);
  known.terminal_pairs_at_distance[0] -= num_terminals();
  known.girth = 4;
  known.edge_connectivity = 2;  // every link is on a cycle of length four
  known.algebraic_connectivity = 4 - 4 * std::cos(std::numbers::pi / (2 * k + 1));
  known.bisection = Bounds{static_cast<double>(std::max(
                               cut_by_load(k), spectral_cut(*known.algebraic_connectivity, num_routers()))),
                           static_cast<double>(rows()), "load of all pairs, cut across one bit"};
  // Paths are random up to the highest differing bit, and descend while the bits are corrected. Level 0 has
  // the maximum load, and no routing can leave level 0 over other channels.
  known.uniform_load =
      exactly(static_cast<double>(each * each) * static_cast<double>(rows() - 1) / 2, "closed form");
  return known;
}
}  // namespace weft::topology
