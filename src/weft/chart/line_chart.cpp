// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "weft/chart/frame.hpp"
#include "weft/chart/theme.hpp"

namespace weft::chart {
namespace {

constexpr std::size_t max_markers = 60;

std::size_t size_of(Series const& series) { return std::min(series.x.size(), series.y.size()); }

bool has_ranges(Series const& series) { return !series.low.empty() && !series.high.empty(); }

Mark mark_of(Series const& series, std::size_t place) {
  bool const markers = series.markers && (!series.line || size_of(series) <= max_markers);
  return {palette_color(series.color.value_or(place)), series.line, false, series.dashed ? "6 3" : "",
          markers ? marker_shape(series.color.value_or(place)) : MarkerShape::none};
}

bool inside(Box const& box, Point p) {
  return p.x >= box.x - 0.5 && p.x <= box.right() + 0.5 && p.y >= box.y - 0.5 && p.y <= box.bottom() + 0.5;
}

void draw_band(Element& out, PlotArea const& area, Series const& series, std::string_view color) {
  std::vector<Point> upper, lower;
  auto const flush = [&] {
    if (upper.size() > 1) {
      upper.insert(upper.end(), lower.rbegin(), lower.rend());
      out.add(svg_polygon(upper, color, 0.18, {color, 0}));
    }
    upper.clear();
    lower.clear();
  };
  for (std::size_t i = 0; i < size_of(series); ++i) {
    double const low = item_at(series.low, i), high = item_at(series.high, i), x = area.at_x(series.x[i]);
    if (!std::isfinite(low) || !std::isfinite(high) || !inside(area.box, {x, area.box.y})) {
      flush();
      continue;
    }
    upper.push_back({x, area.held_y(high)});
    lower.push_back({x, area.held_y(low)});
  }
  flush();
}

void draw_series(Element& out, PlotArea const& area, Series const& series, std::size_t place) {
  Mark const mark = mark_of(series, place);
  std::vector<Point> points;
  for (std::size_t i = 0; i < size_of(series); ++i)
    points.push_back({area.at_x(series.x[i]), area.at_y(series.y[i])});
  if (has_ranges(series) && series.range == RangeStyle::band) draw_band(out, area, series, mark.color);
  if (has_ranges(series) && series.range == RangeStyle::error_bars)
    for (std::size_t i = 0; i < points.size(); ++i)
      if (inside(area.box, {points[i].x, area.box.y}))
        draw_whisker(out, area, points[i].x, item_at(series.low, i), item_at(series.high, i), 3.5,
                     mark.color);
  if (series.line) draw_line(out, points, area.box, {mark.color, 2, mark.dash});

  auto const there = [&](std::size_t i) {
    return i < points.size() && std::isfinite(points[i].x + points[i].y);
  };
  double const radius = points.size() > 200 ? 1.5 : points.size() > max_markers ? 2.5 : 3.5;
  for (std::size_t i = 0; i < points.size(); ++i) {
    bool const alone = (i == 0 || !there(i - 1)) && !there(i + 1);
    if (!there(i) || !inside(area.box, points[i]) || (mark.marker == MarkerShape::none && !alone)) continue;
    Mark shown = mark;
    if (shown.marker == MarkerShape::none) shown.marker = MarkerShape::circle;
    Element& group = out.add(Element{"g"});
    group.add(Element{"title"}.text(
        fmt::format("{}: {}, {}", series.name, format_value(series.x[i], 6), format_value(series.y[i], 6))));
    draw_marker(group, points[i], shown, radius);
  }
}

void draw_range(Element& out, PlotArea const& area, ShadedRange const& range) {
  auto const& box = area.box;
  double const from = std::clamp(area.at_x(range.from), box.x, box.right()),
               to = range.to ? std::clamp(area.at_x(*range.to), box.x, box.right()) : box.right();
  out.add(svg_rect({from, box.y, to - from, box.height}, grid_gray, 0.6));
}

}  // namespace

Panel panel(LineChart const& chart) {
  Panel out{.title = chart.text.title, .x = chart.x, .y = chart.y};
  for (std::size_t place = 0; place < chart.series.size(); ++place) {
    Series const& series = chart.series[place];
    out.x_data.add(series.x);
    for (auto const* values : {&series.y, &series.low, &series.high}) out.y_data.add(*values);
    auto const& name = series.legend.empty() ? series.name : series.legend;
    if (!name.empty()) out.legend.push_back({name, mark_of(series, place)});
  }
  for (auto const& range : chart.ranges) {
    out.x_data.add(range.from);
    if (!range.name.empty()) out.legend.push_back({range.name, {grid_gray, false, true}});
  }
  out.draw = [&chart](Element& into, PlotArea const& area) {
    for (auto const& range : chart.ranges) draw_range(into, area, range);
    draw_references(into, area, chart.references);
    for (std::size_t i = 0; i < chart.series.size(); ++i) draw_series(into, area, chart.series[i], i);
  };
  return out;
}

}  // namespace weft::chart
