#include <algorithm>
#include <cmath>

#include "weft/chart/places.hpp"

namespace weft::chart {

GridPlaces::GridPlaces(std::vector<std::uint32_t> sides)
    : sides_(std::move(sides)), around_(sides_.size(), false), others_(sides_.size(), false) {
  double width = 0, height = 0;
  for (std::size_t dim = 0; dim < sides_.size(); ++dim) {
    double const side = sides_[dim];
    if (dim == 0) {
      steps_.push_back({1, 0});
      width = side;
      height = 1;
    } else if (dim == 1) {
      steps_.push_back({0, 1});
      height = side;
    } else if (dim == 2) {
      steps_.push_back({0.74 / side, -0.52 / side});
      spacing_ = std::hypot(0.74, 0.52) / side;
    } else if (dim % 2 == 1) {
      steps_.push_back({width + 0.4, 0});
      width = side * (width + 0.4);
    } else {
      steps_.push_back({0, height + 0.4});
      height = side * (height + 0.4);
    }
  }
}

Point GridPlaces::at(std::uint32_t cell) const {
  Point at;
  for (std::size_t dim = 0; dim < sides_.size(); ++dim) {
    auto const coordinate = cell % sides_[dim];
    cell /= sides_[dim];
    at.x += coordinate * steps_[dim].x;
    at.y += coordinate * steps_[dim].y;
  }
  return at;
}

GridPlaces::Run GridPlaces::run_of(std::uint32_t a, std::uint32_t b) const {
  Run run{sides_.size(), 0};
  for (std::size_t dim = 0; dim < sides_.size(); ++dim) {
    auto const from = a % sides_[dim], to = b % sides_[dim];
    a /= sides_[dim];
    b /= sides_[dim];
    if (from == to) continue;
    if (run.length > 0) return {sides_.size(), 0};
    run = {dim, from < to ? to - from : from - to};
  }
  return run;
}

void GridPlaces::see(std::uint32_t a, std::uint32_t b) {
  auto const [dim, length] = run_of(a, b);
  if (dim == sides_.size()) return;
  if (length + 1 == sides_[dim] && length > 2)
    around_[dim] = true;
  else if (length > 1)
    others_[dim] = true;
}

std::optional<Point> GridPlaces::cut_end(std::uint32_t a, std::uint32_t b) const {
  auto const [dim, length] = run_of(a, b);
  if (dim == sides_.size() || !wraps(dim) || length + 1 < sides_[dim]) return {};
  auto const [x, y] = steps_[dim];
  if (dim == 2) return Point{0.8 * (a < b ? -x : x), 0.8 * (a < b ? -y : y)};
  double const share = (a < b ? -0.42 : 0.42) * std::min(1.0, 0.8 / std::hypot(x, y));
  return Point{share * x, share * y};
}

}  // namespace weft::chart
