// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
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

/// Arrangement of the routers of a ring.
enum class Folding { folded, plain, two_rows };

template <>
inline constexpr EnumValue<Folding> enum_values<Folding>[] = {
    {"folded", Folding::folded, "in a line, 0, k-1, 1, k-2, ..: no cable spans more than two positions"},
    {"plain", Folding::plain, "in a line, 0, 1, 2, ..: one cable spans the whole line"},
    {"two_rows", Folding::two_rows,
     "forward in one row and back in another: all cables of a dimension have the same length (if k is odd, "
     "both "
     "rows zigzag, each cable along two axes)"}};

/// Path of a cable between two positions.
enum class CablePath { axes, straight };

template <>
inline constexpr EnumValue<CablePath> enum_values<CablePath>[] = {
    {"axes", CablePath::axes, "along the axes, in trays"},
    {"straight", CablePath::straight, "in a straight line from router to router"}};

/// Parameters of the arrangement of a machine in space.
struct LayoutParams {
  double pitch = 0.5;
  Folding folding = Folding::folded;
  std::int64_t rack = 4;
  std::int64_t aisle = 3;
  CablePath cables = CablePath::axes;
  double wire = 0;

  static constexpr std::tuple schema{
      param("pitch", &LayoutParams::pitch, Range{1e-6, 1e6}, "distance between neighboring routers", "m"),
      param("folding", &LayoutParams::folding, "order of the routers of a ring that wraps around"),
      param("rack", &LayoutParams::rack, Range{1, 1000}, "routers stacked in a rack"),
      param("aisle", &LayoutParams::aisle, Range{0, 1000}, "free positions between two rows of racks"),
      param("cables", &LayoutParams::cables, "path of a cable"),
      param("wire", &LayoutParams::wire, Range{0, 1e6},
            "cross-section of a channel of bandwidth 1, including the space around it. If the cables, routed "
            "along "
            "the axes, do not fit between the routers, the pitch grows; in nested cubes, as on clex, the "
            "routers and "
            "the cubes of each level move apart; 0: cables occupy no space",
            "m^2"),
  };
};

/// Returns a / b, rounded up.
constexpr std::int64_t ceil_div(std::int64_t a, std::int64_t b) { return (a + b - 1) / b; }

/// A position in space, in integer multiples of the pitch.
using Cell = std::array<std::int32_t, 3>;

/// Returns the Manhattan distance between a and b, in pitches.
inline std::uint32_t manhattan_distance(Cell const& a, Cell const& b) {
  std::uint32_t sum = 0;
  for (std::size_t axis = 0; axis < 3; ++axis) sum += static_cast<std::uint32_t>(std::abs(a[axis] - b[axis]));
  return sum;
}

/// Returns the squared Euclidean distance between a and b, in squared pitches.
inline std::uint64_t squared_distance(Cell const& a, Cell const& b) {
  std::uint64_t sum = 0;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    std::int64_t const along = std::int64_t{a[axis]} - b[axis];
    sum += static_cast<std::uint64_t>(along * along);
  }
  return sum;
}

/// Scale of a layout.
struct LayoutScale {
  double pitch = 0.5;  ///< meters between neighboring positions
  CablePath cables = CablePath::axes;
  bool is_tight = true;  ///< boxes of the NestedLayout touch: each level has a cable of length 1
};

/// The position of every router on a cubic lattice, and thus the length of every cable. The position of a
/// router is the sum of one offset per digit of its index in its block of routers: no per-router data are
/// stored.
class Layout {
 public:
  /// Consecutive routers; each digit of a router's index in the block adds an offset to the origin.
  struct Block {
    std::uint32_t first = 0;
    CartesianShape digits;
    std::vector<std::vector<Cell>> offsets;  ///< offsets[k][v]: contribution of value v of digit k
    Cell origin{};
  };
  /// Uses one block for all routers.
  Layout(CartesianShape digits, std::vector<std::vector<Cell>> offsets, LayoutScale scale);
  /// Uses `blocks`, in the order of their routers, starting with router 0.
  Layout(std::vector<Block> blocks, LayoutScale scale);
  /// Returns a copy of the layout with another pitch.
  Layout with_pitch(double pitch) const {
    auto other = *this;
    other.scale_.pitch = pitch;
    return other;
  }

  /// Returns the distance between neighboring positions, in meters.
  double pitch() const { return scale_.pitch; }
  CablePath cables() const { return scale_.cables; }
  bool is_tight() const { return scale_.is_tight; }
  std::span<Block const> blocks() const { return blocks_; }
  /// Returns the digits of a router of the first block, such as the coordinates of a grid.
  CartesianShape const& digits() const { return blocks_[0].digits; }
  /// Returns the contribution of each value of digit k to the position of a router of the first block.
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
  /// Returns the position of a router in meters.
  std::array<double, 3> position(RouterId r) const {
    auto const c = cell(r);
    return {c[0] * pitch(), c[1] * pitch(), c[2] * pitch()};
  }
  /// Returns the length of a cable as an integer: in pitches, or in squared pitches if cables are straight.
  std::uint64_t measure(Cell const& a, Cell const& b) const {
    return cables() == CablePath::axes ? manhattan_distance(a, b) : squared_distance(a, b);
  }
  /// Returns the length in pitches of a cable with `measure`.
  double pitches(std::uint64_t measure) const {
    auto const number = static_cast<double>(measure);
    return cables() == CablePath::axes ? number : std::sqrt(number);
  }
  /// Returns the length of a cable between two positions, in meters.
  double meters_between(Cell const& a, Cell const& b) const { return pitches(measure(a, b)) * pitch(); }
  /// Returns the length of a cable between two routers, in meters.
  double length(RouterId a, RouterId b) const { return meters_between(cell(a), cell(b)); }
  /// Returns the sides of the bounding box of all routers, in pitches.
  Cell extent() const;

 private:
  Block const& block_of(RouterId r) const {
    std::size_t i = blocks_.size() - 1;
    while (r.v < blocks_[i].first) --i;
    return blocks_[i];
  }

  std::vector<Block> blocks_;
  LayoutScale scale_;
};

/// Returns the positions for the layout hint of a topology, for cables without volume.
/// - GridLayout: dimensions d, d + 3, d + 6, .. share one axis, the higher ones in strides of the lower. A
/// dimension that wraps is folded if the parameters request it. In two rows it occupies its axis and an
/// adjacent axis, or all three axes if its length is odd, in strides of the longest side of the lower
/// dimensions.
/// - NestedLayout: the m boxes of each digit fill a box of m or slightly more positions that keeps the whole
/// closest to a cube, so that cables grow by m^(1/3) per level (Lenzen & Wattenhofer, arXiv 1607.00298). The
/// values of the lowest digit can have a separate layout.
/// - GroupLayout: racks in rows on a nearly square floor, with the racks of a group adjacent; the parts of a
/// group fill its racks in sequence.
/// - LevelLayout: racks in rows, one or more rows per level: the leaves on both sides, the higher levels in
/// the middle.
/// - PlainLayout: racks in rows, routers in the order of their numbers.
Layout make_layout(LayoutHint const& hint, LayoutParams const& params);

/// Separates the cubes of a NestedLayout, level by level, until the channels with the given courses and
/// bandwidths fit, according to params.wire (Lenzen & Wattenhofer, arXiv 1607.00298, footnote 16: if wires
/// dominate the volume, cables grow by up to m^(1/2) per level). The lattice of the positions is finer than
/// the pitch of routers.
Layout make_layout(NestedLayout const& nested, LayoutParams const& params,
                   std::vector<DigitCourse> const& courses, std::vector<double> const& bandwidths);

/// Returns the pitch, at least params.pitch, at which `routers` routers, each a cube of params.pitch, and
/// cables of bandwidth-weighted length `pitches` fit into the box of the layout.
double pitch_for_wires(Layout const& layout, LayoutParams const& params, double routers, double pitches);

/// Sides along the three axes, in pitches or in boxes.
using Box = std::array<std::int64_t, 3>;

/// Returns the box of at least `cells` cells of size `cell` with the minimum sum of sides. Ties prefer the
/// fewest cells, then the longest sides along the first axes.
inline Box near_cube(std::int64_t cells, Box const& cell) {
  auto const edge = static_cast<std::int64_t>(std::ceil(std::cbrt(static_cast<double>(cells))));
  Box best{edge, edge, edge};
  auto const rank = [&](Box const& box) {
    auto const sum = box[0] * cell[0] + box[1] * cell[1] + box[2] * cell[2];
    return std::tuple{sum, box[0] * box[1] * box[2], -box[0], -box[1]};
  };
  for (std::int64_t x = 1; x * cell[0] < std::get<0>(rank(best)); ++x)
    for (std::int64_t y = 1; x * cell[0] + y * cell[1] < std::get<0>(rank(best)); ++y)
      if (Box const box{x, y, ceil_div(cells, x * y)}; rank(box) < rank(best)) best = box;
  return best;
}

/// Returns the offsets of `count` cells of size `cell` that fill the box in order, x first.
inline std::vector<Cell> fill_box(std::int64_t count, Box const& box, Box const& cell) {
  std::vector<Cell> cells;
  cells.reserve(static_cast<std::size_t>(count));
  for (std::int64_t i = 0; i < count; ++i)
    cells.push_back({static_cast<std::int32_t>(i % box[0] * cell[0]),
                     static_cast<std::int32_t>(i / box[0] % box[1] * cell[1]),
                     static_cast<std::int32_t>(i / (box[0] * box[1]) * cell[2])});
  return cells;
}

}  // namespace weft
