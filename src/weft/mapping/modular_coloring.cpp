#include "weft/mapping/modular_coloring.hpp"

#include <bit>

#include "weft/core/error.hpp"
#include "weft/mapping/block_placement.hpp"

namespace weft::mapping {

Placement ModularColoring::place(MappingContext const& context) const {
  require_percs(context, name, "it fills supernodes of 128 processors");
  check_fits(context);
  auto const [rows, columns] = context.rows_and_columns(name);
  if (rows % 32 != 0 || columns < 64 || !std::has_single_bit(columns))
    throw InputError("modular_coloring on a grid of " + sides_text(context.sides),
                     "needs a multiple of 32 rows and a power of two of columns, at least 64", "", "mapping");
  constexpr std::uint32_t half = 64;
  std::uint32_t const p = rows / 8, q = columns / 8;
  std::vector<std::uint32_t> first;
  for (std::uint32_t x = 0; x < p; ++x)
    for (std::uint32_t y = 0; y < q; ++y) {
      std::uint32_t const color = x / 2 * q + (x % 2 == 0 ? y : (5 * y + 2) % q);
      first.push_back((2 * color + x % 2) * half);
    }
  return place_blocks(context.sides, {8, 8}, {2, 2}, first);
}

}  // namespace weft::mapping
