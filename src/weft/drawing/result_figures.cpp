// SPDX-License-Identifier: Apache-2.0
#include "weft/drawing/result_figures.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include <fmt/format.h>

#include "weft/core/error.hpp"
#include "weft/drawing/picture.hpp"
#include "weft/experiment/assemble.hpp"
#include "weft/experiment/channels.hpp"

namespace weft {
namespace {

/// Returns the position of a group of routers, for its color: the coordinates of a router of a grid;
/// otherwise a point on a circle.
std::array<double, 3> position_of(std::uint64_t group, std::uint32_t level, AnyTopology const& topology) {
  auto const sides = topology.sides();
  if (level == 0 && !sides.empty()) {
    std::array<double, 3> position{0.5, 0.5, 0.5};
    auto rest = group;
    for (std::size_t dim = 0; dim < sides.size(); ++dim) {
      auto const side = static_cast<std::uint64_t>(sides[dim]);
      auto const share = side < 2 ? 0.5 : static_cast<double>(rest % side) / static_cast<double>(side - 1);
      if (dim < position.size()) position[dim] = share;
      rest /= side;
    }
    return position;
  }
  auto const all = level > 0 ? topology.copies()[level - 1] : topology.num_routers();
  double const angle = 0.85 * 2 * std::numbers::pi * static_cast<double>(group) / static_cast<double>(all);
  return {0.5 + 0.5 * std::cos(angle), 0.5 + 0.5 * std::sin(angle), group % 2 == 0 ? 0.35 : 0.75};
}

/// Returns the task grid of a placement. The group of a task is the outermost copy of a hierarchy, else the
/// router. Throws InputError for invalid terminals.
chart::TaskGrid task_grid_of(Array const& placement, AnyTopology const& topology) {
  for (std::size_t task = 0; task < placement.size(); ++task)
    if (!(placement.number(task) >= 0 &&
          placement.number(task) < static_cast<double>(topology.num_terminals())))
      throw InputError(fmt::format("array {1} contains terminal {0}", placement.number(task), placement.name),
                       fmt::format("{} has {} terminals", topology.spec(false), topology.num_terminals()));
  chart::TaskGrid grid;
  auto const& shape = placement.shape;
  grid.columns = shape.back();
  grid.rows = shape.size() < 2 ? 1 : shape[shape.size() - 2];
  grid.planes = placement.size() / (grid.rows * grid.columns);
  grid.title = placement.title;
  auto const level = static_cast<std::uint32_t>(std::max<std::size_t>(topology.copies().size(), 1)) - 1;
  grid.group = level > 0 ? copy_name(topology) : "router";
  for (std::size_t task = 0; task < placement.size(); ++task) {
    auto const router = topology.injection_router({static_cast<std::uint32_t>(placement.number(task))});
    grid.groups.push_back(level > 0 ? topology.copy_of(router, level) : router.v);
  }
  for (auto const group : grid.groups)
    if (!grid.positions.contains(group)) grid.positions[group] = position_of(group, level, topology);
  grid.note = fmt::format(
      "A square is a task; the number names the {} that it runs on, the color shows the position of the {} in the "
      "network.",
      grid.group, grid.group);
  return grid;
}

}  // namespace

std::string subtitle_of(Result const& result, AnyTopology const& topology) {
  auto text = weft::title_of(topology);
  for (char const* key : {"routing", "pattern", "traffic"})
    if (auto const value = result.setting(key); !value.empty()) text += ", " + value;
  return text;
}

std::string format_simulated(Result const& result) {
  return fmt::format("{}, {}, {}", title_of(result, topology_of(result)), result.setting("routing"),
                     result.setting("traffic"));
}

std::vector<chart::Figure> task_figures(Result const& result, TopologyPtr const& topology) {
  std::vector<chart::Figure> figures;
  if (topology == nullptr) return figures;
  for (auto const& array : result.arrays) {
    if (!array.name.starts_with("placement")) continue;
    auto grid = task_grid_of(array, *topology);
    auto groups = grid.groups;
    std::ranges::sort(groups);
    auto const used = std::ranges::unique(groups).begin() - groups.begin();
    auto const caption =
        fmt::format("{} tasks run on {} {}{}.", array.size(), used, grid.group, used == 1 ? "" : "s");
    figures.push_back({"tasks" + array.name.substr(std::string("placement").size()), "Task mapping", caption,
                       array.name, std::move(grid)});
  }
  return figures;
}

}  // namespace weft
