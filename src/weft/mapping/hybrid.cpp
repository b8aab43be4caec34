#include "weft/mapping/hybrid.hpp"

#include "weft/core/error.hpp"
#include "weft/topology/shape/percs_counts.hpp"

namespace weft::mapping {

Placement Hybrid::place(MappingContext const& context) const {
  require_percs(context, name, "it fills supernodes of 128 processors");
  check_fits(context);
  auto const [rows, columns] = context.rows_and_columns(name);
  constexpr std::uint32_t supernode = PercsCounts::nodes_per_supernode * PercsCounts::processors_per_node;
  bool const by_rows = supernode % columns == 0, by_columns = supernode % rows == 0;
  if (!by_rows && !by_columns)
    throw InputError("hybrid on a grid of " + sides_text(context.sides),
                     "a supernode of 128 processors holds neither whole rows nor whole columns", "",
                     "mapping");
  bool const take_rows = by_rows && (!by_columns || columns != 64 || rows == 64);
  return take_rows ? in_row_order(context) : in_column_order(context, name);
}

}  // namespace weft::mapping
