#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>

#include "weft/core/error.hpp"
#include "weft/network/lay_out.hpp"

namespace weft::detail {
namespace {

constexpr double most_cells = 0x1p30;

/// Places 0, 1, .. along a digit, each `step` further along an axis.
std::vector<Cell> line(std::int64_t count, std::size_t axis, std::int64_t step) {
  if (static_cast<double>(count) * static_cast<double>(step) > most_cells)
    throw InputError{"a row of more than 2^30 routers", "the layout has 32-bit places"};
  std::vector<Cell> cells(static_cast<std::size_t>(count));
  for (std::int64_t i = 0; i < count; ++i)
    cells[static_cast<std::size_t>(i)][axis] = static_cast<std::int32_t>(i * step);
  return cells;
}

/// How many things of the given width, and of `depth` with the aisle, make a row of a floor near a square.
std::int64_t things_per_row(std::int64_t things, std::int64_t width, std::int64_t depth) {
  auto const area = static_cast<double>(things) * static_cast<double>(width * depth);
  auto const per_row = static_cast<std::int64_t>(std::round(std::sqrt(area) / static_cast<double>(width)));
  return std::clamp<std::int64_t>(per_row, 1, things);
}

/// Racks in rows of `per_row`, filled router by router, from `row` on.
Layout::Block rows_of_racks(std::uint64_t first, std::int64_t routers, std::int64_t per_row, std::int64_t row,
                            LayoutParams const& params) {
  auto const height = std::min(params.rack, routers), racks = divided_up(routers, height);
  auto const columns = std::min(per_row, racks), rows = divided_up(racks, columns);
  return {static_cast<std::uint32_t>(first),
          CartesianShape{{height, columns, rows}},
          {line(height, 2, 1), line(columns, 0, 1), line(rows, 1, 1 + params.aisle)},
          {0, static_cast<std::int32_t>(row * (1 + params.aisle)), 0}};
}

}  // namespace

Layout lay_out(GroupLayout const& groups, LayoutParams const& params) {
  std::int64_t members = 0;
  for (auto const& part : groups.parts) members += static_cast<std::int64_t>(part.per_group);
  auto const width = divided_up(members, params.rack);
  auto const count = static_cast<std::int64_t>(groups.groups);
  auto const columns = things_per_row(count, width, 1 + params.aisle), rows = divided_up(count, columns);
  std::vector<Layout::Block> blocks;
  std::int64_t place = 0;
  for (auto const& [first, per_group] : groups.parts) {
    std::vector<Cell> inside(per_group);
    for (auto& cell : inside) {
      cell = {static_cast<std::int32_t>(place / params.rack), 0,
              static_cast<std::int32_t>(place % params.rack)};
      ++place;
    }
    blocks.push_back({static_cast<std::uint32_t>(first),
                      CartesianShape{{static_cast<std::int64_t>(per_group), columns, rows}},
                      {std::move(inside), line(columns, 0, width), line(rows, 1, 1 + params.aisle)}});
  }
  return {std::move(blocks), params.pitch};
}

Layout lay_out(LevelLayout const& levels, LayoutParams const& params) {
  auto const& sizes = levels.sizes;
  auto const routers =
      static_cast<std::int64_t>(std::accumulate(sizes.begin(), sizes.end(), std::uint64_t{0}));
  auto const per_row = things_per_row(divided_up(routers, params.rack), 1, 1 + params.aisle);
  auto const rows_of = [&](std::int64_t vertices) {
    return vertices == 0 ? 0 : divided_up(divided_up(vertices, params.rack), per_row);
  };
  // A level's first half stands before the root, its second half behind.
  auto const front = [&](std::size_t level) { return static_cast<std::int64_t>((sizes[level] + 1) / 2); };
  auto const back = [&](std::size_t level) { return static_cast<std::int64_t>(sizes[level] / 2); };
  std::int64_t rows = 0;
  for (std::size_t level = 0; level < sizes.size(); ++level)
    rows += rows_of(front(level)) + rows_of(back(level));
  std::vector<Layout::Block> blocks;
  std::int64_t row_front = 0, row_back = rows;
  std::uint64_t first = 0;
  for (std::size_t level = 0; level < sizes.size(); ++level) {
    row_back -= rows_of(back(level));
    blocks.push_back(rows_of_racks(first, front(level), per_row, row_front, params));
    first += static_cast<std::uint64_t>(front(level));
    if (back(level) > 0) blocks.push_back(rows_of_racks(first, back(level), per_row, row_back, params));
    first += static_cast<std::uint64_t>(back(level));
    row_front += rows_of(front(level));
  }
  return {std::move(blocks), params.pitch};
}

Layout lay_out(PlainLayout const& plain, LayoutParams const& params) {
  auto const count = static_cast<std::int64_t>(plain.routers);
  auto const per_row = things_per_row(divided_up(count, params.rack), 1, 1 + params.aisle);
  return {{rows_of_racks(0, count, per_row, 0, params)}, params.pitch};
}

}  // namespace weft::detail
