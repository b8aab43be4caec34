#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "weft/chart/chart.hpp"

namespace weft::chart {

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
