// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
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
  std::string nothing = "no channel";  ///< what NaN means
};

/// The map as a self-contained SVG file: a square per cell, the darker the fuller, the value where there is
/// room, and the scale from 0. Cells of 0 are white, those with nothing gray.
std::string to_svg(HeatMap const& map);

/// Cells by two categories, row by row; a value that is not finite, or that a log scale has
/// no place for, leaves its cell gray.
struct HeatPanel {
  std::string title, x_title, y_title;
  std::vector<std::string> columns, rows;
  std::vector<double> values;
};

/// Panels below each other with one scale: the darker, the larger.
struct HeatChart {
  ChartText text;
  std::string value_title;
  std::vector<HeatPanel> panels;
  double panel_width = 460;
  bool log = false;  ///< shades by the logarithm
};

/// The chart as a self-contained SVG file.
std::string to_svg(HeatChart const& chart);

}  // namespace weft::chart
