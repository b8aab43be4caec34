// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "weft/chart/chart.hpp"

namespace weft::chart {

/// A matrix of values, such as channel loads indexed by the routers at both ends; NaN: the cell does not
/// exist, such as for a missing channel.
struct HeatMap {
  std::string title = {}, note = {};
  std::string rows_are = {}, columns_are = {};
  std::size_t rows = 0, columns = 0;
  std::vector<double> cells = {};  ///< row by row
  double maximum = 0;              ///< upper end of the scale; 0: the maximum of the cells
  std::string value_title = {};
  std::string nothing = "no channel";  ///< the meaning of NaN
  /// Rows and columns of a block; an empty row and column separate blocks; 0: no blocks. Cells between blocks
  /// are -infinity; blocks are numbered row by row, `blocks` of them.
  std::size_t block_rows = 0, block_columns = 0, blocks = 0;
  double max_width = 0;  ///< in pixels; 0: 732
};

/// Returns the map as a self-contained SVG file: a square per cell, darker for higher values, the values if
/// they fit, and the scale from 0. Cells of 0 are white, cells without a value gray.
std::string to_svg(HeatMap const& map);

/// Whether larger or smaller values of a quantity are better.
enum class Better : std::uint8_t { neither, larger, smaller };

/// A table of values over two categories, row by row; the cell of a value that is not finite or that a log
/// scale cannot show is gray.
struct HeatPanel {
  std::string title, x_title, y_title;
  std::vector<std::string> columns, rows;
  std::vector<double> values;
  std::vector<Better> better = {};  ///< by row, for a diverging color scale
};

/// Panels below each other with a common color scale, darker for larger values. If `middle` is set, values
/// are ratios, and the scale diverges from this midpoint: better values are blue, worse ones red, darker with
/// increasing distance; rows in which neither direction is better are gray.
struct HeatChart {
  ChartText text;
  std::string value_title;
  std::vector<HeatPanel> panels;
  double panel_width = 460;
  bool log = false;  ///< logarithmic shades
  std::optional<double> middle = {};
};

/// Returns the chart as a self-contained SVG file.
std::string to_svg(HeatChart const& chart);

}  // namespace weft::chart
