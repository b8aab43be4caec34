#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "weft/chart/chart.hpp"
#include "weft/chart/svg.hpp"

namespace weft::chart {

enum class MarkerShape { none, circle, square, triangle, diamond, cross };

/// How something looks in the chart and in its legend.
struct Mark {
  std::string_view color;
  bool line = false, filled = false;  ///< filled: a patch of color, as of bars
  std::string_view dash = {};
  MarkerShape marker = MarkerShape::none;
  friend bool operator==(Mark const&, Mark const&) = default;
};

struct LegendEntry {
  std::string name;
  Mark mark;
  friend bool operator==(LegendEntry const&, LegendEntry const&) = default;
};

/// Where the data go: the box between the axes and the scales along its sides.
struct PlotArea {
  Box box;
  Scale x, y;

  /// In pixels; NaN where the scale has no place for the value.
  double at_x(double value) const { return box.x + x.fraction(value) * box.width; }
  double at_y(double value) const { return box.bottom() - y.fraction(value) * box.height; }
  /// at_y kept within the box; what a log axis has no place for is at its low end.
  double held_y(double value) const;
};

/// What the frame needs to know about a chart of any kind: axes, ranges, legend, and how to draw the data. It refers to
/// the chart it was made from.
struct Panel {
  std::string title;
  Axis x, y;
  DataRange x_data = {}, y_data = {};
  Fit x_fit = Fit::tight, y_fit = Fit::nice;
  bool categorical = false;  ///< the x axis shows `categories`, the i-th about x = i
  std::vector<std::string> categories = {};
  std::optional<double> bars_from = {};  ///< if not from where the scale has it
  std::vector<LegendEntry> legend = {};
  std::vector<std::string> notes = {};
  std::function<double(double)> headroom = {};  ///< pixels that labels need above a plot of this width
  std::function<void(Element&, PlotArea const&)> draw = {};
};

Panel panel(LineChart const& chart);
Panel panel(BarChart const& chart);
Panel panel(HistogramChart const& chart);

/// Title, legend, panels with their axes, notes and source.
std::string draw_figure(ChartText const& text, ChartSize size, std::vector<Panel> const& panels,
                        std::size_t columns);

/// values[i], or NaN where there are fewer.
double item_at(std::vector<double> const& values, std::size_t i);

/// The marker for the series at this place.
MarkerShape marker_shape(std::size_t place);

/// The marker of a series in a chart or legend; hollow if its line is dashed.
void draw_marker(Element& out, Point at, Mark const& mark, double radius);

/// A line through points; those that are not finite interrupt it, and what lies outside `box` is cut off.
void draw_line(Element& out, std::vector<Point> const& points, Box const& box, Stroke const& stroke);

void add_references(Panel& panel, std::vector<ReferenceLine> const& references);
void draw_references(Element& out, PlotArea const& area, std::vector<ReferenceLine> const& references);

/// Notes what an axis cannot show of its data.
void note_omissions(Panel& panel);

}  // namespace weft::chart
