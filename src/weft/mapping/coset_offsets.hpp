#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace weft::mapping {

/// Tiles in `down * rows` rows, at columns of a grid of tiles that wraps; with `brick` the columns count half
/// tiles, and a tile of an odd row is at an odd column, one of an even row at an even one. It contains a
/// lattice: multiples m of (rows, skew) plus multiples n of (0, columns), m < down and n < across. Its cosets
/// are the tiles of a supernode.
struct TileLattice {
  std::uint32_t rows = 1, columns = 1, down = 1, across = 1;
  bool brick = false;
  std::uint32_t skew = 0;  ///< below columns; as even as rows if `brick`

  struct Position {
    std::uint32_t coset, element;
  };

  std::uint32_t cosets() const { return rows * columns / (brick ? 2 : 1); }
  std::uint32_t colors() const { return down * across; }
  /// The coset of a tile and its place in it.
  Position position(std::int64_t row, std::int64_t column) const;
  /// An element (m, n) of the lattice, any whole numbers, as a number.
  std::uint32_t element(std::int64_t m, std::int64_t n) const;
  std::uint32_t add(std::uint32_t a, std::uint32_t b) const;
  std::uint32_t subtract(std::uint32_t a, std::uint32_t b) const;
  /// The tiles beyond the borders to the right and below, of the tile of coset c at the lattice's origin.
  std::vector<Position> borders(std::uint32_t coset) const;
};

/// All lattices with that many cosets in a grid of `down` rows of `across` tiles: rectangular ones first, the
/// squarest of them before others, then skewed ones.
std::vector<TileLattice> tile_lattices(std::uint32_t down, std::uint32_t across, bool brick,
                                       std::uint32_t cosets);

/// An offset for each coset such that the color differences across all borders, and their negatives, are
/// distinct and not zero: then color = offset + place gives any two colors at most one common border.
/// Randomized backtracking from `seed`; nothing if `steps` steps do not find any. Uses up `steps`.
std::optional<std::vector<std::uint32_t>> find_offsets(TileLattice const& lattice, std::uint64_t seed,
                                                       std::int64_t& steps);

}  // namespace weft::mapping
