#pragma once

#include <array>
#include <cstdint>
#include <cstdlib>
#include <span>
#include <tuple>
#include <vector>

#include "weft/core/ids.hpp"
#include "weft/core/param.hpp"
#include "weft/topology/family.hpp"
#include "weft/topology/shape/cartesian_shape.hpp"

namespace weft {

/// The order of a ring's routers along their line.
enum class Folding { folded, plain };

template <>
inline constexpr EnumValue<Folding> enum_values<Folding>[] = {
    {"folded", Folding::folded, "0, k-1, 1, k-2, ..: no cable spans more than two places"},
    {"plain", Folding::plain, "0, 1, 2, ..: one cable spans the whole line"}};

/// The arrangement of a machine in space.
struct LayoutParams {
  double pitch = 0.5;
  Folding folding = Folding::folded;
  std::int64_t rack = 4;
  std::int64_t aisle = 3;

  static constexpr std::tuple schema{
      param("pitch", &LayoutParams::pitch, Range{1e-6, 1e6}, "distance between neighboring routers", "m"),
      param("folding", &LayoutParams::folding, "order of the routers of a ring that wraps around"),
      param("rack", &LayoutParams::rack, Range{1, 1000}, "routers stacked in a rack"),
      param("aisle", &LayoutParams::aisle, Range{0, 1000}, "free places between two rows of racks"),
  };
};

/// a / b, rounded up.
constexpr std::int64_t divided_up(std::int64_t a, std::int64_t b) { return (a + b - 1) / b; }

/// A place in space, in whole pitches.
using Cell = std::array<std::int32_t, 3>;

/// Length of a cable along the axes, in pitches.
inline std::uint32_t cells_between(Cell const& a, Cell const& b) {
  std::uint32_t sum = 0;
  for (std::size_t axis = 0; axis < 3; ++axis) sum += static_cast<std::uint32_t>(std::abs(a[axis] - b[axis]));
  return sum;
}

/// The place of every router on a cubic lattice, and so the length of every cable, which runs along the axes.
/// A router's place is the sum of one offset for each digit of its position in its block of routers: nothing
/// is stored per router.
class Layout {
 public:
  /// Consecutive routers, the digits of whose position in the block each add an offset to the origin.
  struct Block {
    std::uint32_t first = 0;
    CartesianShape digits;
    std::vector<std::vector<Cell>> offsets;  ///< offsets[k][v]: what the value v of digit k adds
    Cell origin{};
  };
  /// All routers as one block.
  Layout(CartesianShape digits, std::vector<std::vector<Cell>> offsets, double pitch);
  /// Blocks in the order of their routers, the first of them router 0.
  Layout(std::vector<Block> blocks, double pitch);

  /// Meters between neighboring places.
  double pitch() const { return pitch_; }
  /// The digits of a router of the first block, such as the coordinates of a grid.
  CartesianShape const& digits() const { return blocks_[0].digits; }
  /// The contribution of each value of digit k to such a router's place.
  std::span<Cell const> offsets(std::uint32_t k) const { return blocks_[0].offsets[k]; }
  Cell const& offset(std::uint32_t k, std::uint32_t value) const { return blocks_[0].offsets[k][value]; }

  Cell cell(RouterId r) const {
    auto const& block = block_of(r);
    RouterId const position{r.v - block.first};
    auto sum = block.origin;
    for (std::uint32_t k = 0; k < block.digits.dims(); ++k) {
      auto const& part = block.offsets[k][block.digits.coord(position, k)];
      for (std::size_t axis = 0; axis < 3; ++axis) sum[axis] += part[axis];
    }
    return sum;
  }
  /// Meters along the axes.
  std::array<double, 3> position(RouterId r) const {
    auto const c = cell(r);
    return {c[0] * pitch_, c[1] * pitch_, c[2] * pitch_};
  }
  std::uint32_t cells_between(RouterId a, RouterId b) const { return weft::cells_between(cell(a), cell(b)); }
  /// Meters of a cable between two routers.
  double length(RouterId a, RouterId b) const { return cells_between(a, b) * pitch_; }
  /// The sides of the box that holds all routers, in pitches.
  Cell extent() const;

 private:
  Block const& block_of(RouterId r) const {
    std::size_t i = blocks_.size() - 1;
    while (r.v < blocks_[i].first) --i;
    return blocks_[i];
  }

  std::vector<Block> blocks_;
  double pitch_;
};

/// The places for a topology's hint.
/// - GridLayout: dimensions d, d + 3, d + 6, .. run along one axis, the higher ones in strides of the lower.
///   A dimension that wraps is folded if the parameters say so.
/// - NestedLayout: the m boxes of each digit are in the box of m or a few more places that keeps the whole
///   closest to a cube, so that cables grow by m^(1/3) per level (Lenzen & Wattenhofer, arXiv 1607.00298).
/// - GroupLayout: racks in rows near a square floor, the racks of a group beside each other; its parts fill
///   them one after the other.
/// - LevelLayout: racks in rows, a row or more for each level: the leaves on both sides, the levels above
///   them in the middle.
/// - PlainLayout: racks in rows, routers in the order of their numbers.
Layout make_layout(LayoutHint const& hint, LayoutParams const& params);

template <Topology T>
Layout make_layout(T const& topology, LayoutParams const& params) {
  return make_layout(layout_hint(topology), params);
}

}  // namespace weft
