// SPDX-License-Identifier: Apache-2.0
#include "weft/mapping/orders.hpp"

#include <string>

#include "weft/core/error.hpp"
#include "weft/mapping/terminal_groups.hpp"
#include "weft/topology/shape/hilbert.hpp"

namespace weft::mapping {

Placement Linear::place(MappingContext const& context) const {
  check_fits(context);
  return params_.order == GridOrder::rows ? in_row_order(context)
                                          : in_column_order(context, "linear:order=columns");
}

std::vector<Linear::Params> Linear::candidate_params(MappingContext const& context) {
  std::vector<Params> both{{GridOrder::rows}};
  if (context.sides.size() == 2) both.push_back({GridOrder::columns});
  return both;
}

Placement Random::place(MappingContext const& context) const {
  check_fits(context);
  auto placement = random_order(context.terminals, context.seed);
  placement.resize(context.num_tasks());
  return placement;
}

Placement SpaceFillingCurve::place(MappingContext const& context) const {
  check_fits(context);
  auto const tasks = hilbert_order(context.sides);
  Placement placement(tasks.size());
  auto const sides = context.router_sides();
  if (sides.empty()) {
    for (std::uint32_t i = 0; i < tasks.size(); ++i) placement[tasks[i]] = i;
    return placement;
  }
  auto const routers = hilbert_order(sides);
  auto const each = static_cast<std::uint32_t>(context.terminals / routers.size());
  for (std::uint32_t i = 0; i < tasks.size(); ++i) placement[tasks[i]] = routers[i / each] * each + i % each;
  return placement;
}

Placement Hybrid::place(MappingContext const& context) const {
  auto const groups = require_groups(context, name);
  check_fits(context);
  auto const [rows, columns] = context.rows_and_columns(name);
  auto const group = groups.size();
  bool const by_rows = group % columns == 0, by_columns = group % rows == 0;
  if (!by_rows && !by_columns)
    throw InputError("hybrid does not support grid=" + format_sides(context.sides),
                     "a group of " + std::to_string(group) +
                         " terminals contains neither whole rows nor whole "
                         "columns",
                     "", "mapping");
  auto const levels = groups.sizes.size();
  auto const two_below = levels > 2 ? 2 * groups.sizes[levels - 2] : 0;
  bool const take_rows = by_rows && (!by_columns || columns != two_below || rows == two_below);
  return take_rows ? in_row_order(context) : in_column_order(context, name);
}

}  // namespace weft::mapping
