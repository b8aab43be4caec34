// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "weft/chart/figure.hpp"
#include "weft/chart/frame.hpp"
#include "weft/io/json_text.hpp"

namespace weft::chart {

/// Returns the chart as a Vega-Lite 6 specification in JSON, with the data, axes, colors and markers of its
/// SVG, for interactive viewers. Hovering shows all series at that x. A click in the legend isolates a
/// series; another click on it restores all, and a click on another series adds that series. Dragging pans
/// the axes, Ctrl + wheel zooms them, and a double click resets them. Values that are not finite are null and
/// interrupt a line. `usermeta.notes` lists data that the chart cannot show. The output is deterministic.
std::string vega_lite(Chart const& chart);
/// Returns the specification of all panels, in rows. Panels with equal series share the legend of the first
/// one; others have separate legends.
std::string vega_lite(ChartGrid const& grid);
/// Returns the specification of a figure with a chart or a grid of charts; empty for other figures.
std::string vega_lite(Figure const& figure);

}  // namespace weft::chart

/// The parts of a Vega-Lite specification that charts of all kinds share.
namespace weft::chart::vega {

using Json = JsonText;

/// One panel of a figure during the conversion to Vega-Lite. If a specification has several views, the suffix
/// distinguishes their parameters.
struct View {
  Panel panel;
  std::vector<std::string> names;   ///< of the series, distinct
  std::vector<std::string> colors;  ///< of the series
  std::string suffix;
  std::vector<Json> rows = {}, layers = {};
  std::vector<std::string> notes = {};
  std::string follows = {};  ///< suffix of the view with the legend of the series; empty: this view
};

/// The suffix of a new view, and of the view that it follows.
struct ViewName {
  std::string suffix = {}, follows = {};
};

/// Returns distinct names: a second `a` becomes `a (2)`, a series without a name gets a number.
std::vector<std::string> different_names(std::vector<std::string> const& names);

/// Returns a short identifier of a series for expressions, which special characters in a name could break.
std::string key_of(std::size_t series);

/// Returns the value if the axis can show it, else null.
Json placed(double value, Axis const& axis);

/// Return the encoding channel of a quantity on an axis of a view.
Json x_channel(View const& view, std::string_view field = "x");
Json y_channel(View const& view, std::string_view field = "y");

/// Returns an encoding channel that distinguishes series: `range` contains the style of each. All such
/// channels of a view share one legend.
Json series_channel(View const& view, std::vector<Json> const& range);
Json color_channel(View const& view);
/// Returns the opacity of series: faint if a click in the legend has selected another one.
Json chosen_opacity(View const& view, double shown = 1);
/// Returns an opacity that is visible only at the pointer.
Json hover_opacity(View const& view, double shown);

Json chosen_param(View const& view);
/// Returns a parameter that pans and zooms the given axes; the wheel without Ctrl scrolls the page.
Json zoom_param(View const& view, std::vector<Json> const& axes);
/// Returns a parameter that selects the row nearest to the pointer.
Json hover_param(View const& view, std::vector<Json> const& fields);

/// Returns a line of a tooltip.
Json tooltip_line(std::string_view field, std::string_view title, bool number = true);
/// Adds a tooltip line for each series of a view; the rows have a column per series, named by its key.
void add_tooltip_of_series(View const& view, std::vector<Json>& lines);

Json mark_of(std::string_view type);
/// Returns a layer that draws the rows of its view.
Json layer(std::string_view name, Json const& mark, Json const& encoding);
Json filter(std::string const& condition);
/// Returns a pivot transform of the rows: one row per value of `by`, with a column per series.
Json across_series(std::string_view by);
/// Returns the expression that tests whether a row belongs to one of the given series.
std::string is_one_of(std::vector<std::size_t> const& series);

void add_references(View& view, std::vector<ReferenceLine> const& references);

/// Return the views of charts: layers, rows and notes.
View view_of(LineChart const& chart, ViewName const& name);
View view_of(BarChart const& chart, ViewName const& name);
View view_of(HistogramChart const& chart, ViewName const& name);

}  // namespace weft::chart::vega
