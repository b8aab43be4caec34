// SPDX-License-Identifier: Apache-2.0
#include "weft/traffic/patterns/by_offset.hpp"

namespace weft::traffic {

Neighbor::Neighbor(Params const& params, TrafficContext const& context)
    : FormulaTraffic(context.num_terminals, context.messages),
      grid_(params, context, name),
      diagonal_(params.diagonal) {
  for (std::uint32_t dim = 0; dim < grid_.dims(); ++dim) {
    std::uint32_t const side = grid_.side(dim);
    if (side > 1) steps_.push_back({dim, 1});
    if (side > 2 && !diagonal_) steps_.push_back({dim, side - 1});
  }
}

}  // namespace weft::traffic
