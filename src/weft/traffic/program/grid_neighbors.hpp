#pragma once

#include <cstdint>
#include <vector>

#include "weft/core/param.hpp"

namespace weft::traffic {

/// A task that is next to another on a grid: at most one step away along each dimension.
struct GridNeighbor {
  std::uint32_t task = 0;
  std::uint32_t steps = 0;      ///< dimensions along which it is one step away
  std::uint32_t direction = 0;  ///< among 3^dims
  std::uint32_t opposite = 0;   ///< the direction from it back
};

/// The neighbors of a task (row-major, the last coordinate is the fastest) in the order of their directions.
/// `corners`: also those that are a step away along several dimensions. Dimensions of one task have none.
std::vector<GridNeighbor> neighbors_of(std::uint32_t task, Sides const& sides, bool periodic, bool corners);

/// A grid of two dimensions for the tasks: `sides` themselves if they are one, else the squarest that has all
/// tasks, with fewer rows than columns.
Sides plane_of(Sides const& sides);

}  // namespace weft::traffic
