#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "weft/chart/chart.hpp"
#include "weft/chart/svg.hpp"

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

/// A place in `shades` for a share of the maximum, 0 to 1.
std::size_t shade_of(double part);
/// The color of cells without a value.
inline constexpr std::size_t no_shade = ~std::size_t{0};

/// Fills the cells of a table, runs of equal ones as one rectangle: cell (row, column) has the shade
/// `shade(row, column)`, the cells begin .. end - 1 of a row lie in `box(row, begin, end)`.
void add_shaded_cells(Element& out, std::size_t rows, std::size_t columns,
                      std::function<std::size_t(std::size_t row, std::size_t column)> const& shade,
                      std::function<Box(std::size_t row, std::size_t begin, std::size_t end)> const& box);

/// All shades beside one another, between what the first and the last one mean; 14 high.
void add_shade_scale(Element& out, Point at, std::string const& least, std::string const& largest);

}  // namespace weft::chart
