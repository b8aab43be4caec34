#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

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

/// One map for each class that carries something. On grids a cell is a router: its channels of the class. Where a topology is a
/// hierarchy, a row is the copy that a channel leaves and a column the one that it enters if the class joins copies of the whole; else
/// positions in the copies that the class stays in, of all copies the fullest. On other networks routers, or blocks of them.
std::vector<LoadHeatMap> heat_maps(LoadMachine const& machine, LoadedChannels const& channels,
                                   ChannelLoads const& loads);

/// A task grid: of each task the group of routers that it runs on.
struct TaskGridPicture {
  std::string title, note;
  std::string group;  ///< what a group is
  std::size_t rows = 0, columns = 0, planes = 1;
  std::vector<std::uint64_t> groups;  ///< plane after plane, row after row
};

/// Groups are the outermost copies of hierarchies, such as supernodes, else routers.
TaskGridPicture task_grid_picture(LoadMachine const& machine, LoadJob const& job);

}  // namespace weft::verb
