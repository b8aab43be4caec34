// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "weft/chart/chart.hpp"

namespace weft::chart {

/// A value for each cell of a table by two numbers, such as loads of channels by their ends; NaN: there is
/// nothing, such as no channel.
struct HeatMap {
  std::string title = {}, note = {};
  std::string rows_are = {}, columns_are = {};
  std::size_t rows = 0, columns = 0;
  std::vector<double> cells = {};  ///< row after row
  double most = 0;                 ///< the end of the scale; 0: the maximum of the cells
  std::string value_title = {};
  std::string nothing = "no channel";  ///< the meaning of NaN
  /// Rows and columns of a block, which an empty row and column follow; 0: no blocks. Cells between blocks
  /// are -infinity; blocks are numbered row by row, `blocks` of them.
  std::size_t block_rows = 0, block_columns = 0, blocks = 0;
  double max_width = 0;  ///< of the picture, in pixels; 0: 732
};

/// The map as a self-contained SVG file: a square per cell, the darker the fuller, the value where there is
/// room, and the scale from 0. Cells of 0 are white, cells without a value gray.
std::string to_svg(HeatMap const& map);

/// The better of two values of a quantity.
enum class Better : std::uint8_t { neither, larger, smaller };

/// Cells by two categories, row by row; a value that is not finite, or that a log scale
/// cannot show, leaves its cell gray.
struct HeatPanel {
  std::string title, x_title, y_title;
  std::vector<std::string> columns, rows;
  std::vector<double> values;
  std::vector<Better> better = {};  ///< of each row, for a chart with a middle
};

/// Panels below each other with one scale: the darker, the larger. With a middle, values are ratios: better
/// ones blue, worse ones red, the darker the farther from the middle; rows in which neither is better gray.
struct HeatChart {
  ChartText text;
  std::string value_title;
  std::vector<HeatPanel> panels;
  double panel_width = 460;
  bool log = false;  ///< shades by the logarithm
  std::optional<double> middle = {};
};

/// The chart as a self-contained SVG file.
std::string to_svg(HeatChart const& chart);

}  // namespace weft::chart
