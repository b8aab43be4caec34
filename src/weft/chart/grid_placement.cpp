#include <algorithm>
#include <cmath>

#include "weft/chart/placement.hpp"

namespace weft::chart {
namespace {

using GridSides = std::vector<std::uint32_t>;

std::vector<std::uint32_t> coordinates(std::uint32_t cell, GridSides const& sides) {
  std::vector<std::uint32_t> coords;
  for (auto const side : sides) {
    coords.push_back(cell % side);
    cell /= side;
  }
  return coords;
}

/// The displacement of a step along each dimension in the picture. The first two are right and down, the
/// third a diagonal within the cell; every further pair puts copies of all previous ones side by side and
/// below each other.
struct GridSteps {
  std::vector<Point> step;
  double spacing = 1;
};

GridSteps steps_of(GridSides const& sides) {
  GridSteps steps;
  double width = 0, height = 0;
  for (std::size_t dim = 0; dim < sides.size(); ++dim) {
    double const side = sides[dim];
    if (dim == 0) {
      steps.step.push_back({1, 0});
      width = side;
      height = 1;
    } else if (dim == 1) {
      steps.step.push_back({0, 1});
      height = side;
    } else if (dim == 2) {
      steps.step.push_back({0.74 / side, -0.52 / side});
      steps.spacing = std::hypot(0.74, 0.52) / side;
    } else if (dim % 2 == 1) {
      steps.step.push_back({width + 0.4, 0});
      width = side * (width + 0.4);
    } else {
      steps.step.push_back({0, height + 0.4});
      height = side * (height + 0.4);
    }
  }
  return steps;
}

/// The dimension along which the link runs, or sides.size() if it is not one alone; and how far.
std::pair<std::size_t, std::uint32_t> run_of(GridSides const& sides, std::uint32_t a, std::uint32_t b) {
  auto const from = coordinates(a, sides), to = coordinates(b, sides);
  std::size_t along = sides.size();
  std::uint32_t run = 0;
  for (std::size_t dim = 0; dim < sides.size(); ++dim) {
    if (from[dim] == to[dim]) continue;
    if (run > 0) return {sides.size(), 0};
    along = dim;
    run = from[dim] < to[dim] ? to[dim] - from[dim] : from[dim] - to[dim];
  }
  return {along, run};
}

/// The dimensions that wrap around: their long links span the whole side, and no link is between that and one
/// step.
std::vector<bool> wrapping(NetworkView const& picture) {
  auto const& sides = picture.sides;
  std::vector<bool> wraps(sides.size(), false), others(sides.size(), false);
  for (auto const& link : picture.links) {
    auto const [dim, run] = run_of(sides, picture.parts[0][link.a], picture.parts[0][link.b]);
    if (dim == sides.size()) continue;
    if (run + 1 == sides[dim] && run > 2)
      wraps[dim] = true;
    else if (run > 1)
      others[dim] = true;
  }
  for (std::size_t dim = 0; dim < sides.size(); ++dim) wraps[dim] = wraps[dim] && !others[dim];
  return wraps;
}

}  // namespace

VertexPlacement place_on_grid(NetworkView const& picture) {
  auto const& sides = picture.sides;
  auto const& cell = picture.parts[0];
  auto const steps = steps_of(sides);
  auto const wraps = wrapping(picture);
  VertexPlacement placement(picture);
  placement.spacing = steps.spacing;
  for (std::size_t v = 0; v < cell.size(); ++v) {
    auto const coords = coordinates(cell[v], sides);
    for (std::size_t dim = 0; dim < sides.size(); ++dim) {
      placement.at[v].x += coords[dim] * steps.step[dim].x;
      placement.at[v].y += coords[dim] * steps.step[dim].y;
    }
  }
  for (std::size_t i = 0; i < picture.links.size(); ++i) {
    auto const [a, b] = std::pair(cell[picture.links[i].a], cell[picture.links[i].b]);
    auto const [dim, run] = run_of(sides, a, b);
    auto& shape = placement.shapes[i];
    if (dim == sides.size() || !wraps[dim] || run + 1 < sides[dim]) continue;
    auto const [x, y] = steps.step[dim];
    double const length = (a < b ? -0.42 : 0.42) * std::min(1.0, 0.8 / std::hypot(x, y));
    shape = {.stubs = true, .out = {length * x, length * y}};
    if (dim == 2) shape.out = {0.8 * (a < b ? -x : x), 0.8 * (a < b ? -y : y)};
  }
  bend_around(picture, placement);
  return placement;
}

}  // namespace weft::chart
