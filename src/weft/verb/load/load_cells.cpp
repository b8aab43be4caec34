#include "weft/verb/load/load_cells.hpp"

#include <algorithm>
#include <limits>

#include <fmt/format.h>

#include "weft/experiment/assemble.hpp"
namespace weft::verb {
namespace {

constexpr std::size_t most_rows = 512, most_blocks = 128;

/// Which cell of a map a channel belongs to.
struct Cell {
  std::size_t row = 0, column = 0;
};

/// A map whose cells wait to be filled.
struct MapLayout {
  LoadHeatMap map;
  std::function<Cell(RouterId from, RouterId to)> cell;
};

/// Consecutive routers share rows if they are too many.
MapLayout by_blocks(std::uint64_t routers, std::string const& what,
                    std::function<std::uint64_t(RouterId)> const& of) {
  auto const block =
      (routers + most_rows - 1) / most_rows > 1 ? (routers + most_blocks - 1) / most_blocks : 1;
  auto const rows = static_cast<std::size_t>((routers + block - 1) / block);
  auto const unit = block == 1 ? what : fmt::format("{} consecutive {}s", block, what);
  return {{{}, {}, "from " + unit, "to " + unit, rows, rows, {}}, [of, block](RouterId from, RouterId to) {
            return Cell{static_cast<std::size_t>(of(from) / block), static_cast<std::size_t>(of(to) / block)};
          }};
}

MapLayout layout_of_grid(Sides const& sides, std::uint64_t routers) {
  auto const columns = static_cast<std::uint32_t>(sides.front());
  return {{{},
           {},
           sides.size() > 1 ? "other coordinates" : "",
           "coordinate in dimension 0",
           static_cast<std::size_t>(routers / columns),
           columns,
           {}},
          [columns](RouterId from, RouterId) {
            return Cell{from.v / columns, from.v % columns};
          }};
}

/// What the outermost copies of a hierarchy are called.
std::string copy_name(AnyTopology const& topology) {
  return topology.get_if<topology::Percs>() != nullptr ? "supernode" : "group";
}

/// The position of each router in its copy.
std::vector<std::uint32_t> positions(AnyTopology const& topology, std::uint32_t level) {
  std::vector<std::uint32_t> position, size(topology.copies()[level - 1], 0);
  for (std::uint32_t r = 0; r < topology.num_routers(); ++r)
    position.push_back(size[topology.copy_of({r}, level)]++);
  return position;
}

/// Class i holds the channels of level i + 1.
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
      !sides.empty() && routers / static_cast<std::uint64_t>(sides.front()) <= most_rows)
    return layout_of_grid(sides, routers);
  if (of_class < topology.copies().size()) return layout_of_hierarchy(topology, of_class);
  return by_blocks(routers, "router", [](RouterId r) { return r.v; });
}

/// The position in the topology's classes of each class of the loads.
std::vector<std::size_t> topology_classes(AnyTopology const& topology, load::Loads const& loads) {
  auto const names = topology.classes();
  std::vector<std::size_t> found;
  for (auto const& one : loads.classes)
    found.push_back(
        static_cast<std::size_t>(std::ranges::find(names, one.name, &ChannelClass::name) - names.begin()));
  return found;
}

}  // namespace

std::vector<LoadHeatMap> heat_maps(LoadMachine const& machine, LoadedChannels const& channels,
                                   ChannelLoads const& loads) {
  auto const classes = topology_classes(machine.topology(), loads.loads);
  std::vector<MapLayout> layouts;
  for (std::size_t i = 0; i < classes.size(); ++i) {
    layouts.push_back(layout_of(machine.topology(), classes[i]));
    auto& map = layouts.back().map;
    map.name = loads.loads.classes[i].name;
    map.title = fmt::format("Load of the channels of class {}: {}", map.name, title_of(machine.topology()));
    map.cells.assign(map.rows * map.columns, std::numeric_limits<double>::quiet_NaN());
  }
  for (std::uint64_t c = 0; c < loads.channel.size(); ++c) {
    if (!channels.is_built(c)) continue;
    auto& [map, cell] = layouts[channels.class_of(c)];
    auto const [row, column] = cell(channels.source(c), channels.target(c));
    auto& value = map.cells[row * map.columns + column];
    value = std::fmax(value, loads.loads.relative(loads.channel[c]));
  }
  std::vector<LoadHeatMap> maps;
  for (std::size_t i = 0; i < layouts.size(); ++i)
    if (loads.loads.classes[i].max > 0) maps.push_back(std::move(layouts[i].map));
  return maps;
}

TaskGridPicture task_grid_picture(LoadMachine const& machine, LoadJob const& job) {
  TaskGridPicture picture;
  auto const dims = job.grid.size();
  picture.columns = static_cast<std::size_t>(job.grid[dims - 1]);
  picture.rows = dims < 2 ? 1 : static_cast<std::size_t>(job.grid[dims - 2]);
  picture.planes = job.placement.size() / (picture.rows * picture.columns);
  picture.title = fmt::format("{}{} tasks, mapping {}", job.name.empty() ? "" : "Job " + job.name + ": ",
                              sides_text(job.grid), job.mapping_text);
  auto const& topology = machine.topology();
  auto const level = static_cast<std::uint32_t>(std::max<std::size_t>(topology.copies().size(), 1)) - 1;
  picture.group = level > 0 ? copy_name(topology) : "router";
  for (auto const terminal : job.placement) {
    auto const router = topology.injection_router({terminal});
    picture.groups.push_back(level > 0 ? topology.copy_of(router, level) : router.v);
  }
  picture.note = fmt::format("A square is a task; its color and number are those of the {} that it runs on.",
                             picture.group);
  return picture;
}

}  // namespace weft::verb
