#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "weft/core/table.hpp"
#include "weft/verb/load/load_assembly.hpp"
#include "weft/verb/load/loaded_channels.hpp"

namespace weft::verb {

/// The loads of one channel class as cells of a table; NaN: no channel there.
struct LoadHeatMap {
  std::string name;  ///< the class
  std::string title, rows_are, columns_are;
  std::size_t rows = 0, columns = 0;
  std::vector<double>
      cells;  ///< row after row: the maximum load of the channels that share the cell, mean task = 1
};

/// One map for each class with load. On grids a cell is a router: its channels of the class. Where a topology
/// is a hierarchy, a row is the copy that a channel leaves and a column the one that it enters if the class
/// joins copies of the whole; else positions in the copies that the class stays in, with the maximum over all
/// copies. On other networks a cell is a router, or a block of them.
std::vector<LoadHeatMap> heat_maps(LoadMachine const& machine, LoadedChannels const& channels,
                                   ChannelLoads const& loads);

/// A task grid: for each task the group of routers that it runs on.
struct TaskGridPicture {
  std::string title, note;
  std::string group;  ///< the kind of group
  std::size_t rows = 0, columns = 0, planes = 1;
  std::vector<std::uint64_t> groups;  ///< plane after plane, row after row
};

/// Groups are the outermost copies of hierarchies, such as supernodes, else routers.
TaskGridPicture task_grid_picture(LoadMachine const& machine, LoadJob const& job);

/// A map of loads as a self-contained SVG file: a square per cell, the darker the fuller, and the scale.
std::string to_svg(LoadHeatMap const& map);

/// The task grid as a self-contained SVG file: a square per task in the color of its group; where they fit,
/// the numbers of the groups on patches of one group.
std::string to_svg(TaskGridPicture const& picture);

/// The task grid of each job that has places: tasks.svg, or tasks_JOB.svg.
std::vector<OutputFile> task_pictures(LoadAssembly const& assembly);

/// The table `histogram` of loads as bars, a panel per class.
std::string load_histogram(Table const& histogram);

}  // namespace weft::verb
