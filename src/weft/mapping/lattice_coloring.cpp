#include "weft/mapping/lattice_coloring.hpp"

#include <algorithm>
#include <string>

#include "weft/core/error.hpp"
#include "weft/mapping/coset_offsets.hpp"

namespace weft {
namespace {

constexpr std::uint32_t supernode = Percs::nodes_per_supernode * Percs::processors_per_node;

struct TileGrid {
  std::uint32_t rows, columns;  ///< of tasks in all
  std::uint32_t height, width;  ///< of a tile
  bool brick;

  std::uint32_t tile_size() const { return height * width; }
};

/// The lattices whose cosets are the tiles of a supernode, the squarest first.
std::vector<TileLattice> lattices(TileGrid const& grid) {
  auto const down = grid.rows / grid.height, across = grid.columns / grid.width,
             cosets = supernode / grid.tile_size();
  std::vector<TileLattice> all;
  for (std::uint32_t rows = 1; rows <= cosets; ++rows) {
    auto const columns = cosets / rows;
    if (cosets % rows == 0 && down % rows == 0 && across % columns == 0 && !(grid.brick && rows % 2 != 0))
      all.push_back({rows, columns, down / rows, across / columns, grid.brick});
  }
  std::ranges::stable_sort(all, {}, [](auto const& it) {
    return std::max(it.down, it.across) / std::max(1U, std::min(it.down, it.across));
  });
  return all;
}

/// The place of a task inside its tile: quads of 2x2 in row-major order, where the tile has whole ones.
std::uint32_t inside(TileGrid const& grid, std::uint32_t r, std::uint32_t c) {
  if (grid.height % 2 != 0 || grid.width % 2 != 0) return r * grid.width + c;
  return (r / 2 * (grid.width / 2) + c / 2) * 4 + r % 2 * 2 + c % 2;
}

Placement placed(TileGrid const& grid, TileLattice const& lattice,
                 std::vector<std::uint32_t> const& offsets) {
  Placement placement(std::size_t{grid.rows} * grid.columns);
  for (std::uint32_t r = 0; r < grid.rows; ++r)
    for (std::uint32_t c = 0; c < grid.columns; ++c) {
      auto const x = r / grid.height;
      auto const shift = grid.brick && x % 2 != 0 ? grid.width / 2 : 0;
      auto const column = (c + grid.columns - shift) % grid.columns, y = column / grid.width;
      auto const coset = x % lattice.rows * lattice.columns + y % lattice.columns;
      auto const color = lattice.add(offsets[coset], lattice.element(x / lattice.rows, y / lattice.columns));
      placement[std::size_t{r} * grid.columns + c] =
          color * supernode + coset * grid.tile_size() + inside(grid, r % grid.height, column % grid.width);
    }
  return placement;
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
  TileGrid const grid{rows, columns, static_cast<std::uint32_t>(params.tile[0]),
                      static_cast<std::uint32_t>(params.tile[1]), params.shape == TileShape::brick};
  if (supernode % grid.tile_size() != 0)
    refuse("tile = " + sides_text(params.tile), "must have a number of tasks that divides 128");
  if (rows % grid.height != 0 || columns % grid.width != 0)
    refuse("tile = " + sides_text(params.tile), "must divide the task grid of " + sides_text(context.sides));
  if (grid.brick && (grid.width % 2 != 0 || rows / grid.height % 2 != 0))
    refuse("bricks of " + sides_text(params.tile), "need an even width and an even number of rows of them");
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

}  // namespace weft
