#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "weft/chart/placement.hpp"

namespace weft::chart {
namespace {

using GridSides = std::vector<std::uint32_t>;

constexpr double wrap_length = 0.42;  // of the ends of links that wrap around

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

/// Depth within a cell can be read up to this side of the third dimension.
constexpr std::uint32_t most_depth = 4;

/// Whether planes of the first two dimensions show the grid better than depth does.
bool in_planes(GridSides const& sides) {
  return sides.size() > 2 && (sides[2] > most_depth || (sides.size() > 3 && std::ranges::max(sides) > 2));
}

/// Planes of the first two dimensions: those of the third in rows; with more dimensions, the odd ones below
/// and the even ones beside one another.
class Planes {
 public:
  explicit Planes(GridSides const& sides) : sides_(sides) {
    width_ = sides[0] + gap;
    height_ = sides[1] + gap;
    if (sides.size() == 3) columns_ = squarest(sides[2]);
  }

  Point at(std::vector<std::uint32_t> const& coords) const {
    auto const plane = origin(coords);
    return {plane.x + coords[0], plane.y + coords[1]};
  }

  void add_names(VertexPlacement& placement) const {
    std::uint32_t planes = 1;
    for (std::size_t dim = 2; dim < sides_.size(); ++dim) planes *= sides_[dim];
    for (std::uint32_t plane = 0; plane < planes; ++plane) {
      auto const coords = coordinates(plane * sides_[0] * sides_[1], sides_);
      auto const corner = origin(coords);
      placement.names.push_back({{corner.x + (sides_[0] - 1) / 2.0, corner.y - name_height},
                                 fmt::format("{}", fmt::join(coords.begin() + 2, coords.end(), ","))});
    }
  }

  /// The end of a link along a dimension across planes: from the lower coordinate towards the higher one.
  static Point stub(std::size_t dim) {
    double const angle = dim % 2 == 0 ? 0.6 : 2.2;  // radians above the first dimension
    double const turned = angle + 0.4 * static_cast<double>((dim - 2) / 2);
    return {stub_length * std::cos(turned), -stub_length * std::sin(turned)};
  }

 private:
  static constexpr double gap = 1, name_height = 0.75, stub_length = 0.4;

  Point origin(std::vector<std::uint32_t> const& coords) const {
    if (columns_ > 0)
      return {coords[2] % columns_ * width_, static_cast<double>(coords[2] / columns_) * height_};
    Point at{};
    double width = width_, height = height_;
    for (std::size_t dim = 2; dim < sides_.size(); ++dim) {
      auto& along = dim % 2 == 0 ? at.x : at.y;
      auto& pitch = dim % 2 == 0 ? width : height;
      along += coords[dim] * pitch;
      pitch = pitch * sides_[dim] + gap / 2;
    }
    return at;
  }

  /// The number of planes in a row that makes the picture as square as possible.
  std::uint32_t squarest(std::uint32_t planes) const {
    std::uint32_t best = 1;
    double least = 1e300;
    for (std::uint32_t columns = 1; columns <= planes; ++columns) {
      auto const rows = (planes + columns - 1) / columns;
      double const side = std::max(columns * width_, rows * height_);
      if (side < least) {
        least = side;
        best = columns;
      }
    }
    return best;
  }

  GridSides const& sides_;
  double width_ = 0, height_ = 0;  ///< of a plane with the gap behind it
  std::uint32_t columns_ = 0;      ///< of a grid of three dimensions
};

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

VertexPlacement place_in_planes(NetworkView const& picture) {
  auto const& cell = picture.parts[0];
  Planes const planes(picture.sides);
  VertexPlacement placement(picture);
  for (std::size_t v = 0; v < cell.size(); ++v)
    placement.at[v] = planes.at(coordinates(cell[v], picture.sides));
  auto const wraps = wrapping(picture);
  for (std::size_t i = 0; i < picture.links.size(); ++i) {
    auto const [a, b] = std::pair(cell[picture.links[i].a], cell[picture.links[i].b]);
    auto const [dim, run] = run_of(picture.sides, a, b);
    if (dim == picture.sides.size()) continue;
    bool const around = wraps[dim] && run + 1 == picture.sides[dim];
    if (dim < 2 && !around) continue;
    Point const out = dim >= 2 ? Planes::stub(dim) : dim == 0 ? Point{wrap_length, 0} : Point{0, wrap_length};
    double const sign = (a < b) == around ? -1 : 1;
    placement.shapes[i] = {.stubs = true, .out = {sign * out.x, sign * out.y}};
  }
  planes.add_names(placement);
  bend_around(picture, placement);
  return placement;
}

}  // namespace

VertexPlacement place_on_grid(NetworkView const& picture) {
  auto const& sides = picture.sides;
  if (in_planes(sides)) return place_in_planes(picture);
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
    double const length = (a < b ? -wrap_length : wrap_length) * std::min(1.0, 0.8 / std::hypot(x, y));
    shape = {.stubs = true, .out = {length * x, length * y}};
    if (dim == 2) shape.out = {0.8 * (a < b ? -x : x), 0.8 * (a < b ? -y : y)};
  }
  bend_around(picture, placement);
  return placement;
}

}  // namespace weft::chart
