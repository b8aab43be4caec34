#pragma once

#include <array>
#include <concepts>
#include <cstdint>
#include <cstdlib>
#include <span>
#include <tuple>
#include <vector>

#include "weft/core/ids.hpp"
#include "weft/core/param.hpp"
#include "weft/topology/cartesian_shape.hpp"
#include "weft/topology/clex.hpp"
#include "weft/topology/grid.hpp"

namespace weft {

/// In which order the routers of a ring stand along their line.
enum class Folding { folded, plain };

template <>
inline constexpr std::array enum_values<Folding> = {
    EnumValue<Folding>{"folded", Folding::folded, "0, k-1, 1, k-2, ..: no cable spans more than two places"},
    EnumValue<Folding>{"plain", Folding::plain, "0, 1, 2, ..: one cable spans the whole line"},
};

/// How a machine is set up in space.
struct LayoutParams {
  double pitch = 0.5;
  Folding folding = Folding::folded;

  static constexpr std::tuple schema{
      param("pitch", &LayoutParams::pitch, Range{1e-6, 1e6}, "distance between neighboring routers", "m"),
      param("folding", &LayoutParams::folding, "order of the routers of a ring that wraps around"),
  };
};

/// A place in space, in whole pitches.
using Cell = std::array<std::int32_t, 3>;

/// Length of a cable along the axes, in pitches.
inline std::uint32_t cells_between(Cell const& a, Cell const& b) {
  std::uint32_t sum = 0;
  for (std::size_t axis = 0; axis < 3; ++axis) sum += static_cast<std::uint32_t>(std::abs(a[axis] - b[axis]));
  return sum;
}

/// The place of every router on a cubic lattice, and so the length of every cable, which runs along the axes.
/// A router's place is the sum of one offset for each of its digits (CLEX) or coordinates (grids): nothing is
/// stored per router.
class Layout {
 public:
  /// `offsets[k][v]`: what the value v of digit k adds.
  Layout(CartesianShape digits, std::vector<std::vector<Cell>> offsets, double pitch);

  /// Metres between neighboring places.
  double pitch() const { return pitch_; }
  /// The digits of a router: the coordinates of a grid; of CLEX, digit k is that of level k + 1.
  CartesianShape const& digits() const { return digits_; }
  /// What each value of digit k adds to a router's place.
  std::span<Cell const> offsets(std::uint32_t k) const { return offsets_[k]; }
  Cell const& offset(std::uint32_t k, std::uint32_t value) const { return offsets_[k][value]; }

  Cell cell(RouterId r) const {
    Cell sum{};
    for (std::uint32_t k = 0; k < digits_.dims(); ++k) {
      auto const& part = offset(k, digits_.coord(r, k));
      for (std::size_t axis = 0; axis < 3; ++axis) sum[axis] += part[axis];
    }
    return sum;
  }
  /// Metres along the axes.
  std::array<double, 3> position(RouterId r) const {
    auto const c = cell(r);
    return {c[0] * pitch_, c[1] * pitch_, c[2] * pitch_};
  }
  std::uint32_t cells_between(RouterId a, RouterId b) const { return weft::cells_between(cell(a), cell(b)); }
  /// Metres of a cable between two routers.
  double length(RouterId a, RouterId b) const { return cells_between(a, b) * pitch_; }
  /// The sides of the box that holds all routers, in pitches.
  Cell extent() const;

 private:
  CartesianShape digits_;
  std::vector<std::vector<Cell>> offsets_;
  double pitch_;
};

/// Cubes of cubes: the m copies of each level stand in the box of m or a few more places that keeps the whole
/// nearest to a cube, so that cables grow by m^(1/3) per level (Lenzen & Wattenhofer, arXiv 1607.00298).
Layout make_layout(Clex const& clex, LayoutParams const& params);

/// Dimensions d, d + 3, d + 6, .. run along axis d modulo 3, the higher ones in strides of the lower. A
/// dimension that wraps is folded if the parameters say so.
Layout make_layout(Grid const& grid, LayoutParams const& params);

/// Any other topology: routers in the order of their numbers, in a box near a cube.
Layout make_layout(std::uint64_t routers, LayoutParams const& params);
template <Topology T>
  requires(!std::same_as<T, Clex> && !std::derived_from<T, Grid>)
Layout make_layout(T const& topology, LayoutParams const& params) {
  return make_layout(topology.num_routers(), params);
}

}  // namespace weft
