// SPDX-License-Identifier: Apache-2.0
#include "weft/topology/family/coated_mesh.hpp"

#include "weft/topology/metric/bisection.hpp"

namespace weft::topology {
namespace {

/// Returns the number of ordered pairs of routers of a path, by distance.
DistanceCounts path_pairs(std::uint64_t routers) {
  DistanceCounts counts{routers};
  for (std::uint64_t d = 1; d < routers; ++d) counts.push_back(2 * (routers - d));
  return counts;
}

/// Adds `counts` to `sum`, multiplied by `times` and with distances increased by `shift`.
void add_shifted(DistanceCounts& sum, DistanceCounts const& counts, std::size_t shift, std::uint64_t times) {
  if (sum.size() < counts.size() + shift) sum.resize(counts.size() + shift, 0);
  for (std::size_t d = 0; d < counts.size(); ++d) sum[d + shift] += times * counts[d];
}

}  // namespace

RouterId CoatedMesh::inner(RouterId node) const {
  auto const index = node.v - static_cast<std::uint32_t>(shape_.size());
  auto const port = index / side(), along = index % side(), across = port % 2 == 0 ? 0 : side() - 1;
  return {port < 2 ? along * side() + across : across * side() + along};
}

Hop CoatedMesh::neighbor(RouterId r, PortId p) const {
  if (is_node(r)) {
    auto const port = (r.v - shape_.size()) / side();
    return {inner(r), {static_cast<std::uint16_t>(port)}};
  }
  std::uint32_t const dim = p.v / 2u;
  bool const plus = p.v % 2 == 1;
  auto const coord = shape_.coord(r, dim);
  if (coord == (plus ? side() - 1 : 0)) {
    auto const node = shape_.size() + std::uint64_t{p.v} * side() + shape_.coord(r, 1 - dim);
    return {{static_cast<std::uint32_t>(node)}, {0}};
  }
  return {shape_.shift(r, dim, plus ? 1 : ~std::uint32_t{0}), {static_cast<std::uint16_t>(p.v ^ 1)}};
}

std::vector<CapacityReading> CoatedMesh::capacity_readings() const {
  auto const s = std::uint64_t{side()}, channels = 2 * s * s;
  auto const on_boundary = s == 1 ? 1 : 4 * s - 4;
  return {{"slides: 4 side - 2 processors", 4 * s - 2, 2 * s, channels},
          {"processors on boundary routers", on_boundary, 2 * (s - 1), channels},
          {"processors on boundary ports", 4 * s, 2 * s, channels}};
}

DrawingHint CoatedMesh::drawing() const {
  auto const position = [mesh = *this](RouterId r) {
    auto const router = mesh.is_node(r) ? mesh.inner(r) : r;
    auto x = mesh.shape_.coord(router, 0) + 1, y = mesh.shape_.coord(router, 1) + 1;
    if (mesh.is_node(r)) {
      auto const port = (r.v - mesh.shape_.size()) / mesh.side();
      (port < 2 ? x : y) = port % 2 == 0 ? 0 : mesh.side() + 1;
    }
    return y * (mesh.side() + 2) + x;
  };
  return {PictureStyle::grid, position, {side() + 2, side() + 2}};
}

std::uint32_t CoatedMesh::distance(RouterId a, RouterId b) const {
  if (a == b) return 0;
  auto const from = is_node(a) ? inner(a) : a, to = is_node(b) ? inner(b) : b;
  std::uint32_t sum = is_node(a) + is_node(b);
  for (std::uint32_t dim = 0; dim < 2; ++dim) {
    auto const x = shape_.coord(from, dim), y = shape_.coord(to, dim);
    sum += x < y ? y - x : x - y;
  }
  return sum;
}

/// Returns the known metrics. The bisection is exact: a division that cuts fewer than side links of the mesh
/// has less than a quarter of the routers on one side (B. Bollobas and I. Leader, Edge-isoperimetric
/// inequalities in the grid, Combinatorica 1991) and must then separate side or more processors from their
/// routers; only straight lines cut exactly side links.
KnownMetrics CoatedMesh::known() const {
  KnownMetrics known;
  std::uint64_t const s = side();
  known.links = 2 * s * (s - 1) + 4 * s;
  known.loops = known.parallel = 0;
  known.degree_min = 1;
  known.degree_max = 4;
  known.diameter = diameter();

  auto const path = path_pairs(s);
  DistanceCounts const ones(s, 1);
  DistanceCounts terminals{0};
  add_shifted(terminals, {path.begin() + 1, path.end()}, 3, 4);  // same side of the mesh
  add_shifted(terminals, path, s + 1, 4);                        // opposite sides
  add_shifted(terminals, product(ones, ones), 2, 8);             // adjacent sides
  auto pairs = product(path, path);
  pairs[0] = 0;
  add_shifted(pairs, product(path, ones), 1, 8);  // a processor and a router, in both directions
  add_shifted(pairs, terminals, 0, 1);
  known.pairs_at_distance.assign(pairs.begin() + 1, pairs.end());
  known.terminal_pairs_at_distance = std::move(terminals);

  known.girth = s == 1 ? 0 : 4;
  known.edge_connectivity = 1;
  auto const cut = static_cast<double>(s + s % 2);
  // Paths go straight in, turn, and go straight out; pairs on the same side or on opposite sides change lines
  // uniformly. A channel of the mesh then carries s pairs of opposite sides, 2 s pairs of adjacent sides, s
  // pairs of the same side, and at most s pairs that change lines.
  known.uniform_load =
      Bounds{static_cast<double>(4 * s - 1), static_cast<double>(5 * s), "paths with one turn or two; ports"};
  known.bisection = Bounds{cut, cut, "a line through the mesh, by the isoperimetric inequality of grids"};
  return known;
}

GridLayout CoatedMesh::layout_hint() const {
  auto const last = static_cast<std::int32_t>(side()) + 1;
  GridLayout hint{{{shape_, {false, false}, 0, 0, {1, 1, 0}}}};
  for (std::uint32_t port = 0; port < 4; ++port) {
    auto const across = port / 2, along = 1 - across;
    GridLayout::Part line{CartesianShape{{side()}}, {false}, 0, along};
    line.first_router = static_cast<std::uint32_t>(shape_.size() + port * std::uint64_t{side()});
    line.origin[along] = 1;
    line.origin[across] = port % 2 == 0 ? 0 : last;
    hint.parts.push_back(std::move(line));
  }
  return hint;
}
}  // namespace weft::topology
