#include "weft/topology/sparse_mesh.hpp"

#include <cmath>
#include <numbers>

#include "weft/topology/pair_counts.hpp"

namespace weft {

KnownMetrics SparseMesh::known() const {
  KnownMetrics known;
  std::uint64_t const s = side();
  known.links = 2 * s * (s - 1);
  known.loops = known.parallel = 0;
  known.degree_min = s == 1 ? 0 : 2;
  known.degree_max = s < 3 ? 2 * (side() - 1) : 4;
  known.diameter = diameter();
  auto const pairs = convolved(path_pairs(s), path_pairs(s));
  known.pairs_at_distance.assign(pairs.begin() + 1, pairs.end());
  known.terminal_pairs_at_distance.assign(2 * s - 1, 0);
  for (std::uint64_t steps = 1; steps < s; ++steps)
    known.terminal_pairs_at_distance[2 * steps] = 2 * (s - steps);
  known.girth = s == 1 ? 0 : 4;
  if (s == 1) return known;
  known.edge_connectivity = 2;
  known.algebraic_connectivity = 2 - 2 * std::cos(std::numbers::pi / static_cast<double>(s));
  auto const cut = static_cast<double>(s + s % 2);
  known.bisection = Bounds{
      cut, cut, "closed form of meshes (Leighton, Introduction to Parallel Algorithms and Architectures)"};
  return known;
}

}  // namespace weft
