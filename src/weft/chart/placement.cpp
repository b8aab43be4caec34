#include "weft/chart/placement.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include "weft/chart/places.hpp"

namespace weft::chart {
namespace {

constexpr std::size_t most_bent = 2000;  // links between groups

/// The smallest distance of a point to others in the list, over a sample of the points.
double least_distance(std::vector<Point> const& at) {
  double least = 1e300;
  std::size_t const step = at.size() / 500 + 1;
  for (std::size_t i = 0; i < at.size(); i += step)
    for (std::size_t j = 0; j < at.size(); ++j)
      if (i != j) least = std::min(least, std::hypot(at[i].x - at[j].x, at[i].y - at[j].y));
  return at.size() < 2 ? 1 : least;
}

/// Links around become two cut ends.
template <class CutEndOf>
void cut_links(NetworkView const& picture, VertexPlacement& placement, CutEndOf cut_end_of) {
  for (std::size_t i = 0; i < picture.links.size(); ++i)
    if (auto const out = cut_end_of(picture.links[i])) placement.shapes[i] = {.cut_ends = true, .out = *out};
}

VertexPlacement place_on_grid(NetworkView const& picture) {
  if (auto planes = place_in_planes(picture)) return *std::move(planes);
  auto const& cell = picture.parts[0];
  GridPlaces places(picture.sides);
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
  StagePlaces const places(picture.parts[0]);
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

VertexPlacement place_in_groups(NetworkView const& picture) {
  VertexPlacement placement(picture);
  placement.at = group_places(picture.vertices.size(), picture.parts);
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

VertexPlacement place_as_given(NetworkView const& picture) {
  VertexPlacement placement(picture);
  placement.at = picture.places;
  placement.spacing = least_distance(placement.at);
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
    default: return place_freely(picture);
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
    double const side = link.a < link.b ? 1 : -1;     // parallel links of either direction on the same side
    double const steps = length / placement.spacing;  // longer ones start flatter, so that they part at once
    if (blocked && shape.bend == 0) shape.bend = side * std::min(0.3, (0.34 + 0.08 * steps) / steps);
    int const pair = (copy + 1) / 2;
    shape.bend += side * 0.14 * pair * (copy % 2 == 1 ? 1 : -1);
  }
}

}  // namespace weft::chart
