#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "weft/chart/placement.hpp"
#include "weft/chart/places.hpp"

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
  static Point cut_end(std::size_t dim) {
    double const angle = dim % 2 == 0 ? 0.6 : 2.2;  // radians above the first dimension
    double const turned = angle + 0.4 * static_cast<double>((dim - 2) / 2);
    return {cut_length * std::cos(turned), -cut_length * std::sin(turned)};
  }

 private:
  static constexpr double gap = 1, name_height = 0.75, cut_length = 0.4;

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

}  // namespace

std::optional<VertexPlacement> place_in_planes(NetworkView const& picture) {
  if (!in_planes(picture.sides)) return {};
  auto const& cell = picture.parts[0];
  Planes const planes(picture.sides);
  GridPlaces grid(picture.sides);
  for (auto const& link : picture.links) grid.see(cell[link.a], cell[link.b]);
  VertexPlacement placement(picture);
  for (std::size_t v = 0; v < cell.size(); ++v)
    placement.at[v] = planes.at(coordinates(cell[v], picture.sides));
  for (std::size_t i = 0; i < picture.links.size(); ++i) {
    auto const [a, b] = std::pair(cell[picture.links[i].a], cell[picture.links[i].b]);
    auto const [dim, run] = grid.run_of(a, b);
    if (dim == picture.sides.size()) continue;
    bool const around = grid.wraps(dim) && run + 1 == picture.sides[dim];
    if (dim < 2 && !around) continue;
    Point const out = dim >= 2   ? Planes::cut_end(dim)
                      : dim == 0 ? Point{wrap_length, 0}
                                 : Point{0, wrap_length};
    double const sign = (a < b) == around ? -1 : 1;
    placement.shapes[i] = {.cut_ends = true, .out = {sign * out.x, sign * out.y}};
  }
  planes.add_names(placement);
  bend_around(picture, placement);
  return placement;
}

}  // namespace weft::chart
