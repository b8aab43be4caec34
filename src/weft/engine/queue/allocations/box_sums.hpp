#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace weft::queue {

/// Coordinates in a grid, or the sides of a box.
using Cell = std::vector<std::uint32_t>;

/// The next cell in a grid whose coordinates begin at `low`, the last the fastest; false after the last one,
/// when the cell is the first one again. `end`: of each coordinate one beyond the last, or, if low is 1, the
/// last.
bool next_cell(Cell& cell, Cell const& end, std::uint32_t low);

/// Sums of the numbers in boxes of a grid that wrap around, each in time that does not depend on the box:
/// sums of all boxes at the origin of a grid with doubled sides (F. Crow, Summed-area tables, SIGGRAPH 1984).
class BoxSums {
 public:
  /// `values` of the cells, the last coordinate the fastest.
  BoxSums(Cell const& sides, std::span<std::uint32_t const> values);
  /// Of a box with its lowest corner in the grid and sides of at most those of the grid.
  std::uint32_t in(Cell const& corner, Cell const& sides) const;

 private:
  std::vector<std::size_t> strides_;
  std::vector<std::uint32_t> sums_;  ///< modulo 2^32; of cells below each in the doubled grid
};

}  // namespace weft::queue
