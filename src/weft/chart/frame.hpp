// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "weft/chart/chart.hpp"
#include "weft/chart/svg.hpp"

namespace weft::chart {

/// Shapes of the points of a series.
enum class MarkerShape { none, circle, square, triangle, diamond, cross };

/// The style of an element in the chart and in its legend.
struct Mark {
  std::string_view color;
  bool line = false, filled = false;  ///< filled: a patch of color, as of bars
  std::string_view dash = {};
  MarkerShape marker = MarkerShape::none;
  friend bool operator==(Mark const&, Mark const&) = default;
};

/// A line of a legend: a mark and its meaning.
struct LegendEntry {
  std::string name;
  Mark mark;
  friend bool operator==(LegendEntry const&, LegendEntry const&) = default;
};

/// The area of the data: the box between the axes and the scales along its sides.
struct PlotArea {
  Box box;
  Scale x, y;

  /// In pixels; NaN where the scale cannot show the value.
  double at_x(double value) const { return box.x + x.fraction(value) * box.width; }
  double at_y(double value) const { return box.bottom() - y.fraction(value) * box.height; }
  /// at_y kept within the box; a value that a log axis cannot show is at its low end.
  double held_y(double value) const;
};

/// The frame's view of a chart of any kind: axes, ranges, legend, and how to draw the data. It refers to the
/// chart it was made from.
struct Panel {
  std::string title;
  Axis x, y;
  DataRange x_data = {}, y_data = {};
  Fit x_fit = Fit::ends, y_fit = Fit::nice;
  std::vector<std::string> categories = {};  ///< if any, the x axis shows them, the i-th about x = i
  std::optional<double> bars_from = {};      ///< if the scale does not set it
  std::vector<LegendEntry> legend = {};
  std::vector<std::string> notes = {};
  std::function<double(double)> headroom = {};  ///< pixels that labels need above a plot of this width
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

/// Each distribution as it is drawn.
std::vector<Curve> curves_of(HistogramChart const& chart);

/// The space between a plot and the edges of its box, in pixels.
struct Margins {
  double left = 0, right = 0, top = 0, bottom = 0;
  /// The maximum on every side.
  Margins with(Margins const& other) const;
};

/// The axes of one panel for a plot of a given size: which ticks and labels fit, how they are set, and the
/// room they need outside the plot.
class Axes {
 public:
  Axes(Panel const& panel, double width, double height);

  Margins const& margins() const { return margins_; }
  PlotArea area(Box const& box) const { return {box, x_, y_}; }
  /// The background of the data: grid, axis lines, ticks, labels, titles.
  void draw(Element& out, Box const& box) const;

 private:
  struct Label {
    double at = 0;  ///< the value
    std::vector<std::string> lines;
  };

  void fit_y(double height);
  void fit_numbers(double width);
  void fit_categories(double width);
  void measure(double width, double height);

  void draw_y(Element& out, PlotArea const& area) const;
  void draw_x(Element& out, PlotArea const& area) const;
  void draw_x_labels(Element& out, PlotArea const& area) const;
  void draw_titles(Element& out, Box const& box) const;
  void draw_zero_breaks(Element& out, PlotArea const& area) const;

  Panel const& panel_;
  Scale x_, y_;
  Ticks x_ticks_, y_ticks_;
  std::vector<Label> x_labels_;
  bool rotated_ = false;
  std::vector<std::string> x_title_, y_title_;
  double y_label_width_ = 0, x_label_height_ = 0;
  Margins margins_;
};

/// values[i], or NaN where there are fewer.
double item_at(std::vector<double> const& values, std::size_t i);

/// The marker of the series with this index.
MarkerShape marker_shape(std::size_t place);

/// The marker of a series in a chart or legend; hollow if its line is dashed.
void draw_marker(Element& out, Point at, Mark const& mark, double radius);

/// Draws a line through points; points that are not finite interrupt it, and parts outside `box` are cut off.
void draw_line(Element& out, std::vector<Point> const& points, Box const& box, Stroke const& stroke);

/// A vertical line over the range low .. high at x pixels, with ends that extend `cap` to both sides; nothing
/// for a range that is not finite or less than `least` pixels high.
void draw_whisker(Element& out, PlotArea const& area, double x, double low, double high, double cap,
                  std::string_view color, double least = 0);

void add_references(Panel& panel, std::vector<ReferenceLine> const& references);
void draw_references(Element& out, PlotArea const& area, std::vector<ReferenceLine> const& references);

/// Returns the letter of a panel in a caption: "(a) ", "(b) ", .., "(aa) ".
std::string panel_letter(std::size_t number);

/// Adds notes on data that an axis cannot show.
void note_omissions(Panel& panel);

}  // namespace weft::chart
