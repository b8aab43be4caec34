// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "weft/network/any_topology.hpp"
#include "weft/topology/family.hpp"
#include "weft/topology/shape/cartesian_shape.hpp"

namespace weft {

/// The position of each router, level by level, and the picture style to which the positions apply.
struct PicturePlan {
  PictureStyle style = PictureStyle::free;
  std::vector<std::uint32_t> sides = {};
  std::vector<std::vector<std::uint32_t>> parts = {};
  bool structured = true;  ///< false: there is no structure by which to aggregate
};

/// Returns the drawing that the topology defines. Otherwise arranges routers by copies, or by hops to the
/// nearest terminal if every link joins adjacent stages.
PicturePlan picture_plan(AnyTopology const& topology);

/// Returns the drawing of a grid of routers. A single line of more than one router is drawn as a circle if
/// its first router has more than one port (`first_degree`).
DrawingHint grid_drawing(CartesianShape const& shape, std::uint16_t first_degree);

}  // namespace weft
