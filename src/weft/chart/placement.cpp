#include "weft/chart/placement.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <numeric>
#include <ranges>

namespace weft::chart {
namespace {

constexpr double turn = 2 * std::numbers::pi;
constexpr std::size_t most_bent = 2000;  // links between groups

Point polar(double radius, double angle) { return {radius * std::sin(angle), -radius * std::cos(angle)}; }

/// The smallest distance of a point to others in the list, over a sample of the points.
double least_distance(std::vector<Point> const& at) {
  double least = 1e300;
  std::size_t const step = at.size() / 500 + 1;
  for (std::size_t i = 0; i < at.size(); i += step)
    for (std::size_t j = 0; j < at.size(); ++j)
      if (i != j) least = std::min(least, std::hypot(at[i].x - at[j].x, at[i].y - at[j].y));
  return at.size() < 2 ? 1 : least;
}

using VertexList = std::vector<std::uint32_t>;

VertexList first_numbers(std::size_t n) {
  VertexList numbers(n);
  std::iota(numbers.begin(), numbers.end(), 0u);
  return numbers;
}

/// The vertices of a list by their part, in its order.
template <class PartOf>
std::vector<VertexList> split(VertexList const& list, PartOf part_of) {
  std::map<std::uint32_t, VertexList> sorted;
  for (auto const v : list) sorted[part_of(v)].push_back(v);
  std::vector<VertexList> parts;
  for (auto& [number, part] : sorted) parts.push_back(std::move(part));
  return parts;
}

std::vector<VertexList> members_of(VertexList const& part) {
  return split(first_numbers(part.size()), [&](auto v) { return part[v]; });
}

/// Links between the first and the last stage become stubs towards where the other end would be, in the next
/// stage.
void send_round(NetworkView const& picture, double height, double rise_of_all, VertexPlacement& placement) {
  double const share = std::min(0.42, 1.5 / height);
  for (std::size_t i = 0; i < picture.links.size(); ++i) {
    Point const a = placement.at[picture.links[i].a], b = placement.at[picture.links[i].b];
    if (std::abs(b.y - a.y) < rise_of_all - height / 2) continue;
    placement.shapes[i].stubs = true;
    placement.shapes[i].out = {share * (b.x - a.x), b.y > a.y ? -share * height : share * height};
  }
}

/// Groups within groups, each a circle of circles.
class Nest {
 public:
  explicit Nest(NetworkView const& picture) : parts_(picture.parts), at_(picture.vertices.size()) {}

  std::vector<Point> place() {
    auto const all = first_numbers(at_.size());
    double const radius = radius_of(all, 0);
    place(all, 0, {0, 0}, radius, 0);
    return std::move(at_);
  }

 private:
  std::vector<VertexList> children_of(VertexList const& list, std::size_t level) const {
    return split(list, [&](auto v) { return level < parts_.size() ? parts_[level][v] : v; });
  }

  /// So that the members on the circle are a unit apart, or the groups on it do not touch.
  double radius_of(VertexList const& list, std::size_t level) const {
    if (list.size() == 1) return 0.5;
    auto const children = children_of(list, level);
    if (children.size() == 1) return radius_of(children[0], level + 1);
    double const child = level < parts_.size() ? 1.3 * radius_of(children[0], level + 1) + 0.3 : 0.5;
    return child / std::sin(turn / 2 / static_cast<double>(children.size())) +
           (level < parts_.size() ? child : 0);
  }

  void place(VertexList const& list, std::size_t level, Point center, double radius, double angle) {
    if (list.size() == 1) {
      at_[list[0]] = center;
      return;
    }
    auto const children = children_of(list, level);
    if (children.size() == 1) return place(children[0], level + 1, center, radius, angle);
    bool const leaves = level >= parts_.size();
    double const child = leaves ? 0 : radius_of(children[0], level + 1);
    double const ring = leaves ? radius : radius - 1.3 * child - 0.3;
    for (std::size_t i = 0; i < children.size(); ++i) {
      double const here = angle + turn * static_cast<double>(i) / static_cast<double>(children.size());
      auto const offset = polar(ring, here);
      place(children[i], level + 1, {center.x + offset.x, center.y + offset.y}, child, here);
    }
  }

  std::vector<VertexList> const& parts_;
  std::vector<Point> at_;
};

VertexPlacement place_in_stages(NetworkView const& picture) {
  VertexPlacement placement(picture);
  auto const stages = members_of(picture.parts[0]);
  std::size_t widest = 1;
  for (auto const& stage : stages) widest = std::max(widest, stage.size());
  auto const width = static_cast<double>(widest);
  double const height = std::clamp(width / 5, 1.6, 20.0);
  for (std::size_t s = 0; s < stages.size(); ++s)
    for (std::size_t i = 0; i < stages[s].size(); ++i)
      placement.at[stages[s][i]] = {
          (static_cast<double>(i) + 0.5) / static_cast<double>(stages[s].size()) * width,
          -height * static_cast<double>(s)};
  if (stages.size() > 2)
    send_round(picture, height, height * static_cast<double>(stages.size() - 1), placement);
  bend_around(picture, placement);
  return placement;
}

VertexPlacement place_on_rings(NetworkView const& picture) {
  VertexPlacement placement(picture);
  auto const rings = members_of(picture.parts[0]);
  double radius = 1.2;
  for (auto const& ring : std::views::reverse(rings)) {
    auto const size = static_cast<double>(ring.size());
    radius = std::max(radius, 0.5 / std::sin(turn / 2 / std::max(size, 2.0)));
    for (std::size_t i = 0; i < ring.size(); ++i)
      placement.at[ring[i]] = polar(ring.size() == 1 ? 0 : radius, turn * static_cast<double>(i) / size);
    radius += 1.2;
  }
  return placement;
}

VertexPlacement place_in_groups(NetworkView const& picture) {
  VertexPlacement placement(picture);
  placement.at = Nest(picture).place();
  placement.spacing = least_distance(placement.at);
  constexpr double bend = 0.06;  // links between groups would lie on those inside
  if (picture.links.size() <= most_bent && !picture.parts.empty())
    for (std::size_t i = 0; i < picture.links.size(); ++i) {
      auto const& link = picture.links[i];
      if (picture.parts[0][link.a] != picture.parts[0][link.b])
        placement.shapes[i].bend = link.a < link.b ? bend : -bend;
    }
  return placement;
}

}  // namespace

VertexPlacement place_on_circle(NetworkView const& picture) {
  auto const n = picture.vertices.size();
  VertexPlacement placement(picture);
  auto order = first_numbers(n);
  if (!picture.parts.empty())
    std::ranges::stable_sort(order, {}, [&](auto v) { return picture.parts[0][v]; });
  double const radius = n < 2 ? 0 : std::max(1.2, 0.5 / std::sin(turn / 2 / static_cast<double>(n)));
  for (std::size_t i = 0; i < n; ++i)
    placement.at[order[i]] = polar(radius, turn * static_cast<double>(i) / static_cast<double>(n));
  return placement;
}

VertexPlacement place(NetworkView const& picture) {
  switch (picture.style) {
    case Arrangement::grid: return place_on_grid(picture);
    case Arrangement::circle: return place_on_circle(picture);
    case Arrangement::stages: return place_in_stages(picture);
    case Arrangement::rings: return place_on_rings(picture);
    case Arrangement::groups: return place_in_groups(picture);
    default: return place_freely(picture);
  }
}

void bend_around(NetworkView const& picture, VertexPlacement& placement) {
  std::map<std::pair<std::uint32_t, std::uint32_t>, int> seen;
  auto const& at = placement.at;
  for (std::size_t i = 0; i < picture.links.size(); ++i) {
    auto const& link = picture.links[i];
    auto& shape = placement.shapes[i];
    if (shape.stubs || link.a == link.b) continue;
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
    double const side = link.a < link.b ? 1 : -1;     // parallel links of either direction on the same side
    double const steps = length / placement.spacing;  // longer ones start flatter, so that they part at once
    if (blocked && shape.bend == 0) shape.bend = side * std::min(0.3, (0.34 + 0.08 * steps) / steps);
    int const pair = (copy + 1) / 2;
    shape.bend += side * 0.14 * pair * (copy % 2 == 1 ? 1 : -1);
  }
}

}  // namespace weft::chart
