// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "weft/chart/axis_names.hpp"
#include "weft/chart/chart.hpp"
#include "weft/chart/svg.hpp"

namespace weft::chart {

/// Marker shapes of the points of a series.
enum class MarkerShape { none, circle, square, triangle, diamond, cross };

/// The style of an element in the chart and in its legend.
struct Mark {
  std::string_view color;
  bool line = false, filled = false;  ///< filled: a colored patch, for bars
  std::string_view dash = {};
  MarkerShape marker = MarkerShape::none;
  friend bool operator==(Mark const&, Mark const&) = default;
};

/// An entry of a legend: a mark and its meaning.
struct LegendEntry {
  std::string name;
  Mark mark;
  friend bool operator==(LegendEntry const&, LegendEntry const&) = default;
};

/// The plot area: the box between the axes, and the scales of both axes.
struct PlotArea {
  Box box;
  Scale x, y;

  /// Return the position of a value in pixels; NaN if the scale cannot show the value.
  double at_x(double value) const { return box.x + x.fraction(value) * box.width; }
  double at_y(double value) const { return box.bottom() - y.fraction(value) * box.height; }
  /// Returns at_y(value), clamped to the box; for a value that a log axis cannot show, the low end of the
  /// axis.
  double held_y(double value) const;
};

/// A chart of any kind in the form that the frame draws: axes, ranges, legend, and a function that draws the
/// data. Refers to the chart, which must outlive it.
struct Panel {
  std::string title;
  Axis x, y;
  DataRange x_data = {}, y_data = {};
  Fit x_fit = Fit::ends, y_fit = Fit::nice;
  std::vector<std::string> categories = {};  ///< if any, labels of the x axis, the i-th at x = i
  std::optional<double> bars_from = {};      ///< where bars begin; nullopt: the baseline of the scale
  std::vector<LegendEntry> legend = {};
  std::vector<std::string> notes = {};
  std::function<double(double)> headroom = {};  ///< height of the labels above a plot of the given width
  std::function<void(Element&, PlotArea const&)> draw = {};
};

Panel panel(LineChart const& chart);
Panel panel(BarChart const& chart);
Panel panel(HistogramChart const& chart);

/// A line in data coordinates.
struct Curve {
  std::vector<double> x, y;
  void add(double at, double value) {
    x.push_back(at);
    y.push_back(value);
  }
};

/// Returns the curve of each distribution of a histogram.
std::vector<Curve> curves_of(HistogramChart const& chart);

/// The margins around a plot, in pixels.
struct Margins {
  double left = 0, right = 0, top = 0, bottom = 0;
  /// Returns the larger of both margins on each side.
  Margins with(Margins const& other) const;
};

/// The axes of one panel for a plot of the given size: the ticks and labels that fit, their arrangement, and
/// the space that they require outside the plot.
class Axes {
 public:
  Axes(Panel const& panel, double width, double height);

  Margins const& margins() const { return margins_; }
  PlotArea area(Box const& box) const { return {box, x_, y_}; }
  /// Draws everything except the data: grid, axis lines, ticks, labels, titles.
  void draw(Element& out, Box const& box) const;

 private:
  void fit_y(double height);
  void fit_numbers(double width);
  void measure(double width, double height);

  void draw_y(Element& out, PlotArea const& area) const;
  void draw_x(Element& out, PlotArea const& area) const;
  void draw_titles(Element& out, Box const& box) const;
  void draw_zero_breaks(Element& out, PlotArea const& area) const;

  Panel const& panel_;
  Scale x_, y_;
  Ticks x_ticks_, y_ticks_;
  AxisNames x_names_;
  std::vector<std::string> x_title_, y_title_;
  double y_label_width_ = 0;
  Margins margins_;
};

/// Returns values[i]; NaN if there are fewer values.
double item_at(std::vector<double> const& values, std::size_t i);

/// Returns the marker shape of the series with index `place`.
MarkerShape marker_shape(std::size_t place);

/// Draws the marker of a series in a chart or legend; hollow if its line is dashed.
void draw_marker(Element& out, Point at, Mark const& mark, double radius);

/// Draws a line through points; points that are not finite interrupt the line, and parts outside `box` are
/// clipped.
void draw_line(Element& out, std::vector<Point> const& points, Box const& box, Stroke const& stroke);

/// Draws a whisker: a vertical line over the range low .. high at x pixels, with caps that extend `cap`
/// pixels to both sides. Draws no whisker if the range is not finite or less than `minimum` pixels high.
void draw_whisker(Element& out, PlotArea const& area, double x, double low, double high, double cap,
                  std::string_view color, double minimum = 0);

void add_references(Panel& panel, std::vector<ReferenceLine> const& references);
void draw_references(Element& out, PlotArea const& area, std::vector<ReferenceLine> const& references);

/// Returns the label of panel `number`, which is counted from 0: "(a) ", "(b) ", .., "(aa) ".
std::string panel_letter(std::size_t number);

/// Adds notes on data that an axis cannot show.
void note_omissions(Panel& panel);

}  // namespace weft::chart
