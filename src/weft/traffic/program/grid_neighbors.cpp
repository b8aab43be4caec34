#include "weft/traffic/program/grid_neighbors.hpp"

#include <cmath>

namespace weft::traffic {

std::vector<GridNeighbor> neighbors_of(std::uint32_t task, Sides const& sides, bool periodic, bool corners) {
  std::vector<std::int64_t> at(sides.size());
  std::uint64_t rest = task;
  for (auto dim = sides.size(); dim-- > 0;) {
    at[dim] = static_cast<std::int64_t>(rest % static_cast<std::uint64_t>(sides[dim]));
    rest /= static_cast<std::uint64_t>(sides[dim]);
  }
  std::uint32_t directions = 1;
  for (std::size_t dim = 0; dim < sides.size(); ++dim) directions *= 3;
  std::vector<GridNeighbor> found;
  for (std::uint32_t direction = 0; direction < directions; ++direction) {
    GridNeighbor it{.direction = direction, .opposite = directions - 1 - direction};
    auto digits = direction;
    std::int64_t stride = 1, place = 0;
    bool inside = true;
    for (auto dim = sides.size(); dim-- > 0; digits /= 3) {
      auto const step = static_cast<std::int64_t>(digits % 3) - 1;
      auto to = at[dim] + step;
      if (step != 0) ++it.steps;
      if (periodic) to = (to + sides[dim]) % sides[dim];
      inside = inside && to >= 0 && to < sides[dim] && (step == 0 || sides[dim] > 1);
      place += to * stride;
      stride *= sides[dim];
    }
    if (!inside || it.steps == 0 || (it.steps > 1 && !corners)) continue;
    it.task = static_cast<std::uint32_t>(place);
    found.push_back(it);
  }
  return found;
}

Sides plane_of(Sides const& sides) {
  if (sides.size() == 2) return sides;
  auto const tasks = static_cast<std::int64_t>(size_of(sides));
  auto rows = static_cast<std::int64_t>(std::sqrt(static_cast<double>(tasks)));
  while (rows * rows > tasks || tasks % rows != 0) --rows;
  return {rows, tasks / rows};
}

}  // namespace weft::traffic
