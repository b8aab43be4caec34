// SPDX-License-Identifier: Apache-2.0
#include "weft/network/channel_bandwidths.hpp"

#include "weft/network/geometry/grid_geometry.hpp"

namespace weft {

std::vector<IsLow> middle_cuts(std::uint64_t routers, GridGeometry const* grid) {
  std::vector<IsLow> cuts{[half = routers / 2](std::uint32_t r) { return r < half; }};
  for (std::uint32_t dim = 0; grid != nullptr && dim < grid->dims(); ++dim)
    if (grid->side(dim) > 1)
      cuts.emplace_back([grid, dim](std::uint32_t r) { return grid->coord(r, dim) < grid->side(dim) / 2; });
  return cuts;
}

}  // namespace weft
