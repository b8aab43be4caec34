// SPDX-License-Identifier: Apache-2.0
#include "weft/mapping/percs/modular_coloring.hpp"

#include <algorithm>
#include <array>
#include <numeric>
#include <optional>
#include <string>
#include <vector>

#include "weft/core/error.hpp"
#include "weft/mapping/terminal_groups.hpp"

namespace weft::mapping {

bool is_admissible(AffinePermutation const& permutation) {
  auto const size = permutation.size;
  if (std::gcd(permutation.multiplier, size) != 1) return false;
  std::vector<std::uint32_t> inverse(size);
  for (std::uint32_t y = 0; y < size; ++y) inverse[permutation(y)] = y;
  auto const color = [&](std::uint32_t y) { return permutation(y % size); };
  for (std::uint32_t a = 0; a < size; ++a) {
    auto const y = inverse[a];
    std::array around{a, (a + 1) % size, (a + size - 1) % size, color(a), color(y + 1), color(y + size - 1),
                      y};
    std::ranges::sort(around);
    if (std::ranges::adjacent_find(around) != around.end()) return false;
  }
  return true;
}

std::optional<AffinePermutation> find_affine_permutation(std::uint32_t size) {
  if (AffinePermutation const first{size, 5, 2}; size >= 8 && is_admissible(first)) return first;
  // Offsets that are congruent modulo gcd(multiplier - 1, size) are equivalent. If this divisor is below 4,
  // some color is below itself or below its left or right neighbor.
  for (std::uint32_t multiplier = 2; multiplier < size; ++multiplier) {
    auto const common = std::gcd(multiplier - 1, size);
    if (common < 4) continue;
    for (std::uint32_t offset = 2; offset < common; ++offset)
      if (AffinePermutation const permutation{size, multiplier, offset}; is_admissible(permutation))
        return permutation;
  }
  return {};
}

namespace {

/// A grid of p x q blocks, and the permutation of the colors in every second row of blocks.
struct BlockGrid {
  Sides block;
  std::uint32_t p, q;
  AffinePermutation permutation;
};

std::optional<BlockGrid> grid_of_blocks(Sides const& block, std::uint32_t rows, std::uint32_t columns) {
  if (rows % block[0] != 0 || columns % block[1] != 0) return {};
  auto const p = static_cast<std::uint32_t>(rows / block[0]),
             q = static_cast<std::uint32_t>(columns / block[1]);
  auto const permutation = p % 2 == 0 && p >= 4 ? find_affine_permutation(q) : std::nullopt;
  if (!permutation) return {};
  return BlockGrid{block, p, q, *permutation};
}

/// Returns all rectangles of `size` tasks, the most square ones first.
std::vector<Sides> rectangles(std::int64_t size) {
  std::vector<Sides> all;
  for (std::int64_t rows = 1; rows <= size; ++rows)
    if (size % rows == 0) all.push_back({rows, size / rows});
  std::ranges::stable_sort(all, {}, [](Sides const& sides) { return std::ranges::max(sides); });
  return all;
}

/// Returns the rectangle of the tasks of a router that divides the block and is closest to a square;
/// otherwise 2x2, reduced such that it divides the block.
Sides quad_in(Sides const& block, std::uint32_t of_router) {
  for (auto const& quad : rectangles(of_router))
    if (block[0] % quad[0] == 0 && block[1] % quad[1] == 0) return quad;
  return {2 - block[0] % 2, 2 - block[1] % 2};
}

BlockGrid choose_blocks(Sides const& requested, std::int64_t half, MappingContext const& context) {
  auto const [rows, columns] = context.rows_and_columns(ModularColoring::name);
  auto const task = "half the " + std::to_string(2 * half) + " terminals of a group";
  auto possible = rectangles(half);
  if (requested != Sides{0}) {
    if (std::ranges::find(possible, requested) == possible.end())
      throw InputError("block=" + format_sides(requested),
                       "must be two sides of " + std::to_string(half) + " tasks, " + task, "", "mapping");
    possible = {requested};
  }
  for (auto const& block : possible)
    if (auto const grid = grid_of_blocks(block, rows, columns)) return *grid;
  auto const& squarest = possible.front();
  throw InputError(
      "modular_coloring does not support grid=" + format_sides(context.sides),
      "needs p x q blocks of " + std::to_string(half) + " tasks, " + task +
          ", with p even and at least 4, and q = 8, 12, 15, 16, 18, .., including every power of two from 8 on",
      "e.g. set grid=" + format_sides({4 * squarest[0], 8 * squarest[1]}) + ", for blocks of " +
          format_sides(squarest),
      "mapping");
}

}  // namespace

Placement ModularColoring::place(MappingContext const& context) const {
  auto const groups = require_groups(context, name);
  check_fits(context);
  if (groups.size() % 2 != 0)
    throw InputError(
        "modular_coloring does not support groups of " + std::to_string(groups.size()) + " terminals",
        "two blocks of tasks share a group, so the number of terminals must be even", "", "mapping");
  auto const half = groups.size() / 2;
  auto const grid = choose_blocks(params_.block, half, context);
  std::vector<std::uint32_t> first;
  for (std::uint32_t x = 0; x < grid.p; ++x)
    for (std::uint32_t y = 0; y < grid.q; ++y) {
      auto const color = x / 2 * grid.q + (x % 2 == 0 ? y : grid.permutation(y));
      first.push_back((2 * color + x % 2) * half);
    }
  report_coloring(context, groups, 2, static_cast<std::uint32_t>(std::ranges::max(grid.block)));
  return place_blocks(context.sides, grid.block, quad_in(grid.block, groups.of_router()), first);
}

}  // namespace weft::mapping
