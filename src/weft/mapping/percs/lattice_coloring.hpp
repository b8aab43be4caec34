// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <tuple>

#include "weft/mapping/mapping.hpp"

namespace weft::mapping {

/// Shape and arrangement of the tiles that cover the task grid.
enum class TileShape : std::uint8_t { rectangle, brick, hexagon };

}  // namespace weft::mapping

namespace weft {
template <>
inline constexpr EnumValue<mapping::TileShape> enum_values<mapping::TileShape>[] = {
    {"rectangle", mapping::TileShape::rectangle, "tiles in rows and columns, each with four neighbors"},
    {"brick", mapping::TileShape::brick,
     "every other row shifted by half a tile: six neighbors, shorter sides"},
    {"hexagon", mapping::TileShape::hexagon,
     "bricks that extend into the row above between two others, so that all six sides are equal: by "
     "(height - width / 2) / 2 rows, half a tile wide"}};
}  // namespace weft

namespace weft::mapping {

/// The mapping `lattice_coloring`: groups of several small tiles, such that no two groups share more than one
/// border.
class LatticeColoring {
 public:
  struct Params {
    Sides tile{4, 8};
    TileShape shape = TileShape::brick;
    std::int64_t steps = 20000000;
  };
  static constexpr std::string_view name = "lattice_coloring";
  static constexpr std::string_view doc =
      "A perfect coloring for the halo on networks of two levels: PERCS, dragonflies and other groups of "
      "routers with links between every two groups. Any two groups (PERCS: supernodes) share at most one "
      "border of "
      "two tiles, so that tiles as small as a node may be used (the open problem of Chakaravarthy et al., "
      "Mapping strategies for the PERCS architecture, HiPC 2012). If the longest border has s tasks and two "
      "groups n links, a channel between groups carries at most s / 4n of the traffic of the mean task; "
      "the D "
      "links of PERCS allow 160 n / s GB/s. Squares of 16 tasks have s = 4, bricks of 4x8 too, hexagons of "
      "16 tasks 3, of 64 tasks 6. The f tiles of a group are f cosets of a lattice in the grid of tiles; tile "
      "t has the color offset(coset of t) + position of t in the lattice. The coloring is perfect if and "
      "only "
      "if the differences across all borders of one group, with their negatives, are distinct and nonzero. "
      "Randomized backtracking searches the offsets, for one lattice after the other. If no lattice has such "
      "offsets, tiles swap colors until all borders connect different pairs.";
  static constexpr std::tuple schema{
      param("tile", &Params::tile, Range{1, 65536},
            "rows x columns of tasks (for a hexagon: of the underlying brick); the number of "
            "tasks must divide the terminals of a group (PERCS: 128)"),
      param("shape", &Params::shape, "shape of the tiles"),
      param("steps", &Params::steps, Range{1, 1e12}, "maximum number of steps of the search"),
  };

  explicit LatticeColoring(Params const& params) : params_(params) {}
  Placement place(MappingContext const& context) const;
  /// Returns all tiles with an aspect ratio of at most 4 that have at most one border per pair of groups.
  static std::vector<Params> candidate_params(MappingContext const& context);

 private:
  Params params_;
};

}  // namespace weft::mapping
