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

/// A picture of any kind.
using Picture = std::variant<Chart, ChartGrid, HeatChart, HeatMap, TaskGrid, NetworkView, MatrixPicture,
                             CycleList, TimeMap, OccupationMap>;

/// A figure as a value: a picture and its texts.
struct Figure {
  std::string name;     ///< the stem of its file
  std::string title;    ///< for lists and for screen readers
  std::string caption;  ///< one sentence with the finding and its numbers
  std::string table;    ///< source of the data: a table or array of the result, or ""
  Picture picture;
  std::string alt = {};  ///< alternative text for screen readers; empty: `caption`
};

/// Returns the figure as a self-contained SVG file, with title and description.
std::string to_svg(Figure const& figure, Style const& style = {});

}  // namespace weft::chart
