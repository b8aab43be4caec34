// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <variant>

#include "weft/chart/chart.hpp"
#include "weft/chart/cycle_list.hpp"
#include "weft/chart/grid_maps.hpp"
#include "weft/chart/heat_chart.hpp"
#include "weft/chart/matrix_picture.hpp"
#include "weft/chart/network_view.hpp"
#include "weft/chart/theme.hpp"

namespace weft::chart {

/// What is drawn.
using Picture = std::variant<Chart, ChartGrid, HeatChart, HeatMap, TaskGrid, NetworkView, MatrixPicture,
                             CycleList, TimeMap, OccupationMap>;

/// A figure as a value: what a result shows, and how it is drawn.
struct Figure {
  std::string name;     ///< the stem of its file
  std::string title;    ///< for lists and for those who cannot see it
  std::string caption;  ///< one sentence that says what to see, with the numbers
  std::string table;    ///< whose data it shows: a table or array of the result, or ""
  Picture picture;
  std::string alt = {};  ///< the caption for those who cannot see the figure; empty: the same
};

/// The figure as a self-contained SVG file, with title and description.
std::string to_svg(Figure const& figure, Style const& style = {});

}  // namespace weft::chart
