#pragma once

#include <string>

#include "weft/chart/figure.hpp"

namespace weft::chart {

/// The chart as a Vega-Lite 6 specification in JSON: the same data, axes, colors and signs as its SVG, for
/// viewers that answer questions. Pointing shows all series at that x. A click in the legend isolates a
/// series; another click takes it back, and one on another series adds that. Dragging moves and Ctrl + wheel
/// zooms the axes; a double click returns. Values that are not finite are null and interrupt a line.
/// `usermeta.notes` says what the chart cannot show. Equal charts give equal bytes.
std::string vega_lite(Chart const& chart);
/// Panels beside and below each other, each with its own legend.
std::string vega_lite(ChartGrid const& grid);
/// That of a figure whose picture is a chart or a grid of charts; empty for others.
std::string vega_lite(Figure const& figure);

}  // namespace weft::chart
