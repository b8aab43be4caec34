#include "weft/mapping/linear.hpp"

namespace weft::mapping {

Placement Linear::place(MappingContext const& context) const {
  check_fits(context);
  return params_.order == GridOrder::rows ? in_row_order(context)
                                          : in_column_order(context, "linear:order=columns");
}

std::vector<Linear::Params> Linear::worth_trying(MappingContext const& context) {
  std::vector<Params> both{{GridOrder::rows}};
  if (context.sides.size() == 2) both.push_back({GridOrder::columns});
  return both;
}

}  // namespace weft::mapping
