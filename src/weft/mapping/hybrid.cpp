#include "weft/mapping/hybrid.hpp"

#include <string>

#include "weft/core/error.hpp"
#include "weft/mapping/terminal_groups.hpp"

namespace weft::mapping {

Placement Hybrid::place(MappingContext const& context) const {
  auto const groups = require_groups(context, name);
  check_fits(context);
  auto const [rows, columns] = context.rows_and_columns(name);
  auto const group = groups.size();
  bool const by_rows = group % columns == 0, by_columns = group % rows == 0;
  if (!by_rows && !by_columns)
    throw InputError("hybrid on a grid of " + sides_text(context.sides),
                     "a group of " + std::to_string(group) +
                         " terminals holds neither whole rows nor whole "
                         "columns",
                     "", "mapping");
  auto const levels = groups.sizes.size();
  auto const two_below = levels > 2 ? 2 * groups.sizes[levels - 2] : 0;
  bool const take_rows = by_rows && (!by_columns || columns != two_below || rows == two_below);
  return take_rows ? in_row_order(context) : in_column_order(context, name);
}

}  // namespace weft::mapping
