// SPDX-License-Identifier: Apache-2.0
#include "weft/drawing/scene_places.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <numeric>

#include <fmt/format.h>

#include "weft/chart/placement.hpp"
#include "weft/chart/places.hpp"
#include "weft/core/error.hpp"
#include "weft/drawing/picture.hpp"

namespace weft {
namespace {

using chart::Point;

constexpr std::uint64_t max_bent_routers = 2048, max_bent_channels = 24000;
constexpr std::uint64_t max_pulled_routers = 2048;  // maximum for a force-directed layout
constexpr std::uint64_t max_free_routers = 1U << 17, max_free_channels = 1U << 21;

void set_positions(std::vector<Point> const& at, Scene& scene) {
  scene.position.reserve(3 * at.size());
  for (auto const& [x, y] : at)
    scene.position.insert(scene.position.end(), {static_cast<float>(x), static_cast<float>(y), 0});
}

/// Lays out a grid in space; beyond three dimensions, copies of the three-dimensional blocks extend to the
/// right, behind and above.
void place_in_space(std::vector<std::uint32_t> const& sides, std::vector<std::uint32_t> const& cells,
                    Scene& scene) {
  scene.dimensions = 3;
  std::array<float, 3> extent{1, 1, 1};
  std::vector<float> steps;
  for (std::size_t dim = 0; dim < sides.size(); ++dim) {
    auto& along = extent[dim % 3];
    steps.push_back(dim < 3 ? 1 : along + 1);  // a gap between blocks
    along = steps.back() * static_cast<float>(sides[dim] - 1) + along;
  }
  scene.position.assign(3 * cells.size(), 0);
  for (std::size_t r = 0; r < cells.size(); ++r) {
    auto rest = cells[r];
    for (std::size_t dim = 0; dim < sides.size(); ++dim) {
      scene.position[3 * r + dim % 3] += steps[dim] * static_cast<float>(rest % sides[dim]);
      rest /= sides[dim];
    }
  }
}

/// Calls visit(channel, from, to) for one channel of each link; in a directed network, for every channel.
template <class Visit>
void for_each_link(Scene const& scene, Visit visit) {
  for (std::uint32_t r = 0; r < scene.routers; ++r)
    for (auto c = scene.first_channel[r]; c < scene.first_channel[r + std::size_t{1}]; ++c)
      if (!scene.bidirectional || c <= scene.reverse[c]) visit(c, r, scene.target[c]);
}

/// Sets the cut end of a channel to `out`, and the cut end of the reverse channel to the opposite.
void set_cut_end(std::uint32_t channel, Point out, Scene& scene) {
  if (scene.cut_end.empty()) scene.cut_end.assign(2 * scene.target.size(), 0);
  auto const set = [&](std::size_t at, double sign) {
    scene.cut_end[2 * at] = static_cast<float>(sign * out.x);
    scene.cut_end[2 * at + 1] = static_cast<float>(sign * out.y);
  };
  set(channel, 1);
  if (scene.bidirectional && scene.reverse[channel] != channel) set(scene.reverse[channel], -1);
}

void set_bend(std::uint32_t channel, double bend, Scene& scene) {
  if (scene.bend.empty()) scene.bend.assign(scene.target.size(), 0);
  scene.bend[channel] = static_cast<float>(bend);
  if (scene.bidirectional && scene.reverse[channel] != channel)
    scene.bend[scene.reverse[channel]] = static_cast<float>(-bend);
}

/// Returns the scene as a picture, for placements that depend on links.
chart::NetworkView view_of(Scene const& scene) {
  chart::NetworkView view{.directed = !scene.bidirectional};
  view.vertices.resize(static_cast<std::size_t>(scene.routers));
  for_each_link(scene, [&](std::uint32_t, std::uint32_t from, std::uint32_t to) {
    view.links.push_back({.a = from, .b = to});
  });
  return view;
}

/// Lays out the scene as `weft draw` does, with bends.
void place_like_picture(PicturePlan const& plan, Scene& scene) {
  auto view = view_of(scene);
  view.style = arrangement_of(plan.style);
  view.sides = plan.sides;
  view.parts = plan.parts;
  auto const placement = chart::place(view);
  set_positions(placement.at, scene);
  std::size_t link = 0;
  for_each_link(scene, [&](std::uint32_t channel, std::uint32_t, std::uint32_t) {
    auto const& shape = placement.shapes[link++];
    if (shape.cut_ends) set_cut_end(channel, shape.out, scene);
    if (!shape.cut_ends && shape.bend != 0) set_bend(channel, shape.bend, scene);
  });
}

void place_on_grid(PicturePlan const& plan, Scene& scene) {
  auto const& cells = plan.parts[0];
  chart::GridPositions places(plan.sides);
  std::vector<Point> at;
  for (auto const cell : cells) at.push_back(places.at(cell));
  set_positions(at, scene);
  if (!scene.whole) return;
  for_each_link(scene, [&](auto, auto from, auto to) { places.see(cells[from], cells[to]); });
  for_each_link(scene, [&](auto channel, auto from, auto to) {
    if (auto const out = places.cut_end(cells[from], cells[to])) set_cut_end(channel, *out, scene);
  });
}

void place_in_stages(PicturePlan const& plan, Scene& scene) {
  constexpr double flattest = 0.4;
  chart::StagePositions const places(plan.parts[0], flattest);
  set_positions(places.at(), scene);
  if (!scene.whole) return;
  for_each_link(scene, [&](auto channel, auto from, auto to) {
    if (auto const out = places.cut_end(from, to)) set_cut_end(channel, *out, scene);
  });
}

/// Lays out the scene regardless of links, except for cut ends.
void place_by_plan(PicturePlan const& plan, Scene& scene) {
  switch (plan.style) {
    case PictureStyle::grid: return place_on_grid(plan, scene);
    case PictureStyle::stages: return place_in_stages(plan, scene);
    case PictureStyle::rings: return set_positions(chart::ring_places(plan.parts[0]), scene);
    case PictureStyle::groups:
      return set_positions(chart::group_places(scene.kind.size(), plan.parts), scene);
    case PictureStyle::circle:
    case PictureStyle::free: return set_positions(chart::circle_places(plan.parts[0]), scene);
  }
}

/// Returns whether the network is small enough for positions that depend on links, and for links that bend
/// around routers.
bool is_small(Scene const& scene) {
  return scene.routers <= max_bent_routers && scene.channels <= max_bent_channels;
}

void place_freely(AnyTopology const& topology, Scene& scene) {
  if (scene.routers > max_free_routers || scene.channels > max_free_channels)
    throw InputError(
        "arrangement=free does not support " + topology.spec(false),
        fmt::format("the limits are {} routers and {} channels", max_free_routers, max_free_channels),
        "use arrangement=structure or arrangement=room")
        .about("arrangement");
  auto const view = view_of(scene);
  set_positions(scene.routers <= max_pulled_routers ? chart::place(view).at : chart::place_by_modes(view),
                scene);
}

void place_in_room(AnyTopology const& topology, LayoutParams const& params, Scene& scene) {
  scene.dimensions = 3;
  auto const layout = topology.layout(params);
  auto const scale = layout.pitch() / params.pitch;
  scene.position.reserve(3 * scene.kind.size());
  for (std::uint32_t r = 0; r < scene.routers; ++r)
    for (auto const along : layout.cell({r})) scene.position.push_back(static_cast<float>(along * scale));
}

/// Adds the number of each router's rack, row by row. Racks are stacks in rows that an aisle separates:
/// grids, cubes of cubes, and single routers on the floor are no racks.
void add_racks(Layout const& layout, LayoutParams const& params, Scene& scene) {
  if (params.aisle == 0 || scene.style == "grid" || scene.style == "circle") return;
  auto const depth = 1 + params.aisle;
  auto const [width, length, top] = layout.extent();
  constexpr auto none = std::numeric_limits<std::uint32_t>::max();
  std::vector<std::uint32_t> numbers(static_cast<std::size_t>(width * (length / depth + 1)), none);
  std::vector<std::size_t> places;
  for (std::uint32_t r = 0; r < scene.routers; ++r) {
    auto const [column, row, height] = layout.cell({r});
    if (row % depth != 0 || height >= params.rack) return;
    places.push_back(static_cast<std::size_t>(row / depth * width + column));
    numbers[places.back()] = 0;
  }
  if (top < 2) return;
  std::uint32_t count = 0;
  for (auto& number : numbers)
    if (number != none) number = count++;
  for (auto const place : places) scene.rack.push_back(numbers[place]);
}

char const* name_of(PictureStyle style) {
  switch (style) {
    case PictureStyle::grid: return "grid";
    case PictureStyle::circle: return "circle";
    case PictureStyle::stages: return "stages";
    case PictureStyle::rings: return "rings";
    case PictureStyle::groups: return "groups";
    case PictureStyle::free: break;
  }
  return "free";
}

void add_parts(AnyTopology const& topology, PicturePlan const& plan, Scene& scene) {
  if (plan.style == PictureStyle::stages) scene.part_names = {"stage"};
  if (plan.style == PictureStyle::rings) scene.part_names = {"ring"};
  if (plan.style == PictureStyle::groups) {
    scene.part_names.assign(plan.parts.size(), "");
    scene.part_names[0] = copy_name(topology);
  }
  for (std::size_t level = 0; level < scene.part_names.size(); ++level)
    scene.part.insert(scene.part.end(), plan.parts[level].begin(), plan.parts[level].end());
}

void place_structure(PicturePlan const& plan, Scene& scene) {
  if (plan.style == PictureStyle::grid && plan.sides.size() > 2)
    place_in_space(plan.sides, plan.parts[0], scene);
  else if (is_small(scene) || plan.style == PictureStyle::free)
    place_like_picture(plan, scene);
  else
    place_by_plan(plan, scene);
}

}  // namespace

void place_routers(AnyTopology const& topology, Network const& network, LayoutParams const& layout,
                   PicturePlan& plan, Scene& scene) {
  if (!plan.structured && scene.routers > max_pulled_routers) {
    plan = {.style = PictureStyle::circle, .parts = {{}}, .structured = false};
    plan.parts[0].resize(static_cast<std::size_t>(network.num_routers()));
    std::iota(plan.parts[0].begin(), plan.parts[0].end(), 0u);
  }
  scene.style = name_of(plan.style);
  add_parts(topology, plan, scene);
  if (scene.whole) add_racks(topology.layout(layout), layout, scene);
  switch (scene.arrangement) {
    case SceneArrangement::structure: return place_structure(plan, scene);
    case SceneArrangement::room: return place_in_room(topology, layout, scene);
    case SceneArrangement::free: return place_freely(topology, scene);
  }
}

}  // namespace weft
