#include "weft/mapping/tile_grid.hpp"

#include <algorithm>
#include <array>

namespace weft::mapping {

TileGrid::Cell TileGrid::in_row_of_tiles(std::uint32_t x, std::uint32_t row, std::uint32_t c) const {
  auto const by = shift && x % 2 != 0 ? width / 2 : 0;
  auto const column = (c + columns - by) % columns;
  return {x, column / width, row, column % width};
}

TileGrid::Cell TileGrid::cell(std::uint32_t r, std::uint32_t c) const {
  auto const x = r / height, row = r % height;
  auto const here = in_row_of_tiles(x, row, c);
  if (owns(row, here.column)) return here;
  return in_row_of_tiles((x + tiles_down() - 1) % tiles_down(), height + row, c);
}

std::vector<std::pair<std::uint32_t, std::uint32_t>> TileGrid::borders() const {
  std::vector<std::pair<std::uint32_t, std::uint32_t>> all;
  auto const down = tiles_down(), across = tiles_across();
  for (std::uint32_t x = 0; x < down; ++x)
    for (std::uint32_t y = 0; y < across; ++y) {
      auto const here = tile(x, y), below = (x + 1) % down;
      all.emplace_back(here, tile(x, (y + 1) % across));
      all.emplace_back(here, tile(below, y));
      if (shift) all.emplace_back(here, tile(below, (x % 2 == 0 ? y + across - 1 : y + 1) % across));
    }
  return all;
}

std::uint32_t TileGrid::longest_border() const {
  return std::max(height - overlap, shift ? width / 2 + overlap : width);
}

/// Whether a tile has a task there.
bool TileGrid::owns(std::uint32_t row, std::uint32_t column) const {
  if (row < overlap) return column >= neck_from() && column < neck_from() + neck();
  if (row < height) return true;
  auto const there = (column + width - width / 2) % width;  // in the tiles below, half a width further
  return row < height + overlap && (there < neck_from() || there >= neck_from() + neck());
}

std::vector<std::uint32_t> TileGrid::order() const {
  struct Task {
    std::array<std::uint32_t, 4> key;
    std::uint32_t at;
  };
  bool const quads =
      height % 2 == 0 && width % 2 == 0 && overlap % 2 == 0 && (overlap == 0 || width % 8 == 0);
  std::vector<Task> tasks;
  for (std::uint32_t row = 0; row < height + overlap; ++row)
    for (std::uint32_t column = 0; column < width; ++column) {
      if (!owns(row, column)) continue;
      auto const at = row * width + column;
      if (quads)
        tasks.push_back({{row / 2, column / 2, row % 2, column % 2}, at});
      else if (overlap > 0)
        tasks.push_back({{column / 2, row, column % 2, 0}, at});
      else
        tasks.push_back({{row, column, 0, 0}, at});
    }
  std::ranges::sort(tasks, {}, &Task::key);
  std::vector<std::uint32_t> place(std::size_t{height + overlap} * width, 0);
  for (std::uint32_t i = 0; i < tasks.size(); ++i) place[tasks[i].at] = i;
  return place;
}

}  // namespace weft::mapping
