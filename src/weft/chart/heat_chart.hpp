#pragma once

#include <string>
#include <vector>

#include "weft/chart/chart.hpp"

namespace weft::chart {

/// Cells by two categories, row by row; a value that is not finite leaves its cell white.
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
  bool log = false;  ///< shades by the logarithm; values that have none are white
};

/// The chart as a self-contained SVG file.
std::string to_svg(HeatChart const& chart);

}  // namespace weft::chart
