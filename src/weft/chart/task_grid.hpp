#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace weft::chart {

/// A task grid: for each task the group of routers that it runs on.
struct TaskGrid {
  std::string title, note;
  std::string group;  ///< the kind of group
  std::size_t rows = 0, columns = 0, planes = 1;
  std::vector<std::uint64_t> groups;  ///< plane after plane, row after row
};

/// The task grid as a self-contained SVG file: a square per task in the color of its group; where they fit,
/// the numbers of the groups on patches of one group.
std::string to_svg(TaskGrid const& grid);

}  // namespace weft::chart
