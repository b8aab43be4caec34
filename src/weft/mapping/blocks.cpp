#include "weft/mapping/blocks.hpp"

#include <algorithm>
#include <numeric>

#include "weft/core/error.hpp"

namespace weft {
namespace {

/// A rank in row-major order as coordinates and back, the last the fastest.
std::uint64_t rank(Sides const& at, Sides const& sides) {
  std::uint64_t sum = 0;
  for (std::size_t d = 0; d < sides.size(); ++d)
    sum = sum * static_cast<std::uint64_t>(sides[d]) + static_cast<std::uint64_t>(at[d]);
  return sum;
}

void check_divides(Sides const& small, Sides const& large, char const* what, char const* of) {
  bool fits = small.size() == large.size();
  for (std::size_t d = 0; fits && d < large.size(); ++d) fits = large[d] % small[d] == 0;
  if (!fits)
    throw InputError(std::string(what) + " of " + sides_text(small),
                     "must divide the " + sides_text(large) + " of " + of, "", "mapping");
}

std::uint64_t product(Sides const& sides) {
  std::uint64_t size = 1;
  for (auto const side : sides) size *= static_cast<std::uint64_t>(side);
  return size;
}

Sides quotient(Sides const& large, Sides const& small) {
  Sides sides;
  for (std::size_t d = 0; d < large.size(); ++d) sides.push_back(large[d] / small[d]);
  return sides;
}

}  // namespace

Placement place_blocks(Sides const& grid, Sides const& block, Sides const& quad,
                       std::vector<std::uint32_t> const& first) {
  Sides const blocks = quotient(grid, block), quads = quotient(block, quad);
  auto const dims = grid.size();
  Placement placement(product(grid));
  Sides at(dims, 0), block_at(dims), quad_at(dims), inside(dims);
  for (auto& terminal : placement) {
    for (std::size_t d = 0; d < dims; ++d) {
      block_at[d] = at[d] / block[d];
      quad_at[d] = at[d] % block[d] / quad[d];
      inside[d] = at[d] % quad[d];
    }
    terminal = first[rank(block_at, blocks)] +
               static_cast<std::uint32_t>(rank(quad_at, quads) * product(quad) + rank(inside, quad));
    for (std::size_t d = dims; d-- > 0;) {
      if (++at[d] < grid[d]) break;
      at[d] = 0;
    }
  }
  return placement;
}

Placement Blocks::place(MappingContext const& context) const {
  check_fits(context);
  check_divides(params_.sides, context.sides, "blocks", "the task grid");
  Sides quad = params_.quad;
  if (quad.size() == params_.sides.size())
    for (std::size_t d = 0; d < quad.size(); ++d) quad[d] = std::min(quad[d], params_.sides[d]);
  check_divides(quad, params_.sides, "quads", "a block");
  auto const size = product(params_.sides), blocks = context.num_tasks() / size;
  std::vector<std::uint32_t> first(blocks);
  std::iota(first.begin(), first.end(), 0);
  if (params_.order == BlockOrder::random) first = random_order(blocks, context.seed);
  for (auto& terminal : first) terminal *= static_cast<std::uint32_t>(size);
  return place_blocks(context.sides, params_.sides, quad, first);
}

}  // namespace weft
