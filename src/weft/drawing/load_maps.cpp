// SPDX-License-Identifier: Apache-2.0
#include "weft/drawing/load_maps.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

#include <fmt/format.h>

#include "weft/core/error.hpp"
#include "weft/drawing/picture.hpp"
#include "weft/experiment/assemble.hpp"
#include "weft/experiment/channels.hpp"
#include "weft/network/network.hpp"
#include "weft/topology/family.hpp"

namespace weft {
using chart::HeatMap;
namespace {

constexpr std::size_t max_table_rows = 512, max_cell_blocks = 128;
constexpr char const* note_of_maps = "The most loaded of the channels that share a square.";

/// The cell of a map for a channel.
struct LoadCell {
  std::size_t row = 0, column = 0;
};

/// A map with empty cells, and the cell of each channel.
struct MapLayout {
  HeatMap map;
  std::function<LoadCell(RouterId from, RouterId to)> cell;
};

/// Returns a layout with a row per router; if there are too many, consecutive routers share a row.
MapLayout by_blocks(std::uint64_t routers, std::string const& what,
                    std::function<std::uint64_t(RouterId)> const& of) {
  auto const block = (routers + max_table_rows - 1) / max_table_rows > 1
                         ? (routers + max_cell_blocks - 1) / max_cell_blocks
                         : 1;
  auto const rows = static_cast<std::size_t>((routers + block - 1) / block);
  auto const unit = block == 1 ? what : fmt::format("{} consecutive {}s", block, what);
  return {
      {.title = {},
       .note = {},
       .rows_are = "from " + unit,
       .columns_are = "to " + unit,
       .rows = rows,
       .columns = rows,
       .cells = {}},
      [of, block](RouterId from, RouterId to) {
        return LoadCell{static_cast<std::size_t>(of(from) / block), static_cast<std::size_t>(of(to) / block)};
      }};
}

/// Returns a layout with the planes of the first two dimensions as blocks, as close to a square as possible.
MapLayout layout_of_planes(Sides const& sides, std::uint64_t routers) {
  auto const columns = static_cast<std::size_t>(sides[0]), rows = static_cast<std::size_t>(sides[1]);
  auto const planes = static_cast<std::size_t>(routers) / (columns * rows);
  auto const across = std::clamp<std::size_t>(
      static_cast<std::size_t>(
          std::lround(std::sqrt(static_cast<double>(planes * rows) / static_cast<double>(columns)))),
      1, planes);
  auto const down = (planes + across - 1) / across;
  auto const others = sides.size() == 3 ? std::string("dimension 2") : std::string("the other dimensions");
  return {{.title = {},
           .note = {},
           .rows_are = {},
           .columns_are = "dimension 0 to the right, 1 downwards; a block for each coordinate in " + others,
           .rows = down * (rows + 1) - 1,
           .columns = across * (columns + 1) - 1,
           .cells = {},
           .block_rows = rows,
           .block_columns = columns,
           .blocks = planes},
          [columns, rows, across](RouterId from, RouterId) {
            auto const plane = from.v / (columns * rows), within = from.v % (columns * rows);
            return LoadCell{plane / across * (rows + 1) + within / columns,
                            plane % across * (columns + 1) + within % columns};
          }};
}

/// Marks the cells between blocks.
void clear_gaps(HeatMap& map) {
  if (map.blocks == 0) return;
  auto const across = (map.columns + 1) / (map.block_columns + 1);
  for (std::size_t row = 0; row < map.rows; ++row)
    for (std::size_t column = 0; column < map.columns; ++column) {
      auto const block = row / (map.block_rows + 1) * across + column / (map.block_columns + 1);
      bool const is_gap = row % (map.block_rows + 1) == map.block_rows ||
                          column % (map.block_columns + 1) == map.block_columns || block >= map.blocks;
      if (is_gap) map.cells[row * map.columns + column] = -std::numeric_limits<double>::infinity();
    }
}

MapLayout layout_of_grid(Sides const& sides, std::uint64_t routers) {
  if (sides.size() > 2) return layout_of_planes(sides, routers);
  auto const columns = static_cast<std::uint32_t>(sides.front());
  return {{.title = {},
           .note = {},
           .rows_are = sides.size() > 1 ? "coordinate in dimension 1" : "",
           .columns_are = "coordinate in dimension 0",
           .rows = static_cast<std::size_t>(routers / columns),
           .columns = columns,
           .cells = {}},
          [columns](RouterId from, RouterId) {
            return LoadCell{from.v / columns, from.v % columns};
          }};
}

/// Returns the position of each router in its copy.
std::vector<std::uint32_t> positions(AnyTopology const& topology, std::uint32_t level) {
  std::vector<std::uint32_t> position, size(topology.copies()[level - 1], 0);
  for (std::uint32_t r = 0; r < topology.num_routers(); ++r)
    position.push_back(size[topology.copy_of({r}, level)]++);
  return position;
}

/// Returns the layout of class `of_class`, which contains the channels of level `of_class` + 1.
MapLayout layout_of_hierarchy(AnyTopology const& topology, std::size_t of_class) {
  auto const copies = topology.copies();
  auto const level = static_cast<std::uint32_t>(of_class) + 1;
  if (level == copies.size() && level > 1)
    return by_blocks(copies[level - 2], copy_name(topology),
                     [&topology, level](RouterId r) { return topology.copy_of(r, level - 1); });
  auto position = positions(topology, level);
  auto const size = *std::ranges::max_element(position) + 1;
  return by_blocks(size, "router of a " + (level + 1 == copies.size() ? copy_name(topology) : "copy"),
                   [position = std::move(position)](RouterId r) { return position[r.v]; });
}

MapLayout layout_of(AnyTopology const& topology, std::size_t of_class) {
  auto const routers = topology.num_routers();
  if (auto const sides = topology.sides();
      !sides.empty() && routers / static_cast<std::uint64_t>(sides.front()) <= max_table_rows)
    return layout_of_grid(sides, routers);
  if (of_class < topology.copies().size()) return layout_of_hierarchy(topology, of_class);
  return by_blocks(routers, "router", [](RouterId r) { return r.v; });
}

void fill_maps(AnyTopology const& topology, RelativeLoads const& loads, std::vector<MapLayout>& layouts,
               std::function<std::size_t(RouterId, PortId)> const& layout_of_channel) {
  for (auto& [map, cell] : layouts) {
    map.cells.assign(map.rows * map.columns, std::numeric_limits<double>::quiet_NaN());
    clear_gaps(map);
    map.note = note_of_maps;
    map.maximum = loads.maximum;
    map.value_title = loads.title;
  }
  visit_channels(topology, [&](std::uint64_t number, RouterId r, PortId p) {
    auto& [map, cell] = layouts[layout_of_channel(r, p)];
    auto const [row, column] = cell(r, topology.neighbor(r, p).router);
    auto& value = map.cells[row * map.columns + column];
    value = std::fmax(value, loads.of_channel[number]);
  });
}

}  // namespace

void check_channels(AnyTopology const& topology, std::size_t values) {
  if (auto const channels = size_of(topology).channels; values != channels)
    throw InputError(fmt::format("the result has values for {} channels", values),
                     fmt::format("{} has {} channels", topology.spec(false), channels));
}

RelativeLoads relative_loads(AnyTopology const& topology, Result const& result) {
  check_channels(topology, result.find_array("channel_load")->size());
  RelativeLoads loads;
  auto const groups = topology.groups();
  bool const alike =
      std::ranges::all_of(groups, [](ChannelGroup const& each) { return each.bandwidth == 1; });
  loads.title = std::string(alike ? "load" : "load / bandwidth") + ", if the mean task sends 1";
  auto const& array = *result.find_array("channel_load");
  loads.of_channel.resize(array.size());
  visit_channels(topology, [&](std::uint64_t number, RouterId r, PortId p) {
    auto const value = array.number(number) / groups[topology.group_of(r, p)].bandwidth;
    loads.of_channel[number] = value;
    loads.maximum = std::fmax(loads.maximum, value);
  });
  return loads;
}

std::vector<std::pair<std::string, HeatMap>> heat_maps(AnyTopology const& topology, Result const& result,
                                                       RelativeLoads const& loads) {
  auto const classes = topology.classes();
  std::vector<MapLayout> layouts;
  for (std::size_t i = 0; i < classes.size(); ++i) {
    layouts.push_back(layout_of(topology, i));
    layouts.back().map.title =
        fmt::format("Load of the channels of class {}: {}", classes[i].name, weft::title_of(topology));
  }
  fill_maps(topology, loads, layouts, [&](RouterId r, PortId p) { return topology.class_of(r, p).v; });
  auto const& table = result.table("throughput");
  std::vector<std::pair<std::string, HeatMap>> maps;
  std::vector<bool> taken(classes.size(), false);  // a class has a row for each of its bandwidths
  for (std::size_t row = 0; row < table.rows.size(); ++row) {
    auto const name = table.at(row, "class").exact_text();
    auto const at =
        static_cast<std::size_t>(std::ranges::find(classes, name, &ChannelClass::name) - classes.begin());
    if (at == classes.size() || taken[at] || table.at(row, "max_load").number() <= 0) continue;
    taken[at] = true;
    maps.emplace_back(name, std::move(layouts[at].map));
  }
  return maps;
}

HeatMap block_map(AnyTopology const& topology, RelativeLoads const& loads) {
  std::vector<MapLayout> layouts{by_blocks(topology.num_routers(), "router", [](RouterId r) { return r.v; })};
  fill_maps(topology, loads, layouts, [](RouterId, PortId) { return 0; });
  return std::move(layouts.front().map);
}

chart::Picture network_picture(AnyTopology const& topology, std::vector<double> const& values,
                               std::string const& value_title, std::string const& title,
                               std::string const& subtitle) {
  check_channels(topology, values.size());
  ChannelValues const of{values, value_title};
  auto view = picture_of(topology, no_progress(), {}, &of);
  view.title = title;
  view.facts = subtitle + "; " + view.facts;
  if (!view.vertices.empty()) return view;
  auto map = block_map(topology, {values, value_title, of.maximum()});
  map.title = title;
  map.note = subtitle + ". " + map.note;
  return map;
}

}  // namespace weft
