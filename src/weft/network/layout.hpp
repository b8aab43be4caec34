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
#include "weft/topology/coated_mesh.hpp"
#include "weft/topology/dcell.hpp"
#include "weft/topology/dragonfly.hpp"
#include "weft/topology/grid.hpp"
#include "weft/topology/hamming.hpp"
#include "weft/topology/level_tree.hpp"
#include "weft/topology/percs.hpp"
#include "weft/topology/sparse_torus.hpp"

namespace weft {

/// In which order the routers of a ring stand along their line.
enum class Folding { folded, plain };

template <>
inline constexpr EnumValue<Folding> enum_values<Folding>[] = {
    {"folded", Folding::folded, "0, k-1, 1, k-2, ..: no cable spans more than two places"},
    {"plain", Folding::plain, "0, 1, 2, ..: one cable spans the whole line"}};

/// How a machine is set up in space.
struct LayoutParams {
  double pitch = 0.5;
  Folding folding = Folding::folded;
  std::int64_t rack = 4;
  std::int64_t aisle = 3;

  static constexpr std::tuple schema{
      param("pitch", &LayoutParams::pitch, Range{1e-6, 1e6}, "distance between neighboring routers", "m"),
      param("folding", &LayoutParams::folding, "order of the routers of a ring that wraps around"),
      param("rack", &LayoutParams::rack, Range{1, 1000}, "routers that stand on each other in a rack"),
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
/// A router's place is the sum of one offset for each of its digits (CLEX) or coordinates (grids), or of its position in its
/// block of equal routers (a level of a tree, the servers of cells): nothing is stored per router.
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

  /// Metres between neighboring places.
  double pitch() const { return pitch_; }
  /// The digits of a router of the first block: the coordinates of a grid; of CLEX, digit k is that of level k + 1.
  CartesianShape const& digits() const { return blocks_[0].digits; }
  /// What each value of digit k adds to such a router's place.
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
  Block const& block_of(RouterId r) const {
    std::size_t i = blocks_.size() - 1;
    while (r.v < blocks_[i].first) --i;
    return blocks_[i];
  }

  std::vector<Block> blocks_;
  double pitch_;
};

/// Cubes of cubes: the m copies of each level stand in the box of m or a few more places that keeps the whole
/// nearest to a cube, so that cables grow by m^(1/3) per level (Lenzen & Wattenhofer, arXiv 1607.00298).
Layout make_layout(Clex const& clex, LayoutParams const& params);

/// Dimensions d, d + 3, d + 6, .. run along axis d modulo 3, the higher ones in strides of the lower. A
/// dimension that wraps is folded if the parameters say so.
Layout make_layout(Grid const& grid, LayoutParams const& params);

/// The torus below, with the long links of all dimensions folded if the parameters say so.
Layout make_layout(SparseTorus const& torus, LayoutParams const& params);

/// The mesh, with a processor beside each end of its rows and columns.
Layout make_layout(CoatedMesh const& mesh, LayoutParams const& params);

/// Racks in rows, a row or more for each level: the leaves on both sides, the levels above them towards the middle.
Layout make_layout(LevelTree const& tree, LayoutParams const& params);

/// Racks in rows, the racks of each line along the first dimension beside each other.
Layout make_layout(Hamming const& hamming, LayoutParams const& params);
/// Racks in rows, the racks of a group beside each other.
Layout make_layout(Dragonfly const& dragonfly, LayoutParams const& params);
/// Racks in rows, the racks of a supernode beside each other.
Layout make_layout(Percs const& percs, LayoutParams const& params);
/// Racks in rows, the servers of a mini-switch with it beside each other.
Layout make_layout(Dcell const& dcell, LayoutParams const& params);

/// Consecutive routers of which every group has equally many.
struct GroupPart {
  std::uint64_t first = 0, per_group = 0;
};
/// Racks in rows near a square floor, the racks of a group beside each other; its parts fill them one after the other.
Layout racks_of_groups(std::vector<GroupPart> const& parts, std::uint64_t groups, LayoutParams const& params);

template <class T>
concept HasOwnLayout =
    std::same_as<T, Clex> || std::derived_from<T, Grid> || std::derived_from<T, LevelTree> ||
    std::derived_from<T, Hamming> || std::same_as<T, SparseTorus> || std::same_as<T, CoatedMesh> ||
    std::same_as<T, Dragonfly> || std::same_as<T, Percs> || std::same_as<T, Dcell>;

/// Any other topology: racks in rows, routers in the order of their numbers.
Layout make_layout(std::uint64_t routers, LayoutParams const& params);
template <Topology T>
  requires(!HasOwnLayout<T>)
Layout make_layout(T const& topology, LayoutParams const& params) {
  return make_layout(topology.num_routers(), params);
}

}  // namespace weft
