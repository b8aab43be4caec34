// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "weft/chart/figure.hpp"
#include "weft/chart/frame.hpp"
#include "weft/io/json_text.hpp"

namespace weft::chart {

/// The chart as a Vega-Lite 6 specification in JSON: the same data, axes, colors and signs as its SVG, for
/// viewers that answer questions. Pointing shows all series at that x. A click in the legend isolates a
/// series; another click takes it back, and one on another series adds that. Dragging moves and Ctrl + wheel
/// zooms the axes; a double click returns. Values that are not finite are null and interrupt a line.
/// `usermeta.notes` lists data that the chart cannot show. Equal charts give equal bytes.
std::string vega_lite(Chart const& chart);
/// Panels in rows. Panels with equal series share the legend of the first one; others have their own.
std::string vega_lite(ChartGrid const& grid);
/// The specification of a figure with a chart or a grid of charts; empty for others.
std::string vega_lite(Figure const& figure);

}  // namespace weft::chart

/// The parts of a Vega-Lite specification that charts of all kinds share.
namespace weft::chart::vega {

using Json = JsonText;

/// One panel of a figure on its way to Vega-Lite. A specification with several views needs a suffix that
/// distinguishes their parameters.
struct View {
  Panel panel;
  std::vector<std::string> names;   ///< of the series, all different
  std::vector<std::string> colors;  ///< as many
  std::string suffix;
  std::vector<Json> rows = {}, layers = {};
  std::vector<std::string> notes = {};
  std::string follows = {};  ///< the suffix of the view with the legend of these series; empty: this one
};

/// The suffix of a new view, and of the view that it follows.
struct ViewName {
  std::string suffix = {}, follows = {};
};

/// Names that are all different: a second `a` is `a (2)`, a series without a name has a number.
std::vector<std::string> different_names(std::vector<std::string> const& names);

/// A short name of a series for expressions, which the characters of a name could break.
std::string key_of(std::size_t series);

/// The value if the axis can show it, else null.
Json placed(double value, Axis const& axis);

/// The channel of a quantity on one of the axes of a view.
Json x_channel(View const& view, std::string_view field = "x");
Json y_channel(View const& view, std::string_view field = "y");

/// A channel that separates series: `range` contains the look of each. All such channels of a view share
/// one legend.
Json series_channel(View const& view, std::vector<Json> const& range);
Json color_channel(View const& view);
/// Pale where a click in the legend chose another series.
Json chosen_opacity(View const& view, double shown = 1);
/// Visible only where the pointer is.
Json hover_opacity(View const& view, double shown);

Json chosen_param(View const& view);
/// Moves and zooms these axes; the wheel alone scrolls the page.
Json zoom_param(View const& view, std::vector<Json> const& axes);
/// Finds the row nearest to the pointer.
Json hover_param(View const& view, std::vector<Json> const& fields);

/// A line of a tooltip.
Json tooltip_line(std::string_view field, std::string_view title, bool number = true);
/// Lines of a tooltip for the series of a view, in columns by their keys.
void add_tooltip_of_series(View const& view, std::vector<Json>& lines);

Json mark_of(std::string_view type);
/// A layer that draws the rows of its view.
Json layer(std::string_view name, Json const& mark, Json const& encoding);
Json filter(std::string const& condition);
/// The rows turned: one per value of `by`, with a column per series.
Json across_series(std::string_view by);
/// The condition that a row belongs to one of these series.
std::string is_one_of(std::vector<std::size_t> const& series);

void add_references(View& view, std::vector<ReferenceLine> const& references);

/// The views of charts: layers, rows and notes.
View view_of(LineChart const& chart, ViewName const& name);
View view_of(BarChart const& chart, ViewName const& name);
View view_of(HistogramChart const& chart, ViewName const& name);

}  // namespace weft::chart::vega
