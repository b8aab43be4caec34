// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "weft/topology/family.hpp"

namespace weft::topology {

/// A hypercube with vertices replaced by cycles, one router for each dimension: router w * dimension + i is
/// at position i of the cycle of vertex w. Ports: to position i - 1, to position i + 1, along dimension i of
/// the cube.
class CubeConnectedCycles : public Concentrated {
 public:
  struct Params {
    std::int64_t dimension = 4;
    std::int64_t concentration = 1;
  };
  static constexpr std::string_view name = "cube_connected_cycles";
  static constexpr std::string_view doc =
      "A hypercube of the given dimension whose vertices are cycles. A cycle has one router per dimension, "
      "and this router has the link along that dimension (Preparata & Vuillemin, The cube-connected cycles, "
      "CACM 24(5), 1981): dimension * 2^dimension routers of degree 3, diameter 2 dimension + "
      "floor(dimension / 2) - 2 from dimension 4 on. Channel classes: cycle, cube.";
  static constexpr std::string_view formulae =
      "vertices = dimension 2^dimension of degree 3, diameter = 2 dimension - 2 + floor(dimension / 2) from"
      " dimension 4 on";
  static constexpr std::tuple schema{
      param("dimension", &Params::dimension, Range{1, 27},
            "dimension of the cube; below 3 there are loops or double links")
          .size(),
      param("concentration", &Params::concentration, Range{1, 65535}, "terminals per router"),
  };
  static constexpr bool bidirectional = true;
  static constexpr bool vertex_transitive = true;

  explicit CubeConnectedCycles(Params const& params)
      : Concentrated(static_cast<std::uint64_t>(params.dimension) << params.dimension,
                     static_cast<std::uint64_t>(params.concentration)),
        params_(params),
        cycle_(static_cast<std::uint64_t>(params.dimension)) {}
  static void check(Params const& params);
  static std::vector<Params> samples() { return {{1}, {2}, {3, 2}, {5}}; }

  Params const& params() const { return params_; }
  std::uint16_t degree(RouterId) const { return 3; }
  Hop neighbor(RouterId r, PortId p) const;
  std::vector<ChannelClass> classes() const { return {{"cycle"}, {"cube"}}; }
  ClassId class_of(RouterId, PortId p) const { return {static_cast<std::uint16_t>(p.v == 2)}; }
  /// Returns the distance. A shortest path around the cycle visits the dimensions in which the vertices
  /// differ: it goes around the cycle at most once, or back and forth, omitting the longest stretch without
  /// such a dimension.
  std::uint32_t distance(RouterId a, RouterId b) const;
  std::uint32_t diameter() const;
  KnownMetrics known() const;

  /// Returns a drawing with every cycle as a group.
  DrawingHint drawing() const {
    return {PictureStyle::groups,
            [d = static_cast<std::uint32_t>(params().dimension)](RouterId r) { return r.v / d; }};
  }

 private:
  std::uint32_t dimension() const { return static_cast<std::uint32_t>(cycle_.value()); }
  Params params_;
  Divisor cycle_;
};

inline Hop CubeConnectedCycles::neighbor(RouterId r, PortId p) const {
  auto const vertex = cycle_.quotient(r.v), position = r.v - vertex * dimension(), last = dimension() - 1;
  if (p.v == 0) return {{position == 0 ? r.v + last : r.v - 1}, {1}};
  if (p.v == 1) return {{position == last ? r.v - last : r.v + 1}, {0}};
  return {{(vertex ^ std::uint32_t{1} << position) * dimension() + position}, {2}};
}

}  // namespace weft::topology
