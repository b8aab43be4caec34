// SPDX-License-Identifier: Apache-2.0
#include "weft/mapping/blocks.hpp"

#include <algorithm>
#include <numeric>

#include "weft/mapping/terminal_groups.hpp"

namespace weft::mapping {

namespace {

/// Appends to `all` all blocks of `size` tasks that divide the grid and begin with `sides`.
void divide(Sides const& grid, std::int64_t size, Sides sides, std::vector<Sides>& all) {
  constexpr std::int64_t longest = 4;
  auto const d = sides.size();
  if (d == grid.size()) {
    if (size == 1 && std::ranges::max(sides) <= longest * std::ranges::min(sides)) all.push_back(sides);
    return;
  }
  sides.push_back(1);
  for (std::int64_t side = 1; side <= size; ++side)
    if (size % side == 0 && grid[d] % side == 0) {
      sides.back() = side;
      divide(grid, size / side, sides, all);
    }
}

}  // namespace

Placement Blocks::place(MappingContext const& context) const {
  check_fits(context);
  check_divides(params_.sides, context.sides, "blocks", "the task grid");
  Sides quad = params_.quad;
  if (quad.size() == params_.sides.size())
    for (std::size_t d = 0; d < quad.size(); ++d) quad[d] = std::min(quad[d], params_.sides[d]);
  check_divides(quad, params_.sides, "quads", "a block");
  auto const size = size_of(params_.sides), blocks = context.num_tasks() / size;
  std::vector<std::uint32_t> first(blocks);
  std::iota(first.begin(), first.end(), 0);
  if (params_.order == BlockOrder::random) first = random_order(blocks, context.seed);
  for (auto& terminal : first) terminal *= static_cast<std::uint32_t>(size);
  return place_blocks(context.sides, params_.sides, quad, first);
}

std::vector<Blocks::Params> Blocks::candidate_params(MappingContext const& context) {
  auto const groups = terminal_groups(context);
  if (!groups) return {{}};
  Sides quad(context.sides.size(), 1);
  for (std::size_t d = quad.size() < 2 ? 0 : quad.size() - 2; d < quad.size(); ++d) quad[d] = 2;
  std::vector<Params> worth;
  for (auto size = groups.sizes.rbegin(); size != groups.sizes.rend(); ++size) {
    std::vector<Sides> all;
    divide(context.sides, *size, {}, all);
    for (auto const& sides : all)
      for (auto const order : {BlockOrder::sequential, BlockOrder::random})
        worth.push_back({sides, quad, order});
  }
  return worth;
}

}  // namespace weft::mapping
