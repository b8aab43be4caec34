#include "weft/mapping/random.hpp"

namespace weft::mapping {

Placement Random::place(MappingContext const& context) const {
  check_fits(context);
  auto placement = random_order(context.terminals, context.seed);
  placement.resize(context.num_tasks());
  return placement;
}

}  // namespace weft::mapping
