// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "weft/topology/shape/grid.hpp"

namespace weft::topology {

/// A square mesh in which only the routers on a diagonal are processors: processor e is at (e, side - 1 - e),
/// so that every row and every column has one. Source: V. Leppanen and M. Penttonen, Sparse networks: balance
/// of processing and communication, 2007; the diagonal is Weft's choice, by analogy with the sparse torus.
class SparseMesh : public Grid {
 public:
  struct Params {
    std::int64_t side = 4;
  };
  static constexpr std::string_view name = "sparse_mesh";
  static constexpr std::string_view doc =
      "A square mesh with processors only on its diagonal, one in every row and every column, so that the "
      "network grows faster than their traffic (Leppanen & Penttonen, Sparse networks: balance of processing "
      "and communication, 2007). side processors among side^2 routers, at most 2 (side-1) hops apart. "
      "Channel classes: dim0, dim1.";
  static constexpr std::string_view formulae = "routers = side^2, processors = side, diameter = 2 (side - 1)";
  static constexpr std::tuple schema{
      param("side", &Params::side, Range{1, 65536}, "routers along each dimension").size(),
  };

  explicit SparseMesh(Params const& params) : Grid({{params.side, params.side}}, false), params_(params) {}
  static void check(Params const&) {}
  static std::vector<Params> samples() { return {{1}, {2}, {3}, {7}}; }

  Params const& params() const { return params_; }
  std::uint64_t num_terminals() const { return side(); }
  static constexpr bool nodes_are_hosts = false;
  std::uint64_t num_nodes() const { return side(); }
  bool is_node(RouterId r) const { return shape().coord(r, 0) + shape().coord(r, 1) == side() - 1; }
  RouterId injection_router(TerminalId e) const { return {(side() - 1 - e.v) * side() + e.v}; }
  RouterId ejection_router(TerminalId e) const { return injection_router(e); }
  TerminalRange terminals_at(RouterId r) const {
    if (!is_node(r)) return {};
    return {{shape().coord(r, 0)}, 1};
  }
  /// Returns the readings of Leppanen & Penttonen (Sparse networks, 2007), as for the mesh.
  std::vector<CapacityReading> capacity_readings() const {
    return {{"slides", num_terminals(), std::uint64_t{2} * side(), 2 * num_routers()},
            {"slides, exact diameter", num_terminals(), diameter(), 2 * num_routers()}};
  }
  KnownMetrics known() const {
    auto known = Grid::known();
    known.uniform_load.reset();
    known.terminal_pairs_at_distance.assign(2 * side() - std::size_t{1}, 0);
    for (std::uint32_t steps = 1; steps < side(); ++steps)
      known.terminal_pairs_at_distance[2 * steps] = 2 * (side() - steps);
    return known;
  }

 private:
  std::uint32_t side() const { return shape().side(0); }

  Params params_;
};

}  // namespace weft::topology
