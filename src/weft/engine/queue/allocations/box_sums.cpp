#include "weft/engine/queue/allocations/box_sums.hpp"

namespace weft::queue {

bool next_cell(Cell& cell, Cell const& end, std::uint32_t low) {
  for (auto dim = cell.size(); dim-- > 0;) {
    if (++cell[dim] < end[dim] + low) return true;
    cell[dim] = low;
  }
  return false;
}

BoxSums::BoxSums(Cell const& sides, std::span<std::uint32_t const> values) : strides_(sides.size()) {
  std::size_t size = 1;
  Cell doubled(sides);
  for (auto dim = sides.size(); dim-- > 0;) {
    strides_[dim] = size;
    doubled[dim] = 2 * sides[dim] + 1;
    size *= doubled[dim];
  }
  sums_.assign(size, 0);
  Cell cell(sides.size(), 0);
  std::size_t at = 0;
  do {  // cell (a, b, ..) holds the value of (a - 1, b - 1, ..)
    std::size_t from = 0;
    bool inside = true;
    for (std::size_t dim = 0; dim < sides.size(); ++dim) {
      inside = inside && cell[dim] > 0;
      from = from * sides[dim] + (cell[dim] + sides[dim] - 1) % sides[dim];
    }
    if (inside) sums_[at] = values[from];
    ++at;
  } while (next_cell(cell, doubled, 0));
  for (std::size_t dim = 0; dim < sides.size(); ++dim)
    for (std::size_t i = 0; i < size; ++i)
      if (i / strides_[dim] % doubled[dim] > 0) sums_[i] += sums_[i - strides_[dim]];
}

std::uint32_t BoxSums::in(Cell const& corner, Cell const& sides) const {
  std::uint32_t sum = 0;
  for (std::uint32_t ends = 0; ends < 1u << corner.size(); ++ends) {
    std::size_t at = 0;
    bool odd = false;
    for (std::size_t dim = 0; dim < corner.size(); ++dim) {
      bool const low = ends >> dim & 1;
      odd ^= low;
      at += (corner[dim] + (low ? 0 : sides[dim])) * strides_[dim];
    }
    sum += odd ? -sums_[at] : sums_[at];
  }
  return sum;
}

}  // namespace weft::queue
