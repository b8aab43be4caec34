#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace weft {

/// The tiles of one supernode, i < rows and j < columns, repeated m < down and n < across times over the grid of tiles.
struct TileLattice {
  std::uint32_t rows = 1, columns = 1, down = 1, across = 1;
  bool brick = false;  ///< odd rows of tiles are shifted by half a tile to the right

  std::uint32_t cosets() const { return rows * columns; }
  std::uint32_t colors() const { return down * across; }
  /// An element (m, n) of the lattice, modulo its sides, as a number.
  std::uint32_t element(std::int64_t m, std::int64_t n) const;
  std::uint32_t add(std::uint32_t a, std::uint32_t b) const;
  std::uint32_t subtract(std::uint32_t a, std::uint32_t b) const;
  /// The borders to the right and below of coset c of the lattice's origin: the coset beyond, and its place in the lattice.
  std::vector<std::pair<std::uint32_t, std::uint32_t>> borders(std::uint32_t coset) const;
};

/// An offset for each coset such that the colour differences across all borders, and their negatives, are distinct and not
/// zero: then colour = offset + place gives any two colours at most one common border. Randomised backtracking from
/// `seed`; nothing if `steps` steps do not find any. Uses up `steps`.
std::optional<std::vector<std::uint32_t>> find_offsets(TileLattice const& lattice, std::uint64_t seed,
                                                       std::int64_t& steps);

}  // namespace weft
