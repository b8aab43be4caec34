#include "weft/mapping/block_placement.hpp"

#include <string>

#include "weft/core/error.hpp"

namespace weft::mapping {
namespace {

/// A rank in row-major order as coordinates and back, the last the fastest.
std::uint64_t rank(Sides const& at, Sides const& sides) {
  std::uint64_t sum = 0;
  for (std::size_t d = 0; d < sides.size(); ++d)
    sum = sum * static_cast<std::uint64_t>(sides[d]) + static_cast<std::uint64_t>(at[d]);
  return sum;
}

Sides quotient(Sides const& large, Sides const& small) {
  Sides sides;
  for (std::size_t d = 0; d < large.size(); ++d) sides.push_back(large[d] / small[d]);
  return sides;
}

}  // namespace

void check_divides(Sides const& small, Sides const& large, char const* what, char const* of) {
  bool fits = small.size() == large.size();
  for (std::size_t d = 0; fits && d < large.size(); ++d) fits = large[d] % small[d] == 0;
  if (!fits)
    throw InputError(std::string(what) + " of " + sides_text(small),
                     "must divide the " + sides_text(large) + " of " + of, "", "mapping");
}

Placement place_blocks(Sides const& grid, Sides const& block, Sides const& quad,
                       std::vector<std::uint32_t> const& first) {
  Sides const blocks = quotient(grid, block), quads = quotient(block, quad);
  auto const dims = grid.size();
  Placement placement(size_of(grid));
  Sides at(dims, 0), block_at(dims), quad_at(dims), inside(dims);
  for (auto& terminal : placement) {
    for (std::size_t d = 0; d < dims; ++d) {
      block_at[d] = at[d] / block[d];
      quad_at[d] = at[d] % block[d] / quad[d];
      inside[d] = at[d] % quad[d];
    }
    terminal = first[rank(block_at, blocks)] +
               static_cast<std::uint32_t>(rank(quad_at, quads) * size_of(quad) + rank(inside, quad));
    for (std::size_t d = dims; d-- > 0;) {
      if (++at[d] < grid[d]) break;
      at[d] = 0;
    }
  }
  return placement;
}
}  // namespace weft::mapping
