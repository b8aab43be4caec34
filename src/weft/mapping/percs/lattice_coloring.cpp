// SPDX-License-Identifier: Apache-2.0
#include "weft/mapping/percs/lattice_coloring.hpp"

#include <algorithm>
#include <string>

#include "weft/core/error.hpp"
#include "weft/mapping/percs/tiles.hpp"
#include "weft/mapping/terminal_groups.hpp"

namespace weft::mapping {
namespace {

/// Group of a tile, and index of the tile in the group.
struct TilePosition {
  std::uint32_t color, slot;
};

Placement placed(TileGrid const& grid, std::uint32_t group, std::vector<TilePosition> const& tiles) {
  Placement placement(std::size_t{grid.rows} * grid.columns);
  auto const inside = grid.order();
  for (std::uint32_t r = 0; r < grid.rows; ++r)
    for (std::uint32_t c = 0; c < grid.columns; ++c) {
      auto const [x, y, row, column] = grid.cell(r, c);
      auto const [color, slot] = tiles[grid.tile(x, y)];
      placement[std::size_t{r} * grid.columns + c] =
          color * group + slot * grid.tile_size() + inside[row * grid.width + column];
    }
  return placement;
}

std::vector<TilePosition> by_lattice(TileGrid const& grid, TileLattice const& lattice,
                                     std::vector<std::uint32_t> const& offsets) {
  std::vector<TilePosition> tiles;
  for (std::uint32_t x = 0; x < grid.tiles_down(); ++x)
    for (std::uint32_t y = 0; y < grid.tiles_across(); ++y) {
      auto const at = lattice.position(x, grid.shift ? 2 * y + x % 2 : y);
      tiles.push_back({lattice.add(offsets[at.coset], at.element), at.coset});
    }
  return tiles;
}

std::vector<TilePosition> by_color(std::vector<std::uint32_t> const& colors) {
  std::vector<std::uint32_t> used(colors.size(), 0);
  std::vector<TilePosition> tiles;
  for (auto const color : colors) tiles.push_back({color, used[color]++});
  return tiles;
}

/// Returns the number of rows by which hexagons extend into the row of bricks above, chosen to equalize their
/// sides, height - overlap and width / 2 + overlap.
std::uint32_t overlap_of(std::int64_t height, std::int64_t width) {
  return static_cast<std::uint32_t>(std::max<std::int64_t>(0, (height - width / 2) / 2));
}

TileGrid checked_grid(LatticeColoring::Params const& params, MappingContext const& context,
                      std::uint32_t group) {
  check_fits(context);
  auto const [rows, columns] = context.rows_and_columns(LatticeColoring::name);
  auto const reject = [](std::string const& problem, std::string const& why) {
    throw InputError(problem, why, "", "mapping");
  };
  if (params.tile.size() != 2) reject("tile=" + format_sides(params.tile), "must have two sides");
  TileGrid grid{rows, columns, static_cast<std::uint32_t>(params.tile[0]),
                static_cast<std::uint32_t>(params.tile[1]), params.shape != TileShape::rectangle};
  if (params.shape == TileShape::hexagon) grid.overlap = overlap_of(params.tile[0], params.tile[1]);
  if (group % grid.tile_size() != 0)
    reject("tile=" + format_sides(params.tile),
           "must have a number of tasks that divides the " + std::to_string(group) + " terminals of a group");
  if (rows % grid.height != 0 || columns % grid.width != 0)
    reject("tile=" + format_sides(params.tile),
           "must divide the task grid of " + format_sides(context.sides));
  if (grid.shift && (grid.width % 2 != 0 || rows / grid.height % 2 != 0))
    reject("tile=" + format_sides(params.tile),
           "shape=brick needs an even width and an even number of brick rows");
  if (params.shape == TileShape::hexagon && (grid.overlap == 0 || grid.width % 4 != 0))
    reject(
        "tile=" + format_sides(params.tile),
        "shape=hexagon needs a width that is a multiple of 4 and a height of at least half the width plus 2");
  if (context.num_tasks() % group != 0)
    reject("grid=" + format_sides(context.sides), "must fill whole groups of " + std::to_string(group));
  return grid;
}

}  // namespace

Placement LatticeColoring::place(MappingContext const& context) const {
  auto const groups = require_groups(context, name);
  auto const group = groups.size();
  auto const grid = checked_grid(params_, context, group);
  auto const of_group = group / grid.tile_size();
  auto const found = [&](std::vector<TilePosition> const& tiles) {
    report_coloring(context, groups, of_group, grid.longest_border());
    return placed(grid, group, tiles);
  };
  auto const possible = tile_lattices(grid.tiles_down(), grid.tiles_across(), grid.shift, of_group);
  auto left = params_.steps / 2;
  for (std::size_t i = 0; i < possible.size(); ++i) {
    auto const share = left / static_cast<std::int64_t>(possible.size() - i);
    auto steps = share;
    if (auto const offsets = find_offsets(possible[i], context.seed, steps))
      return found(by_lattice(grid, possible[i], *offsets));
    left -= share - steps;
  }
  auto const tiles = static_cast<std::uint32_t>(context.num_tasks() / grid.tile_size());
  auto const colors = static_cast<std::uint32_t>(context.num_tasks() / group);
  if (auto const color = find_colors(tiles, colors, grid.borders(), context.seed, params_.steps / 2))
    return found(by_color(*color));
  throw InputError(
      "no perfect coloring of " + format_sides(context.sides) + " with tiles of " +
          format_sides(params_.tile) + " was found",
      "there are too few groups, or the search needs more than " + std::to_string(params_.steps) + " steps",
      "use larger tiles", "mapping");
}

std::vector<LatticeColoring::Params> LatticeColoring::candidate_params(MappingContext const& context) {
  constexpr std::int64_t longest = 4, steps = 1000000;
  std::vector<Params> all;
  auto const of = terminal_groups(context);
  if (!of || context.sides.size() != 2) return all;
  std::int64_t const group = of.size();
  auto const groups = static_cast<std::int64_t>(context.num_tasks()) / group;
  for (std::int64_t height = 1; height <= group; ++height)
    for (std::int64_t width = 1; height * width <= group; ++width) {
      if (group % (height * width) != 0 || height > longest * width || width > longest * height) continue;
      if (context.sides[0] % height != 0 || context.sides[1] % width != 0) continue;
      auto const tiles = group / (height * width);
      auto const enough = [&](std::int64_t sides) { return tiles * sides < groups; };
      if (enough(4)) all.push_back({{height, width}, TileShape::rectangle, steps});
      if (!enough(6) || width % 2 != 0 || context.sides[0] / height % 2 != 0) continue;
      all.push_back({{height, width}, TileShape::brick, steps});
      if (width % 4 == 0 && overlap_of(height, width) > 0)
        all.push_back({{height, width}, TileShape::hexagon, steps});
    }
  return all;
}
}  // namespace weft::mapping
