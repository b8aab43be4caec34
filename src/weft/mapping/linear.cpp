#include "weft/mapping/linear.hpp"

#include <numeric>

namespace weft {

Placement Linear::place(MappingContext const& context) const {
  check_fits(context);
  Placement placement(context.num_tasks());
  std::iota(placement.begin(), placement.end(), 0);
  if (params_.order == GridOrder::rows) return placement;
  auto const [rows, columns] = context.rows_and_columns("linear:order=columns");
  for (std::uint32_t r = 0; r < rows; ++r)
    for (std::uint32_t c = 0; c < columns; ++c) placement[std::size_t{r} * columns + c] = c * rows + r;
  return placement;
}

}  // namespace weft
