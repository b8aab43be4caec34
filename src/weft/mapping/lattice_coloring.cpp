#include "weft/mapping/lattice_coloring.hpp"

#include <algorithm>
#include <string>

#include "weft/core/error.hpp"
#include "weft/mapping/coset_offsets.hpp"
#include "weft/mapping/tile_grid.hpp"

namespace weft {
namespace {

constexpr std::uint32_t supernode = Percs::nodes_per_supernode * Percs::processors_per_node;

/// The lattices whose cosets are the tiles of a supernode, the squarest first.
std::vector<TileLattice> lattices(TileGrid const& grid) {
  auto const down = grid.tiles_down(), across = grid.tiles_across(), cosets = supernode / grid.tile_size();
  std::vector<TileLattice> all;
  for (std::uint32_t rows = 1; rows <= cosets; ++rows) {
    auto const columns = cosets / rows;
    if (cosets % rows == 0 && down % rows == 0 && across % columns == 0 && !(grid.shift && rows % 2 != 0))
      all.push_back({rows, columns, down / rows, across / columns, grid.shift});
  }
  std::ranges::stable_sort(all, {}, [](auto const& it) {
    return std::max(it.down, it.across) / std::max(1U, std::min(it.down, it.across));
  });
  return all;
}

Placement placed(TileGrid const& grid, TileLattice const& lattice,
                 std::vector<std::uint32_t> const& offsets) {
  Placement placement(std::size_t{grid.rows} * grid.columns);
  auto const inside = grid.order();
  for (std::uint32_t r = 0; r < grid.rows; ++r)
    for (std::uint32_t c = 0; c < grid.columns; ++c) {
      auto const [x, y, row, column] = grid.cell(r, c);
      auto const coset = x % lattice.rows * lattice.columns + y % lattice.columns;
      auto const color = lattice.add(offsets[coset], lattice.element(x / lattice.rows, y / lattice.columns));
      placement[std::size_t{r} * grid.columns + c] =
          color * supernode + coset * grid.tile_size() + inside[row * grid.width + column];
    }
  return placement;
}

/// By how many rows the hexagons made from bricks reach into the row above: as many as make their sides most alike, height
/// less overlap and width / 2 more than it.
std::uint32_t overlap_of(std::int64_t height, std::int64_t width) {
  return static_cast<std::uint32_t>(std::max<std::int64_t>(0, (height - width / 2) / 2));
}

TileGrid checked_grid(LatticeColoring::Params const& params, MappingContext const& context) {
  if (!context.percs)
    throw InputError("lattice_coloring is for percs", "it fills supernodes of 128 processors", "", "mapping");
  check_fits(context);
  auto const [rows, columns] = context.rows_and_columns(LatticeColoring::name);
  auto const refuse = [](std::string const& problem, std::string const& why) {
    throw InputError(problem, why, "", "mapping");
  };
  if (params.tile.size() != 2) refuse("tile = " + sides_text(params.tile), "must have two sides");
  TileGrid grid{rows, columns, static_cast<std::uint32_t>(params.tile[0]),
                static_cast<std::uint32_t>(params.tile[1]), params.shape != TileShape::rectangle};
  if (params.shape == TileShape::hexagon) grid.overlap = overlap_of(params.tile[0], params.tile[1]);
  if (supernode % grid.tile_size() != 0)
    refuse("tile = " + sides_text(params.tile), "must have a number of tasks that divides 128");
  if (rows % grid.height != 0 || columns % grid.width != 0)
    refuse("tile = " + sides_text(params.tile), "must divide the task grid of " + sides_text(context.sides));
  if (grid.shift && (grid.width % 2 != 0 || rows / grid.height % 2 != 0))
    refuse("bricks of " + sides_text(params.tile), "need an even width and an even number of rows of them");
  if (params.shape == TileShape::hexagon && (grid.overlap == 0 || grid.width % 4 != 0))
    refuse("hexagons of " + sides_text(params.tile),
           "need a width that is a multiple of 4 and a height of at least 2 more than half of it");
  if (context.num_tasks() % supernode != 0)
    refuse("a grid of " + sides_text(context.sides), "must fill whole supernodes of 128");
  return grid;
}

}  // namespace

Placement LatticeColoring::place(MappingContext const& context) const {
  auto const grid = checked_grid(params_, context);
  auto const possible = lattices(grid);
  std::int64_t left = params_.steps;
  for (std::size_t i = 0; i < possible.size(); ++i) {
    auto const share = left / static_cast<std::int64_t>(possible.size() - i);
    auto steps = share;
    if (auto const offsets = find_offsets(possible[i], context.seed, steps))
      return placed(grid, possible[i], *offsets);
    left -= share - steps;
  }
  throw InputError(
      "no perfect colouring of " + sides_text(context.sides) + " by tiles of " + sides_text(params_.tile),
      possible.empty() ? "the tiles of a supernode form no lattice of the grid"
                       : "too few supernodes, or not found in " + std::to_string(params_.steps) + " steps",
      "use larger tiles", "mapping");
}

std::vector<LatticeColoring::Params> LatticeColoring::worth_trying(MappingContext const& context) {
  constexpr std::int64_t longest = 4, steps = 1000000;
  std::vector<Params> all;
  if (!context.percs || context.sides.size() != 2) return all;
  for (std::int64_t height = 1; height <= supernode; ++height)
    for (std::int64_t width = 1; height * width <= supernode; ++width) {
      if (supernode % (height * width) != 0 || height > longest * width || width > longest * height) continue;
      if (context.sides[0] % height != 0 || context.sides[1] % width != 0) continue;
      all.push_back({{height, width}, TileShape::rectangle, steps});
      bool const shift = width % 2 == 0 && context.sides[0] / height % 2 == 0;
      if (shift) all.push_back({{height, width}, TileShape::brick, steps});
      if (shift && width % 4 == 0 && overlap_of(height, width) > 0)
        all.push_back({{height, width}, TileShape::hexagon, steps});
    }
  return all;
}

}  // namespace weft
