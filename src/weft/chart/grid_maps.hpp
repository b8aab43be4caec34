// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace weft::chart {

/// Who has which of some numbered things when: a row per sample of the things, the first at the bottom, a
/// column per moment. Neighboring colors differ, but many have the same.
struct OccupationMap {
  std::string title = {}, subtitle = {};
  std::size_t rows = 0, columns = 0;
  std::uint64_t nodes = 0;                ///< the number of things that the rows are samples of
  double from = 0, to = 1;                ///< seconds
  std::vector<std::uint32_t> cells = {};  ///< row after row: who, from 1; 0: idle
  double max_width = 0;                   ///< of the picture, in pixels; 0: 844
};

/// The map as a self-contained SVG file.
std::string to_svg(OccupationMap const& map);

/// The share of something in use over time: a row per class of channels, rank, .., a column per stretch of
/// slots.
struct TimeMap {
  std::string title, subtitle;
  std::vector<std::string> rows;
  std::vector<std::uint64_t> slots;               ///< the first slot of each stretch, and the end
  std::vector<double> values;                     ///< row after row: 0 to 1
  std::string value = "share in use", note = {};  ///< the quantity; empty note: the note on channels
  std::string time = "slot";                      ///< title of the time axis
  double slot = 1;                                ///< in its unit
  double max_width = 0;                           ///< of the picture, in pixels; 0: as its labels need
};

/// The map as a self-contained SVG file: time to the right, the darker the fuller, and the scale. At most 600
/// stretches of time are drawn; longer ones show the mean.
std::string to_svg(TimeMap const& map);

/// A task grid: for each task the group of routers that it runs on.
struct TaskGrid {
  std::string title, note;
  std::string group;  ///< the kind of group
  std::size_t rows = 0, columns = 0, planes = 1;
  std::vector<std::uint64_t> groups;  ///< plane after plane, row after row
  /// Of each group the position in the network, three coordinates from 0 to 1, which gives its color; empty:
  /// neighbors in number have different colors.
  std::map<std::uint64_t, std::array<double, 3>> positions = {};
  double max_width = 0;  ///< of the picture, in pixels; 0: 748
};

/// The task grid as a self-contained SVG file: a square per task in the color of its group; where they fit,
/// the numbers of the groups on patches of one group.
std::string to_svg(TaskGrid const& grid);

}  // namespace weft::chart
