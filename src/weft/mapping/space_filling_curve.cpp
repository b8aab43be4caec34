#include "weft/mapping/space_filling_curve.hpp"

#include "weft/topology/shape/hilbert.hpp"

namespace weft::mapping {

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

}  // namespace weft::mapping
