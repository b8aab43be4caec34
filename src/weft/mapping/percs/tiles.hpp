// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace weft::mapping {

/// Tiles of equal shape that cover a cyclic grid of tasks: bricks of height x width, with `shift` every
/// second row of bricks shifted by half a width to the right. The first `overlap` rows of a brick are
/// narrower (`neck` columns from `neck_from` on): their other tasks belong to the tiles of the row above,
/// which thus become hexagons.
struct TileGrid {
  std::uint32_t rows, columns;  ///< total number of tasks
  std::uint32_t height, width;  ///< size of a tile without overlap
  bool shift = false;
  std::uint32_t overlap = 0;

  struct Cell {
    std::uint32_t x, y;         ///< row and column of the tile
    std::uint32_t row, column;  ///< position of the task in the tile, rows from 0 to height + overlap - 1
  };

  std::uint32_t tile_size() const { return height * width; }
  std::uint32_t tiles_down() const { return rows / height; }
  std::uint32_t tiles_across() const { return columns / width; }
  std::uint32_t tile(std::uint32_t x, std::uint32_t y) const { return x * tiles_across() + y; }
  Cell cell(std::uint32_t r, std::uint32_t c) const;
  /// Returns all pairs of tiles with a common border, once per border: to the right and below of every tile.
  std::vector<std::pair<std::uint32_t, std::uint32_t>> borders() const;
  /// Returns the number of tasks along the longest border of two tiles.
  std::uint32_t longest_border() const;
  /// Returns the tasks of a tile in the order of the nodes, by row and column of `cell`: quads of 2x2 in
  /// row-major order if the tile consists of them, else pairs of columns of a hexagon, or rows.
  std::vector<std::uint32_t> order() const;

 private:
  std::uint32_t neck_from() const { return width / 4; }
  std::uint32_t neck() const { return width / 2; }
  bool owns(std::uint32_t row, std::uint32_t column) const;
  Cell in_row_of_tiles(std::uint32_t x, std::uint32_t row, std::uint32_t c) const;
};

/// Finds a color below `colors` for each tile, every color equally often, such that borders only connect
/// tiles of different colors, and no two borders the same two colors: by repeatedly exchanging the colors of
/// two tiles, mostly if that removes more faults than it adds. Returns nullopt if `steps` exchanges do not
/// suffice. `borders` contains pairs of tiles; `colors` must divide `tiles`.
std::optional<std::vector<std::uint32_t>> find_colors(
    std::uint32_t tiles, std::uint32_t colors,
    std::vector<std::pair<std::uint32_t, std::uint32_t>> const& borders, std::uint64_t seed,
    std::int64_t steps);

/// Tiles in `down * rows` rows, at columns of a cyclic grid of tiles; with `brick` the columns count half
/// tiles, and a tile of an odd row is at an odd column, one of an even row at an even one. It contains a
/// lattice: multiples m of (rows, skew) plus multiples n of (0, columns), m < down and n < across. Its cosets
/// are the tiles of a supernode.
struct TileLattice {
  std::uint32_t rows = 1, columns = 1, down = 1, across = 1;
  bool brick = false;
  std::uint32_t skew = 0;  ///< less than columns; same parity as rows if `brick`

  struct Position {
    std::uint32_t coset, element;
  };

  std::uint32_t cosets() const { return rows * columns / (brick ? 2 : 1); }
  std::uint32_t colors() const { return down * across; }
  /// Returns the coset of a tile and its element in the lattice.
  Position position(std::int64_t row, std::int64_t column) const;
  /// Returns the index of element (m, n) of the lattice; m and n are arbitrary integers.
  std::uint32_t element(std::int64_t m, std::int64_t n) const;
  std::uint32_t add(std::uint32_t a, std::uint32_t b) const;
  std::uint32_t subtract(std::uint32_t a, std::uint32_t b) const;
  /// Returns the tiles beyond the borders to the right and below, for the tile of coset c at the lattice's
  /// origin.
  std::vector<Position> borders(std::uint32_t coset) const;
};

/// Returns all lattices with `cosets` cosets in a grid of `down` rows of `across` tiles: rectangular ones
/// first, the closest to a square first, then skewed ones.
std::vector<TileLattice> tile_lattices(std::uint32_t down, std::uint32_t across, bool brick,
                                       std::uint32_t cosets);

/// Finds an offset for each coset such that the color differences across all borders, and their negatives,
/// are distinct and nonzero: then color = offset + element, and any two colors have at most one common
/// border. Randomized backtracking from `seed`; returns nullopt if `steps` steps do not suffice. Decrements
/// `steps`.
std::optional<std::vector<std::uint32_t>> find_offsets(TileLattice const& lattice, std::uint64_t seed,
                                                       std::int64_t& steps);

}  // namespace weft::mapping
