// SPDX-License-Identifier: Apache-2.0
#include "weft/chart/placement.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <numeric>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "weft/chart/places.hpp"

namespace weft::chart {
namespace {

constexpr std::size_t max_bent_links = 2000;  // links between groups

/// Returns the minimum distance between a point of a sample and any other point.
double min_distance(std::vector<Point> const& at) {
  double minimum = 1e300;
  std::size_t const step = at.size() / 500 + 1;
  for (std::size_t i = 0; i < at.size(); i += step)
    for (std::size_t j = 0; j < at.size(); ++j)
      if (i != j) minimum = std::min(minimum, std::hypot(at[i].x - at[j].x, at[i].y - at[j].y));
  return at.size() < 2 ? 1 : minimum;
}

/// Replaces wraparound links by two cut ends.
template <class CutEndOf>
void cut_links(NetworkView const& picture, VertexPlacement& placement, CutEndOf cut_end_of) {
  for (std::size_t i = 0; i < picture.links.size(); ++i)
    if (auto const out = cut_end_of(picture.links[i])) placement.shapes[i] = {.cut_ends = true, .out = *out};
}

VertexPlacement place_on_grid(NetworkView const& picture) {
  if (auto planes = place_in_planes(picture)) return *std::move(planes);
  auto const& cell = picture.parts[0];
  GridPositions places(picture.sides);
  VertexPlacement placement(picture);
  placement.spacing = places.spacing();
  for (std::size_t v = 0; v < cell.size(); ++v) placement.at[v] = places.at(cell[v]);
  for (auto const& link : picture.links) places.see(cell[link.a], cell[link.b]);
  cut_links(picture, placement,
            [&](ViewLink const& link) { return places.cut_end(cell[link.a], cell[link.b]); });
  bend_around(picture, placement);
  return placement;
}

VertexPlacement place_in_stages(NetworkView const& picture) {
  StagePositions const places(picture.parts[0]);
  VertexPlacement placement(picture);
  placement.at = places.at();
  cut_links(picture, placement, [&](ViewLink const& link) { return places.cut_end(link.a, link.b); });
  bend_around(picture, placement);
  return placement;
}

VertexPlacement place_on_rings(NetworkView const& picture) {
  VertexPlacement placement(picture);
  placement.at = ring_places(picture.parts[0]);
  return placement;
}

/// Returns the distance between a link with bend `bend` and the nearest vertex other than its ends, capped at
/// `enough`.
double clearance(Point a, Point b, double bend, ViewLink const& link, std::vector<Point> const& at,
                 double enough) {
  constexpr int samples = 16;
  Point const control{(a.x + b.x) / 2 + 2 * bend * (b.y - a.y), (a.y + b.y) / 2 - 2 * bend * (b.x - a.x)};
  double nearest = enough;
  for (int i = 1; i < samples; ++i) {
    double const t = static_cast<double>(i) / samples, s = 1 - t;
    Point const on{s * s * a.x + 2 * s * t * control.x + t * t * b.x,
                   s * s * a.y + 2 * s * t * control.y + t * t * b.y};
    for (std::size_t v = 0; v < at.size(); ++v)
      if (v != link.a && v != link.b) nearest = std::min(nearest, std::hypot(at[v].x - on.x, at[v].y - on.y));
  }
  return nearest;
}

/// Returns the smallest bend that keeps a link between groups away from other vertices, or else the bend with
/// the maximum clearance. Straight links would cover the links inside groups.
double clearest_bend(ViewLink const& link, VertexPlacement const& placement) {
  constexpr std::size_t max_vertices = 400;
  constexpr std::array bends{0.06, -0.06, 0.12, -0.12, 0.18, -0.18, 0.24, -0.24};
  double const side = link.a < link.b ? 1 : -1, enough = 0.42 * placement.spacing;
  if (placement.at.size() > max_vertices) return side * bends.front();
  double best = bends.front(), maximum = 0;
  for (double const bend : bends) {
    double const clear =
        clearance(placement.at[link.a], placement.at[link.b], side * bend, link, placement.at, enough);
    if (clear > maximum + 1e-9) {
      maximum = clear;
      best = bend;
    }
    if (maximum >= enough) break;
  }
  return side * best;
}

VertexPlacement place_in_groups(NetworkView const& picture) {
  VertexPlacement placement(picture);
  placement.at = group_places(picture.vertices.size(), picture.parts);
  placement.spacing = min_distance(placement.at);
  if (picture.links.size() <= max_bent_links && !picture.parts.empty())
    for (std::size_t i = 0; i < picture.links.size(); ++i) {
      auto const& link = picture.links[i];
      if (picture.parts[0][link.a] != picture.parts[0][link.b])
        placement.shapes[i].bend = clearest_bend(link, placement);
    }
  return placement;
}

VertexPlacement place_as_given(NetworkView const& picture) {
  VertexPlacement placement(picture);
  placement.at = picture.places;
  placement.spacing = min_distance(placement.at);
  bend_around(picture, placement);
  return placement;
}

}  // namespace

VertexPlacement place_on_circle(NetworkView const& picture) {
  VertexPlacement placement(picture);
  placement.at = circle_places(picture.parts.empty() ? std::vector<std::uint32_t>(picture.vertices.size(), 0)
                                                     : picture.parts[0]);
  return placement;
}

VertexPlacement place(NetworkView const& picture) {
  switch (picture.style) {
    case Arrangement::grid: return place_on_grid(picture);
    case Arrangement::circle: return place_on_circle(picture);
    case Arrangement::stages: return place_in_stages(picture);
    case Arrangement::rings: return place_on_rings(picture);
    case Arrangement::groups: return place_in_groups(picture);
    case Arrangement::given: return place_as_given(picture);
    default: return place_force_directed(picture);
  }
}

void bend_around(NetworkView const& picture, VertexPlacement& placement) {
  std::map<std::pair<std::uint32_t, std::uint32_t>, int> seen;
  auto const& at = placement.at;
  for (std::size_t i = 0; i < picture.links.size(); ++i) {
    auto const& link = picture.links[i];
    auto& shape = placement.shapes[i];
    if (shape.cut_ends || link.a == link.b) continue;
    Point const from = at[link.a], along{at[link.b].x - from.x, at[link.b].y - from.y};
    double const length = std::hypot(along.x, along.y);
    bool blocked = false;
    for (std::uint32_t v = 0; v < at.size() && !blocked; ++v) {
      if (v == link.a || v == link.b) continue;
      Point const to{at[v].x - from.x, at[v].y - from.y};
      double const t = (to.x * along.x + to.y * along.y) / (length * length);
      double const off = std::abs(to.x * along.y - to.y * along.x) / length;
      blocked = t > 0 && t < 1 && off < 0.12 * placement.spacing;
    }
    int const copy = seen[std::minmax(link.a, link.b)]++;
    double const side = link.a < link.b ? 1 : -1;  // parallel links of either direction on the same side
    double const steps =
        length /
        placement.spacing;  // in units of the spacing; longer links bend less, relative to their length
    if (blocked && shape.bend == 0) shape.bend = side * std::min(0.3, (0.34 + 0.08 * steps) / steps);
    int const pair = (copy + 1) / 2;
    shape.bend += side * 0.14 * pair * (copy % 2 == 1 ? 1 : -1);
  }
}

namespace {

using Mode = std::vector<double>;

/// Removes the weighted mean and the component along `other`, and normalizes the vector to length 1.
void purify(Mode& vector, Mode const& weights, Mode const* other) {
  auto const dot = [&](Mode const& x, Mode const& y) {
    double sum = 0;
    for (std::size_t i = 0; i < x.size(); ++i) sum += weights[i] * x[i] * y[i];
    return sum;
  };
  double const mean =
      dot(vector, Mode(vector.size(), 1)) / std::accumulate(weights.begin(), weights.end(), 0.0);
  for (auto& x : vector) x -= mean;
  if (other != nullptr) {
    double const share = dot(vector, *other);
    for (std::size_t i = 0; i < vector.size(); ++i) vector[i] -= share * (*other)[i];
  }
  double const length = std::sqrt(dot(vector, vector));
  for (auto& x : vector) x /= length > 0 ? length : 1;
}

class Forces {
 public:
  explicit Forces(NetworkView const& picture)
      : links_(picture.links), degree_(picture.vertices.size(), 1e-9) {
    for (auto const& [a, b, channel_class, count, failed, value] : links_)
      if (a != b) {
        ++degree_[a];
        ++degree_[b];
      }
  }

  /// Returns initial positions from the slowest modes of a random walk.
  std::vector<Point> start() const {
    auto const n = degree_.size();
    auto const x = slow_mode(1.0, nullptr), y = slow_mode(2.0, &x);
    double const size = std::sqrt(static_cast<double>(n)),
                 scale = std::sqrt(std::accumulate(degree_.begin(), degree_.end(), 0.0)) / 2;
    std::vector<Point> at;
    for (std::size_t v = 0; v < n; ++v) {
      double const apart =
          0.01 * std::sin(37.0 * static_cast<double>(v + 1));  // if no mode separates vertices
      at.push_back({size * (x[v] * scale + apart), size * (y[v] * scale + apart)});
    }
    return at;
  }

  std::vector<Point> settle() {
    auto const n = degree_.size();
    at_ = start();
    double const size = std::sqrt(static_cast<double>(n));
    int const rounds = n <= 400 ? 300 : 80;
    for (int round = 0; round < rounds; ++round)
      step(0.1 * size * (1 - static_cast<double>(round) / rounds) + 0.01);
    return std::move(at_);
  }

 private:
  /// Returns a slow mode of the lazy random walk, by power iteration.
  Mode slow_mode(double seed, Mode const* other) const {
    Mode mode(degree_.size());
    for (std::size_t v = 0; v < mode.size(); ++v)
      mode[v] = std::sin(seed * 12.9898 * static_cast<double>(v + 1));
    purify(mode, degree_, other);
    for (int round = 0; round < 300; ++round) {
      Mode next(mode.size(), 0);
      for (auto const& [a, b, channel_class, count, failed, value] : links_)
        if (a != b) {
          next[a] += mode[b];
          next[b] += mode[a];
        }
      for (std::size_t v = 0; v < mode.size(); ++v) mode[v] = (mode[v] + next[v] / degree_[v]) / 2;
      purify(mode, degree_, other);
    }
    return mode;
  }

  void step(double maximum) {
    std::vector<Point> force(at_.size());
    for (std::size_t i = 0; i < at_.size(); ++i)
      for (std::size_t j = 0; j < i; ++j) {
        double const dx = at_[i].x - at_[j].x, dy = at_[i].y - at_[j].y;
        double const push = 1 / std::max(dx * dx + dy * dy, 1e-4);
        force[i].x += push * dx;
        force[i].y += push * dy;
        force[j].x -= push * dx;
        force[j].y -= push * dy;
      }
    for (auto const& [a, b, channel_class, count, failed, value] : links_) {
      double const dx = at_[a].x - at_[b].x, dy = at_[a].y - at_[b].y, pull = std::hypot(dx, dy);
      force[a].x -= pull * dx;
      force[a].y -= pull * dy;
      force[b].x += pull * dx;
      force[b].y += pull * dy;
    }
    for (std::size_t v = 0; v < at_.size(); ++v) {
      double const length = std::hypot(force[v].x, force[v].y), moved = std::min(length, maximum);
      if (length == 0) continue;
      at_[v].x += force[v].x / length * moved - 0.002 * at_[v].x;  // keeps disconnected components near
      at_[v].y += force[v].y / length * moved - 0.002 * at_[v].y;
    }
  }

  std::vector<ViewLink> const& links_;
  Mode degree_;
  std::vector<Point> at_;
};

/// Returns the mean length of links divided by the mean distance of vertices; near 1, the positions do not
/// reflect the links.
double disorder(NetworkView const& picture, std::vector<Point> const& at) {
  double of_links = 0, of_pairs = 0;
  for (auto const& link : picture.links)
    of_links += std::hypot(at[link.a].x - at[link.b].x, at[link.a].y - at[link.b].y);
  for (std::size_t i = 0; i < at.size(); ++i)
    for (std::size_t j = 0; j < i; ++j) of_pairs += std::hypot(at[i].x - at[j].x, at[i].y - at[j].y);
  auto const n = static_cast<double>(at.size());
  return picture.links.empty()
             ? 1
             : of_links / static_cast<double>(picture.links.size()) / (of_pairs / (n * (n - 1) / 2));
}

}  // namespace

std::vector<Point> place_by_modes(NetworkView const& picture) { return Forces(picture).start(); }

VertexPlacement place_force_directed(NetworkView const& picture) {
  if (picture.vertices.size() < 4) return place_on_circle(picture);
  auto at = Forces(picture).settle();
  if (disorder(picture, at) > 0.66) return place_on_circle(picture);
  VertexPlacement placement(picture);
  placement.at = std::move(at);
  Mode nearest;
  for (std::size_t i = 0; i < placement.at.size(); ++i) {
    double minimum = 1e300;
    for (std::size_t j = 0; j < placement.at.size(); ++j)
      if (i != j)
        minimum = std::min(minimum, std::hypot(placement.at[i].x - placement.at[j].x,
                                               placement.at[i].y - placement.at[j].y));
    nearest.push_back(minimum);
  }
  std::ranges::nth_element(nearest, nearest.begin() + static_cast<std::ptrdiff_t>(nearest.size() / 10));
  placement.spacing = std::max(1e-3, nearest[nearest.size() / 10]);
  return placement;
}

namespace {

using GridSides = std::vector<std::uint32_t>;

constexpr double wrap_length = 0.42;  // of the cut ends of wraparound links

std::vector<std::uint32_t> coordinates(std::uint32_t cell, GridSides const& sides) {
  std::vector<std::uint32_t> coords;
  for (auto const side : sides) {
    coords.push_back(cell % side);
    cell /= side;
  }
  return coords;
}

/// Maximum side of the third dimension for which depth within a cell is readable.
constexpr std::uint32_t max_depth = 4;

/// Returns whether planes of the first two dimensions show the grid better than depth does.
bool in_planes(GridSides const& sides) {
  return sides.size() > 2 && (sides[2] > max_depth || (sides.size() > 3 && std::ranges::max(sides) > 2));
}

/// Planes of dimensions 0 and 1. In three dimensions, they fill rows; in more, they repeat side by side along
/// even dimensions and below each other along odd ones.
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

  /// Returns the cut end of a link between planes along dimension `dim`: from the lower coordinate towards
  /// the higher one.
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

  /// Returns the number of planes per row for which the picture is closest to a square.
  std::uint32_t squarest(std::uint32_t planes) const {
    std::uint32_t best = 1;
    double minimum = 1e300;
    for (std::uint32_t columns = 1; columns <= planes; ++columns) {
      auto const rows = (planes + columns - 1) / columns;
      double const side = std::max(columns * width_, rows * height_);
      if (side < minimum) {
        minimum = side;
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
  GridPositions grid(picture.sides);
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
