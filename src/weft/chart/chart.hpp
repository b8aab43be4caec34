// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "weft/chart/scale.hpp"

namespace weft::chart {

/// The words around a chart; each is wrapped to its width. `source`: where the data are from, in small print.
struct ChartText {
  std::string title;
  std::string subtitle = {};
  std::string source = {};
  bool drawn = true;  ///< false: a caption has them, as in papers; the title still names the file
};

/// In pixels. A chart becomes higher than requested if its legend and labels would leave no room for the
/// data.
struct ChartSize {
  double width = 720, height = 420;
};

/// A dashed line across the whole chart, named in the legend.
struct ReferenceLine {
  std::string name;
  double value = 0;
  bool vertical = false;
};

/// A range of x behind the data, named in the legend; without `to`, up to the end of the axis.
struct ShadedRange {
  std::string name;
  double from = 0;
  std::optional<double> to = {};
};

/// How the low and high values of a series are drawn.
enum class RangeStyle { error_bars, band };

/// Points of a line chart: as many as both `x` and `y` have. `y` that is not finite is a gap. `low` and
/// `high`, if given, contain the range around each y.
struct Series {
  std::string name;
  std::vector<double> x, y;
  std::vector<double> low = {}, high = {};
  RangeStyle range = RangeStyle::error_bars;
  bool line = true, markers = true, dashed = false;
  std::optional<std::size_t> color = {};  ///< index in the palette; default: the index of the series
  std::string legend = {};                ///< its name in the legend of a picture; empty: `name`
};

/// Lines and points over a numeric x axis.
struct LineChart {
  ChartText text;
  Axis x, y;
  std::vector<Series> series;
  std::vector<ReferenceLine> references = {};
  std::vector<ShadedRange> ranges = {};
  ChartSize size = {};
};

/// One bar per category; a value that is not finite has no bar. `low` and `high`: whiskers.
struct BarSeries {
  std::string name;
  std::vector<double> values;
  std::vector<double> low = {}, high = {};
  std::optional<std::size_t> color = {};
  std::string legend = {};  ///< its name in the legend of a picture; empty: `name`
};

/// Bars side by side in categories. They begin at zero, or on a log scale (where a zero is only its label) at
/// the low end of the axis, unless `bars_from` gives another value, such as 1 for ratios.
struct BarChart {
  ChartText text;
  std::string category_title;
  std::vector<std::string> categories;
  Axis y;
  std::vector<BarSeries> series;
  std::vector<ReferenceLine> references = {};
  bool value_labels = true;  ///< omitted if bars are too narrow for them
  int label_digits = 4;      ///< significant ones
  std::optional<double> bars_from = {};
  ChartSize size = {};
};

/// A sample: values and how often each occurs (empty: once each). Values without a positive weight do not
/// count.
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

/// Several distributions overlaid. Bins are chosen per distribution; where all values are multiples of a
/// common grid (counts, rounds), bins are whole grid steps, which avoids beating.
struct HistogramChart {
  ChartText text;
  Axis x;
  Axis y = {};  ///< without a title: the meaning of `kind`
  std::vector<Distribution> distributions;
  HistogramKind kind = HistogramKind::density;
  bool by_mean = false;  ///< divide each distribution by its mean
  std::vector<ReferenceLine> references = {};
  ChartSize size = {};
};

using Chart = std::variant<LineChart, BarChart, HistogramChart>;

/// Small multiples: charts row by row under one title, one legend and one line of sources. The title of each
/// chart is the title of its panel; other words and the size of the charts are not used.
struct ChartGrid {
  ChartText text;
  std::vector<Chart> charts;
  std::size_t columns = 2;
  bool shared_x = false, shared_y = false;  ///< the same range on all panels
  ChartSize size = {720, 600};
};

/// The chart as a self-contained SVG file. Degenerate data (no or one point, no range, zeros or negative
/// values on a log axis, values that are not finite) give a chart with a note on the missing data.
std::string to_svg(Chart const& chart);
std::string to_svg(ChartGrid const& grid);

}  // namespace weft::chart
