#include "weft/mapping/linear.hpp"

namespace weft {

Placement Linear::place(MappingContext const& context) const {
  check_fits(context);
  return params_.order == GridOrder::rows ? in_row_order(context)
                                          : in_column_order(context, "linear:order=columns");
}

}  // namespace weft
