// SPDX-License-Identifier: Apache-2.0
#include "weft/chart/places.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>
#include <ranges>

namespace weft::chart {
namespace {

constexpr double turn = 2 * std::numbers::pi;

Point polar(double radius, double angle) { return {radius * std::sin(angle), -radius * std::cos(angle)}; }

using VertexList = std::vector<std::uint32_t>;

VertexList first_numbers(std::size_t n) {
  VertexList numbers(n);
  std::iota(numbers.begin(), numbers.end(), 0u);
  return numbers;
}

/// Returns the vertices of each nonempty part, in ascending order.
std::vector<VertexList> members_of(VertexList const& part) {
  std::vector<VertexList> members(part.empty() ? 0 : *std::ranges::max_element(part) + std::size_t{1});
  for (std::uint32_t v = 0; v < part.size(); ++v) members[part[v]].push_back(v);
  std::erase_if(members, [](auto const& list) { return list.empty(); });
  return members;
}

/// Returns the radius of a circle of n points a unit apart.
double radius_of(std::size_t n) { return 0.5 / std::sin(turn / 2 / static_cast<double>(n)); }

/// A layout of nested groups.
class Nest {
 public:
  Nest(std::size_t vertices, std::vector<VertexList> const& parts)
      : parts_(parts), order_(first_numbers(vertices)), at_(vertices) {
    auto const before = [&](std::uint32_t a, std::uint32_t b) {
      for (auto const& part : parts_)
        if (part[a] != part[b]) return part[a] < part[b];
      return a < b;
    };
    if (!std::ranges::is_sorted(order_, before)) std::ranges::sort(order_, before);
  }

  std::vector<Point> place() {
    Range const all{0, order_.size()};
    if (!order_.empty()) place(all, 0, {0, 0}, radius_of(all, 0), 0);
    return std::move(at_);
  }

 private:
  /// A range of `order_`.
  struct Range {
    std::size_t begin, end;
    std::size_t size() const { return end - begin; }
  };

  /// Returns the part of a level that begins at `begin`.
  Range part_at(std::size_t begin, std::size_t end, std::size_t level) const {
    auto next = begin + 1;
    if (level < parts_.size())
      while (next < end && parts_[level][order_[next]] == parts_[level][order_[begin]]) ++next;
    return {begin, next};
  }
  std::size_t count_parts(Range range, std::size_t level) const {
    if (level >= parts_.size()) return range.size();
    std::size_t count = 0;
    for (auto at = range.begin; at < range.end; at = part_at(at, range.end, level).end) ++count;
    return count;
  }

  /// Returns the radius at which the members on the circle are a unit apart, or the groups on it do not
  /// touch.
  double radius_of(Range range, std::size_t level) const {
    if (range.size() == 1) return 0.5;
    auto const count = count_parts(range, level);
    if (count == 1) return radius_of(range, level + 1);
    bool const leaves = level >= parts_.size();
    double const child =
        leaves ? 0.5 : 1.3 * radius_of(part_at(range.begin, range.end, level), level + 1) + 0.3;
    return child / std::sin(turn / 2 / static_cast<double>(count)) + (leaves ? 0 : child);
  }

  void place(Range range, std::size_t level, Point center, double radius, double angle) {
    if (range.size() == 1) {
      at_[order_[range.begin]] = center;
      return;
    }
    auto const count = count_parts(range, level);
    if (count == 1) return place(range, level + 1, center, radius, angle);
    bool const leaves = level >= parts_.size();
    double const child = leaves ? 0 : radius_of(part_at(range.begin, range.end, level), level + 1);
    double const ring = leaves ? radius : radius - 1.3 * child - 0.3;
    std::size_t number = 0;
    for (auto at = range.begin; at < range.end;) {
      auto const part = part_at(at, range.end, level);
      double const here = angle + turn * static_cast<double>(number++) / static_cast<double>(count);
      auto const offset = polar(ring, here);
      place(part, level + 1, {center.x + offset.x, center.y + offset.y}, child, here);
      at = part.end;
    }
  }

  std::vector<VertexList> const& parts_;
  VertexList order_;
  std::vector<Point> at_;
};

}  // namespace

StagePositions::StagePositions(std::vector<std::uint32_t> const& stage_of, double flattest)
    : at_(stage_of.size()) {
  auto const stages = members_of(stage_of);
  stages_ = stages.size();
  std::size_t widest = 1;
  for (auto const& stage : stages) widest = std::max(widest, stage.size());
  auto const width = static_cast<double>(widest);
  auto const gaps = static_cast<double>(std::max<std::size_t>(stages_, 2) - 1);
  height_ = std::max(std::clamp(width / 5, 1.6, 20.0), flattest * width / gaps);
  for (std::size_t s = 0; s < stages.size(); ++s)
    for (std::size_t i = 0; i < stages[s].size(); ++i)
      at_[stages[s][i]] = {(static_cast<double>(i) + 0.5) / static_cast<double>(stages[s].size()) * width,
                           -height_ * static_cast<double>(s)};
}

std::optional<Point> StagePositions::cut_end(std::uint32_t a, std::uint32_t b) const {
  if (stages_ <= 2) return {};
  double const rise = height_ * static_cast<double>(stages_ - 1), share = std::min(0.42, 1.5 / height_);
  Point const from = at_[a], to = at_[b];
  if (std::abs(to.y - from.y) < rise - height_ / 2) return {};
  return Point{share * (to.x - from.x), to.y > from.y ? -share * height_ : share * height_};
}

std::vector<Point> circle_places(std::vector<std::uint32_t> const& order) {
  auto const n = order.size();
  auto sorted = first_numbers(n);
  std::ranges::stable_sort(sorted, {}, [&](auto v) { return order[v]; });
  double const radius = n < 2 ? 0 : std::max(1.2, radius_of(n));
  std::vector<Point> at(n);
  for (std::size_t i = 0; i < n; ++i)
    at[sorted[i]] = polar(radius, turn * static_cast<double>(i) / static_cast<double>(n));
  return at;
}

std::vector<Point> ring_places(std::vector<std::uint32_t> const& ring_of) {
  std::vector<Point> at(ring_of.size());
  auto const rings = members_of(ring_of);
  double radius = 1.2;
  for (auto const& ring : std::views::reverse(rings)) {
    auto const size = static_cast<double>(ring.size());
    radius = std::max(radius, radius_of(std::max<std::size_t>(ring.size(), 2)));
    for (std::size_t i = 0; i < ring.size(); ++i)
      at[ring[i]] = polar(ring.size() == 1 ? 0 : radius, turn * static_cast<double>(i) / size);
    radius += 1.2;
  }
  return at;
}

std::vector<Point> group_places(std::size_t vertices, std::vector<std::vector<std::uint32_t>> const& parts) {
  return Nest(vertices, parts).place();
}

GridPositions::GridPositions(std::vector<std::uint32_t> sides)
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

Point GridPositions::at(std::uint32_t cell) const {
  Point at;
  for (std::size_t dim = 0; dim < sides_.size(); ++dim) {
    auto const coordinate = cell % sides_[dim];
    cell /= sides_[dim];
    at.x += coordinate * steps_[dim].x;
    at.y += coordinate * steps_[dim].y;
  }
  return at;
}

GridPositions::Run GridPositions::run_of(std::uint32_t a, std::uint32_t b) const {
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

void GridPositions::see(std::uint32_t a, std::uint32_t b) {
  auto const [dim, length] = run_of(a, b);
  if (dim == sides_.size()) return;
  if (length + 1 == sides_[dim] && length > 2)
    around_[dim] = true;
  else if (length > 1)
    others_[dim] = true;
}

std::optional<Point> GridPositions::cut_end(std::uint32_t a, std::uint32_t b) const {
  auto const [dim, length] = run_of(a, b);
  if (dim == sides_.size() || !wraps(dim) || length + 1 < sides_[dim]) return {};
  auto const [x, y] = steps_[dim];
  if (dim == 2) return Point{0.8 * (a < b ? -x : x), 0.8 * (a < b ? -y : y)};
  double const share = (a < b ? -0.42 : 0.42) * std::min(1.0, 0.8 / std::hypot(x, y));
  return Point{share * x, share * y};
}

}  // namespace weft::chart
