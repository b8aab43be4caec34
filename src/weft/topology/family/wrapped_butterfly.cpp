// SPDX-License-Identifier: Apache-2.0
#include "weft/topology/family/wrapped_butterfly.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "weft/core/bounds.hpp"
#include "weft/topology/metric/bisection.hpp"

namespace weft::topology {
namespace {

/// Returns the length of the longest run of zeros among the lowest `length` bits.
std::uint32_t longest_run(std::uint32_t bits, std::uint32_t length) {
  std::uint32_t longest = 0, run = 0;
  for (std::uint32_t i = 0; i < length; ++i) {
    run = bits >> i & 1 ? 0 : run + 1;
    longest = std::max(longest, run);
  }
  return longest;
}

/// Returns the number of words of `length` bits with a longest run of zeros of 0, 1, .., length.
std::vector<std::uint64_t> count_runs(std::uint32_t length) {
  std::vector<std::uint64_t> ways;
  std::uint64_t fewer = 0;
  for (std::uint32_t max = 0; max <= length; ++max) {
    // words[n]: words of n bits without a run longer than `max`: up to `max` zeros, or such a run followed by
    // a one and a shorter word
    std::vector<std::uint64_t> words(length + std::size_t{1}, 0);
    for (std::uint32_t n = 0; n <= length; ++n) {
      words[n] = n <= max;
      for (std::uint32_t run = 0; run <= max && run < n; ++run) words[n] += words[n - run - 1];
    }
    ways.push_back(words[length] - fewer);
    fewer = words[length];
  }
  return ways;
}

/// Adds the number of vertices at each distance from a vertex, `end` levels above it.
void add_distances(std::uint32_t k, std::uint32_t end, DistanceCounts& counts) {
  auto const before = count_runs(end), after = count_runs(k - end);
  for (std::uint32_t x = 0; x < before.size(); ++x)
    for (std::uint32_t y = 0; y < after.size(); ++y) counts[cycle_walk(k, end, x, y)] += before[x] * after[y];
}

}  // namespace

std::uint32_t WrappedButterfly::distance(RouterId a, RouterId b) const {
  auto const k = dimension_, from = a.v >> k, goal = b.v >> k,
             end = goal >= from ? goal - from : goal + k - from;
  auto const differ = (a.v ^ b.v) & (rows() - 1);
  auto const turned = (differ >> from | differ << (k - from)) & (rows() - 1);
  return cycle_walk(k, end, longest_run(turned, end), longest_run(turned >> end, k - end));
}

/// Returns the known metrics; below dimension 3, links are loops or double, and only distances are known.
KnownMetrics WrappedButterfly::known() const {
  auto const k = dimension_;
  KnownMetrics known;
  known.diameter = diameter();
  DistanceCounts all(diameter() + std::size_t{1}, 0), nodes(all);
  for (std::uint32_t end = 0; end < k; ++end) add_distances(k, end, all);
  add_distances(k, 0, nodes);
  for (std::size_t d = 1; d < all.size(); ++d) known.pairs_at_distance.push_back(all[d] * num_routers());
  for (auto const count : nodes) known.terminal_pairs_at_distance.push_back(count * rows());
  known.terminal_pairs_at_distance[0] = 0;
  while (known.terminal_pairs_at_distance.back() == 0 && known.terminal_pairs_at_distance.size() > 1)
    known.terminal_pairs_at_distance.pop_back();
  if (k < 3) return known;
  known.links = num_routers() * 2;
  known.loops = known.parallel = 0;
  known.degree_min = known.degree_max = 4;
  known.girth = k == 3 ? 3 : 4;
  known.edge_connectivity = 4;
  // Eigenvectors that alternate along one bit correspond to a path of k levels.
  known.algebraic_connectivity = 4 - 4 * std::cos(std::numbers::pi / (k + 1));
  known.bisection = exactly(rows(), "closed form (Bornstein et al. 2001)");
  // Paths go once around all levels, half of the traffic in each direction, while the bits are corrected; a
  // terminal has four channels.
  known.uniform_load = Bounds{(rows() - 1) / 4.0, rows() / 4.0, "paths around all levels"};
  return known;
}
}  // namespace weft::topology
