// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "weft/network/any_topology.hpp"
#include "weft/topology/family.hpp"
#include "weft/topology/shape/cartesian_shape.hpp"

namespace weft {

/// The place of each router, level by level, and the style that arranges them so.
struct PicturePlan {
  PictureStyle style = PictureStyle::free;
  std::vector<std::uint32_t> sides = {};
  std::vector<std::vector<std::uint32_t>> parts = {};
  bool structured = true;  ///< false: nothing to aggregate by
};

/// By the drawing that the topology states; else by its copies, or by the hops to the nearest terminal if
/// every link joins neighboring stages.
PicturePlan picture_plan(AnyTopology const& topology);

/// The drawing of a grid of routers; a single line of more than one router is a circle if its first router
/// has more than one port.
DrawingHint grid_drawing(CartesianShape const& shape, std::uint16_t first_degree);

}  // namespace weft
