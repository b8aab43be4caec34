// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace weft::chart {

/// The owners of numbered resources over time, such as the job on each node: a row per sampled resource, the
/// first at the bottom, and a column per sampled time. Consecutive owners have different colors, but colors
/// recur.
struct OccupationMap {
  std::string title = {}, subtitle = {};
  std::size_t rows = 0, columns = 0;
  std::uint64_t nodes = 0;                ///< number of resources from which the rows are sampled
  double from = 0, to = 1;                ///< seconds
  std::vector<std::uint32_t> cells = {};  ///< row by row: number of the owner, from 1; 0: idle
  double max_width = 0;                   ///< in pixels; 0: 844
};

/// Returns the map as a self-contained SVG file.
std::string to_svg(OccupationMap const& map);

/// Utilization over time: a row per channel class, rank or other resource, and a column per interval of
/// slots.
struct TimeMap {
  std::string title, subtitle;
  std::vector<std::string> rows;
  std::vector<std::uint64_t> slots;               ///< first slot of each interval, and the end
  std::vector<double> values;                     ///< row by row: 0 to 1
  std::string value = "share in use", note = {};  ///< title of the values; empty `note`: a note on channels
  std::string time = "slot";                      ///< title of the time axis
  double slot = 1;                                ///< duration of a slot, in the unit of the time axis
  double max_width = 0;                           ///< in pixels; 0: the width that the labels require
};

/// Returns the map as a self-contained SVG file: time to the right, darker for higher values, with the scale.
/// At most 600 columns are drawn; a column that covers several intervals shows their mean.
std::string to_svg(TimeMap const& map);

/// A task grid: the group of routers on which each task runs.
struct TaskGrid {
  std::string title, note;
  std::string group;  ///< the kind of group
  std::size_t rows = 0, columns = 0, planes = 1;
  std::vector<std::uint64_t> groups;  ///< plane by plane, row by row
  /// Position of each group in the network, three coordinates from 0 to 1, which determines its color; empty:
  /// groups with consecutive numbers have different colors.
  std::map<std::uint64_t, std::array<double, 3>> positions = {};
  double max_width = 0;  ///< in pixels; 0: 748
};

/// Returns the task grid as a self-contained SVG file: a square per task in the color of its group, and group
/// numbers on patches of a single group that are large enough.
std::string to_svg(TaskGrid const& grid);

}  // namespace weft::chart
