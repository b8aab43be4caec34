#pragma once

#include <cstdint>
#include <utility>
#include <vector>

namespace weft::mapping {

/// Tiles of equal shape that cover a grid of tasks which wraps: bricks of height x width, every other row of
/// them shifted by half a width to the right if there is a `shift`. The first `overlap` rows of a brick are
/// narrower (`neck` columns from `neck_from` on): their other tasks belong to the tiles of the row above,
/// which so become hexagons.
struct TileGrid {
  std::uint32_t rows, columns;  ///< of tasks in all
  std::uint32_t height, width;  ///< of a tile without overlap
  bool shift = false;
  std::uint32_t overlap = 0;

  struct Cell {
    std::uint32_t x, y;         ///< row and column of the tile
    std::uint32_t row, column;  ///< of the task in it, rows from 0 to height + overlap - 1
  };

  std::uint32_t tile_size() const { return height * width; }
  std::uint32_t tiles_down() const { return rows / height; }
  std::uint32_t tiles_across() const { return columns / width; }
  std::uint32_t tile(std::uint32_t x, std::uint32_t y) const { return x * tiles_across() + y; }
  Cell cell(std::uint32_t r, std::uint32_t c) const;
  /// All pairs of tiles with a common border, as often as they have one: to the right and below of every
  /// tile.
  std::vector<std::pair<std::uint32_t, std::uint32_t>> borders() const;
  /// The tasks along the longest border of two tiles.
  std::uint32_t longest_border() const;
  /// The tasks of a tile in the order in which nodes take them, by row and column of `cell`: quads of 2x2 in
  /// row-major order where the tile has whole ones, else pairs of columns of a hexagon, or rows.
  std::vector<std::uint32_t> order() const;

 private:
  std::uint32_t neck_from() const { return width / 4; }
  std::uint32_t neck() const { return width / 2; }
  bool owns(std::uint32_t row, std::uint32_t column) const;
  Cell in_row_of_tiles(std::uint32_t x, std::uint32_t row, std::uint32_t c) const;
};

}  // namespace weft::mapping
