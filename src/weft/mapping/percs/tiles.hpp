// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace weft::mapping {

/// Tiles of equal shape that cover a cyclic grid of tasks: bricks of height x width tasks; with `shift`,
/// every second row of bricks is shifted to the right by half a width. The first `overlap` rows of a brick
/// are narrower (`neck` columns, starting at `neck_from`); their other tasks belong to the tiles of the row
/// above, which are therefore hexagons.
struct TileGrid {
  std::uint32_t rows, columns;  ///< number of tasks of the grid
  std::uint32_t height, width;  ///< number of tasks of a tile without overlap
  bool shift = false;
  std::uint32_t overlap = 0;

  struct Cell {
    std::uint32_t x, y;         ///< row and column of the tile
    std::uint32_t row, column;  ///< position of the task in the tile; rows 0 .. height + overlap - 1
  };

  std::uint32_t tile_size() const { return height * width; }
  std::uint32_t tiles_down() const { return rows / height; }
  std::uint32_t tiles_across() const { return columns / width; }
  std::uint32_t tile(std::uint32_t x, std::uint32_t y) const { return x * tiles_across() + y; }
  Cell cell(std::uint32_t r, std::uint32_t c) const;
  /// Returns all pairs of tiles with a common border, once per border: the borders to the right of and below
  /// every tile.
  std::vector<std::pair<std::uint32_t, std::uint32_t>> borders() const;
  /// Returns the number of tasks along the longest border of two tiles.
  std::uint32_t longest_border() const;
  /// Returns the rank of each task of a tile in node order, indexed by Cell::row and Cell::column: quads of
  /// 2x2 in row-major order if the tile consists of them, else pairs of columns for hexagons, and rows for
  /// other tiles.
  std::vector<std::uint32_t> order() const;

 private:
  std::uint32_t neck_from() const { return width / 4; }
  std::uint32_t neck() const { return width / 2; }
  bool owns(std::uint32_t row, std::uint32_t column) const;
  Cell in_row_of_tiles(std::uint32_t x, std::uint32_t row, std::uint32_t c) const;
};

/// Finds a color below `colors` for each tile such that every color occurs the same number of times, borders
/// only connect tiles of different colors, and no two borders connect the same pair of colors. The search
/// repeatedly exchanges the colors of two tiles, mostly only if this removes at least as many faults as it
/// adds. Returns nullopt if `steps` exchanges do not suffice. `borders` contains pairs of tiles; `colors`
/// must divide `tiles`.
std::optional<std::vector<std::uint32_t>> find_colors(
    std::uint32_t tiles, std::uint32_t colors,
    std::vector<std::pair<std::uint32_t, std::uint32_t>> const& borders, std::uint64_t seed,
    std::int64_t steps);

/// A lattice in a cyclic grid of tiles with `down * rows` rows: the multiples m of (rows, skew) plus the
/// multiples n of (0, columns), m < down and n < across. If `brick`, columns count half tiles, and tiles of
/// odd rows are at odd columns, tiles of even rows at even columns. The cosets of the lattice are the tiles
/// of a supernode.
struct TileLattice {
  std::uint32_t rows = 1, columns = 1, down = 1, across = 1;
  bool brick = false;
  std::uint32_t skew = 0;  ///< less than columns; has the parity of rows if `brick`

  struct Position {
    std::uint32_t coset, element;
  };

  std::uint32_t cosets() const { return rows * columns / (brick ? 2 : 1); }
  std::uint32_t colors() const { return down * across; }
  /// Returns the coset of a tile, and its element of the lattice.
  Position position(std::int64_t row, std::int64_t column) const;
  /// Returns the index of element (m, n) of the lattice, for any integers m and n.
  std::uint32_t element(std::int64_t m, std::int64_t n) const;
  std::uint32_t add(std::uint32_t a, std::uint32_t b) const;
  std::uint32_t subtract(std::uint32_t a, std::uint32_t b) const;
  /// Returns the tiles to the right of and below the tile of a coset that is at the origin of the lattice.
  std::vector<Position> borders(std::uint32_t coset) const;
};

/// Returns all lattices with `cosets` cosets in a grid of `down` rows of `across` tiles: first the
/// rectangular ones, closest to a square first, then the skewed ones.
std::vector<TileLattice> tile_lattices(std::uint32_t down, std::uint32_t across, bool brick,
                                       std::uint32_t cosets);

/// Finds an offset for each coset such that the color differences across all borders, and their negatives,
/// are distinct and nonzero: with color = offset + element, any two colors then have at most one common
/// border. Uses randomized backtracking from `seed`; returns nullopt if `steps` steps do not suffice.
/// Decrements `steps` by the steps used.
std::optional<std::vector<std::uint32_t>> find_offsets(TileLattice const& lattice, std::uint64_t seed,
                                                       std::int64_t& steps);

}  // namespace weft::mapping
