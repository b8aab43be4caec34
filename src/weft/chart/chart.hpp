// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "weft/chart/scale.hpp"

namespace weft::chart {

/// Text around a chart, wrapped to the width of the chart. `source`: origin of the data, in small print.
struct ChartText {
  std::string title;
  std::string subtitle = {};
  std::string source = {};
  bool drawn = true;  ///< false: a caption contains the text; the title remains the accessible name
};

/// Size of a chart in pixels. The height grows if the legend and the labels would leave too little of it for
/// the data.
struct ChartSize {
  double width = 720, height = 420;
};

/// A dashed line across the whole chart, named in the legend.
struct ReferenceLine {
  std::string name;
  double value = 0;
  bool vertical = false;
};

/// A range of x values, shaded behind the data and named in the legend. `to`: nullopt for the end of the
/// axis.
struct ShadedRange {
  std::string name;
  double from = 0;
  std::optional<double> to = {};
};

/// Style of the range between the low and high values of a point.
enum class RangeStyle { error_bars, band };

/// A series of a line chart; extra entries of `x` or `y` are ignored. A `y` that is not finite leaves a gap.
/// `low` and `high`: bounds of the range around each y; may be empty.
struct Series {
  std::string name;
  std::vector<double> x, y;
  std::vector<double> low = {}, high = {};
  RangeStyle range = RangeStyle::error_bars;
  bool line = true, markers = true, dashed = false;
  std::optional<std::size_t> color = {};  ///< index into the palette; default: the index of the series
  std::string legend = {};                ///< its name in the legend of a picture; empty: `name`
};

/// A line chart: lines and points over a numeric x axis.
struct LineChart {
  ChartText text;
  Axis x, y;
  std::vector<Series> series;
  std::vector<ReferenceLine> references = {};
  std::vector<ShadedRange> ranges = {};
  ChartSize size = {};
};

/// One bar per category; a value that is not finite has no bar. `low` and `high`: ends of the whiskers.
struct BarSeries {
  std::string name;
  std::vector<double> values;
  std::vector<double> low = {}, high = {};
  std::optional<std::size_t> color = {};
  std::string legend = {};  ///< its name in the legend of a picture; empty: `name`
};

/// A grouped bar chart: the bars of a category stand side by side. Bars begin at `bars_from` (such as 1 for
/// ratios), by default at zero or, on a log scale, at the low end of the axis; a value of zero then has
/// a label but no bar.
struct BarChart {
  ChartText text;
  std::string category_title;
  std::vector<std::string> categories;
  Axis y;
  std::vector<BarSeries> series;
  std::vector<ReferenceLine> references = {};
  bool value_labels = true;  ///< omitted if the bars are too narrow
  int label_digits = 4;      ///< significant digits
  std::optional<double> bars_from = {};
  ChartSize size = {};
};

/// A sample: values and their weights (empty: 1 each). Values without a positive weight are ignored.
struct Distribution {
  std::string name;
  std::vector<double> values;
  std::vector<double> weights = {};
  std::optional<std::size_t> color = {};
};

/// The quantity on the y axis of a histogram.
enum class HistogramKind {
  density,        ///< share per unit of x, in bins
  cumulative,     ///< share of values <= x, exact
  complementary,  ///< share of values > x, exact
};

/// A histogram of several distributions, overlaid. Bins are chosen per distribution; if all values lie on a
/// common grid of integers (counts, rounds), bin widths are multiples of the grid step, which avoids
/// aliasing.
struct HistogramChart {
  ChartText text;
  Axis x;
  Axis y = {};  ///< empty title: the quantity of `kind`
  std::vector<Distribution> distributions;
  HistogramKind kind = HistogramKind::density;
  bool by_mean = false;  ///< divide each distribution by its mean
  std::vector<ReferenceLine> references = {};
  ChartSize size = {};
};

using Chart = std::variant<LineChart, BarChart, HistogramChart>;

/// Small multiples: charts row by row with a common title, legend and source line. The title of each chart
/// becomes the title of its panel; its other text and its size are not used.
struct ChartGrid {
  ChartText text;
  std::vector<Chart> charts;
  std::size_t columns = 2;
  bool shared_x = false, shared_y = false;  ///< the same range on all panels
  ChartSize size = {720, 600};
};

/// Returns the chart as a self-contained SVG file. For degenerate data (at most one point, an empty range,
/// zeros or negative values on a log axis, values that are not finite), the chart contains a note on the
/// missing data.
std::string to_svg(Chart const& chart);
std::string to_svg(ChartGrid const& grid);

}  // namespace weft::chart
