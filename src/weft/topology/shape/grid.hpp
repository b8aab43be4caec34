// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <tuple>
#include <vector>

#include "weft/topology/family.hpp"

namespace weft {

/// Parameters of grids (mesh and torus).
struct GridParams {
  Sides sides{4, 4};
  std::int64_t concentration = 1;
  bool doubled = false;
  double injection = 0;
};

inline constexpr std::tuple grid_schema{
    param("sides", &GridParams::sides, Range{1, 4294967295}, "routers along each dimension").size(),
    param("concentration", &GridParams::concentration, Range{1, 65535}, "terminals per router"),
    param("doubled", &GridParams::doubled, "a side of 2 has two links between its routers instead of one"),
    param("injection", &GridParams::injection, Range{0, 65535},
          "bandwidth of a terminal's link to its router, as a multiple of the channel bandwidth (engine "
          "rounds has no such link); 0: unlimited in metrics and collectives, the bandwidth of one "
          "channel in engines flit and flow"),
};

/// Base of mesh and torus: routers on a grid, with links between neighbors along each dimension. Along a
/// dimension that wraps, every router has a minus and a plus port; otherwise the routers at each end lack one
/// of the two. Ports are numbered (dimension 0 minus, dimension 0 plus, dimension 1 minus, ..), skipping
/// absent ones: 2 * dim and 2 * dim + 1 in the interior. The input port of a channel has the number of the
/// output port of its reverse.
class Grid : public Concentrated {
 public:
  using Params = GridParams;
  static constexpr bool bidirectional = true;
  static constexpr bool routers_are_nodes = true;

  Params const& params() const { return params_; }
  double injection() const { return params_.injection; }
  std::uint16_t degree(RouterId r) const { return regular_ ? degree_ : first_port(r, shape_.dims()); }
  Hop neighbor(RouterId r, PortId p) const;
  /// Returns one class per dimension: dim0, dim1, ..
  std::vector<ChannelClass> classes() const { return numbered_classes("dim", 0, shape_.dims()); }
  ClassId class_of(RouterId r, PortId p) const { return {static_cast<std::uint16_t>(direction(r, p).dim)}; }
  CartesianShape const& shape() const { return shape_; }
  PortId port_toward(RouterId r, std::uint32_t dim, std::uint32_t coord) const;
  std::uint32_t distance(RouterId a, RouterId b) const;
  std::uint32_t diameter() const;
  KnownMetrics known() const;
  /// Returns whether a wrap-around channel connects the first and the last router along dim.
  bool wraps(std::uint32_t dim) const { return axes_[dim].wraps; }
  GridLayout layout_hint() const;

  /// Throws InputError for more than 2^32 routers or terminals.
  static void check(Params const& params);
  /// Returns small instances, with sides of 1 and 2, odd and even sides, and several terminals per router.
  static std::vector<Params> samples();

 protected:
  Grid(Params const& params, bool wraps);

 private:
  struct Axis {
    bool wraps;
    std::uint16_t first_port;  // used if all routers have the same ports
  };
  struct Direction {
    std::uint32_t dim, coord;
    std::uint16_t first_port;
    bool plus;
  };
  bool has_minus(std::uint32_t dim, std::uint32_t coord) const { return axes_[dim].wraps || coord > 0; }
  bool has_plus(std::uint32_t dim, std::uint32_t coord) const {
    return axes_[dim].wraps || coord + 1 < shape_.side(dim);
  }
  std::uint16_t ports_along(std::uint32_t dim, std::uint32_t coord) const {
    return static_cast<std::uint16_t>(has_minus(dim, coord) + has_plus(dim, coord));
  }
  std::uint16_t first_port(RouterId r, std::uint32_t dim) const;
  Direction direction(RouterId r, PortId p) const;

  Params params_;
  CartesianShape shape_;
  std::vector<Axis> axes_;
  std::vector<std::uint16_t> dim_of_port_;
  std::uint16_t degree_ = 0;
  bool regular_ = true;
};

/// Returns the first port of r along dim, or the number of ports of r if dim = dims().
inline std::uint16_t Grid::first_port(RouterId r, std::uint32_t dim) const {
  if (regular_ && dim < shape_.dims()) return axes_[dim].first_port;
  std::uint16_t port = 0;
  for (std::uint32_t d = 0; d < dim; ++d)
    port = static_cast<std::uint16_t>(port + ports_along(d, shape_.coord(r, d)));
  return port;
}

inline Grid::Direction Grid::direction(RouterId r, PortId p) const {
  if (regular_) {
    std::uint32_t const dim = dim_of_port_[p.v];
    auto const coord = shape_.coord(r, dim);
    auto const first = axes_[dim].first_port;
    return {dim, coord, first, p.v > first || !has_minus(dim, coord)};
  }
  std::uint16_t first = 0;
  for (std::uint32_t dim = 0;; ++dim) {
    auto const coord = shape_.coord(r, dim);
    auto const next = static_cast<std::uint16_t>(first + ports_along(dim, coord));
    if (p.v < next) return {dim, coord, first, p.v > first || !has_minus(dim, coord)};
    first = next;
  }
}

inline Hop Grid::neighbor(RouterId r, PortId p) const {
  auto const [dim, coord, first, plus] = direction(r, p);
  auto const last = shape_.side(dim) - 1;
  auto const next = plus ? (coord == last ? 0 : coord + 1) : (coord == 0 ? last : coord - 1);
  auto const back = static_cast<std::uint16_t>(first + (!plus && has_minus(dim, next)));
  return {shape_.shift(r, dim, next - coord), {back}};
}

inline PortId Grid::port_toward(RouterId r, std::uint32_t dim, std::uint32_t coord) const {
  auto const here = shape_.coord(r, dim), side = shape_.side(dim);
  auto const ahead = coord - here + (coord < here ? side : 0);
  bool const wraps = axes_[dim].wraps, plus = wraps ? ahead <= side - ahead : coord > here;
  return {static_cast<std::uint16_t>(first_port(r, dim) + (plus & (wraps | (here > 0))))};
}

inline std::uint32_t Grid::distance(RouterId a, RouterId b) const {
  std::uint32_t sum = 0;
  for (std::uint32_t dim = 0; dim < shape_.dims(); ++dim) {
    auto const from = shape_.coord(a, dim), to = shape_.coord(b, dim), side = shape_.side(dim);
    auto const apart = from < to ? to - from : from - to;
    sum += axes_[dim].wraps && apart > side - apart ? side - apart : apart;
  }
  return sum;
}

}  // namespace weft
