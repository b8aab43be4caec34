// SPDX-License-Identifier: Apache-2.0
#include "weft/chart/heat_chart.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "weft/chart/legend.hpp"
#include "weft/chart/scale.hpp"
#include "weft/chart/svg.hpp"
#include "weft/chart/theme.hpp"

namespace weft::chart {
namespace {

constexpr double map_margin = 34, map_label_room = 44, map_side = 620, least_map_side = 160, cell_font = 10;
constexpr double most_cell = 40;

class HeatDrawing {
 public:
  explicit HeatDrawing(HeatMap const& map)
      : map_(map),
        step_(std::clamp(
            map_side / static_cast<double>(std::max({map.rows, map.columns, std::size_t{1}})), 1.0,
            std::max(most_cell, least_map_side / static_cast<double>(std::max<std::size_t>(map.rows, 1))))),
        width_(step_ * static_cast<double>(map.columns)),
        height_(step_ * static_cast<double>(map.rows)),
        most_(map.most) {
    for (double const value : map.cells)
      if (map.most <= 0 && value > most_) most_ = value;
  }

  std::string str() {
    double const width =
        std::max({width_, least_map_side, 440.0 - map_label_room}) + map_label_room + 2 * map_margin;
    auto const head = head_of(map_.title, {}, map_.note, width - 2 * map_margin);
    origin_ = {map_margin + map_label_room, head.height + map_label_room};
    double const bottom = origin_.y + height_ + 18;
    auto out = svg_document(width, bottom + 22 + shade_scale_height + 26, map_.title);
    for (auto const& element : head.elements) out.add(element);
    draw_cells(out);
    draw_values(out);
    draw_axes(out);
    draw_scale(out, {map_margin, bottom});
    return out.str();
  }

 private:
  double value(std::size_t row, std::size_t column) const { return map_.cells[row * map_.columns + column]; }
  std::size_t shade(double value) const {
    if (std::isnan(value)) return absent_shade;
    return value <= 0 || most_ <= 0 ? no_shade : shade_of(value / most_);
  }
  Box box(std::size_t row, std::size_t begin, std::size_t end) const {
    return {origin_.x + step_ * static_cast<double>(begin), origin_.y + step_ * static_cast<double>(row),
            step_ * static_cast<double>(end - begin), step_};
  }

  void draw_cells(Element& out) const {
    add_shaded_cells(
        out, map_.rows, map_.columns,
        [this](std::size_t row, std::size_t column) { return shade(value(row, column)); },
        [this](std::size_t row, std::size_t begin, std::size_t end) { return box(row, begin, end); });
    Element frame{"rect"};
    frame.set("x", origin_.x).set("y", origin_.y).set("width", width_).set("height", height_);
    out.add(std::move(frame.set("fill", "none").set("stroke", axis_gray).set("stroke-width", 1)));
  }

  /// The values of the cells, if all fit.
  void draw_values(Element& out) const {
    double widest = 0;
    for (double const value : map_.cells)
      if (!std::isnan(value)) widest = std::max(widest, text_width(format_value(value, 3), cell_font));
    if (widest + 4 > step_ || cell_font + 6 > step_) return;
    for (std::size_t row = 0; row < map_.rows; ++row)
      for (std::size_t column = 0; column < map_.columns; ++column) {
        double const here = value(row, column);
        if (std::isnan(here)) continue;
        auto const center = box(row, column, column + 1).center();
        auto const color = shade(here) == no_shade ? soft_ink : ink_on(shade(here));
        out.add(svg_text({center.x, center.y + 0.36 * cell_font}, format_value(here, 3),
                         {.size = cell_font, .color = color, .anchor = Anchor::middle}));
      }
  }

  void draw_axes(Element& out) const {
    for_each_tick(map_.columns, [&](std::size_t i) {
      out.add(svg_text({origin_.x + (static_cast<double>(i) + 0.5) * step_, origin_.y - 6}, std::to_string(i),
                       {.size = 10, .anchor = Anchor::middle}));
    });
    for_each_tick(map_.rows, [&](std::size_t i) {
      out.add(svg_text({origin_.x - 5, origin_.y + (static_cast<double>(i) + 0.5) * step_ + 3.5},
                       std::to_string(i), {.size = 10, .anchor = Anchor::end}));
    });
    bool const beside = text_width(map_.rows_are, 11) <= height_;
    auto const above =
        beside ? map_.columns_are : fmt::format("columns: {}; rows: {}", map_.columns_are, map_.rows_are);
    out.add(svg_text({origin_.x, origin_.y - 22}, above, {.size = 11, .color = soft_ink}));
    if (beside && !map_.rows_are.empty())
      out.add(svg_text({map_margin + 4, origin_.y}, map_.rows_are,
                       {.size = 11, .color = soft_ink, .anchor = Anchor::end, .rotate = -90}));
  }

  void draw_scale(Element& out, Point at) const {
    out.add(svg_text({at.x, at.y + 12}, map_.value_title, {.size = 11}));
    double const beside = add_shade_scale(out, {at.x, at.y + 18}, {0, most_ > 0 ? most_ : 1});
    double x = at.x + beside + 8;
    x += add_box_key(out, {x, at.y + 18}, paper, "0");
    if (std::ranges::any_of(map_.cells, [](double value) { return std::isnan(value); }))
      add_box_key(out, {x, at.y + 18}, absent, map_.nothing);
  }

  /// At most five, first and last included, none closer than its text.
  template <class Visit>
  void for_each_tick(std::size_t count, Visit visit) const {
    if (count == 0) return;
    auto const room = static_cast<std::size_t>(step_ * static_cast<double>(count) / 30);
    auto const parts = std::clamp<std::size_t>(room, 1, 4);
    for (std::size_t tick = 0; tick <= parts; ++tick) {
      auto const i = (count - 1) * tick / parts;
      if (tick == 0 || i != (count - 1) * (tick - 1) / parts) visit(i);
    }
  }

  HeatMap const& map_;
  double step_, width_, height_, most_;
  Point origin_;
};

}  // namespace

std::string to_svg(HeatMap const& map) { return HeatDrawing(map).str(); }

namespace {

constexpr double heat_border = 14, heat_font = 11, cell_height = 24, panel_space = 18, max_label = 200;

struct HeatRange {
  double low = std::numeric_limits<double>::infinity(), high = -low;
  bool log;

  explicit HeatRange(HeatChart const& chart) : log(chart.log) {
    for (auto const& panel : chart.panels)
      for (double const value : panel.values)
        if (shows(value)) {
          low = std::min(low, value);
          high = std::max(high, value);
        }
  }
  bool empty() const { return low > high; }
  bool shows(double value) const { return std::isfinite(value) && (!log || value > 0); }
  ShadeRange shaded() const { return {low, high, log}; }
  std::size_t shade(double value) const {
    return shows(value) ? shade_of(shaded().share(value)) : absent_shade;
  }
};

/// Draws a panel below `top`; returns its lower end.
double draw_panel(Element& out, HeatPanel const& panel, HeatRange const& range, double width, double top) {
  double y = top;
  if (!panel.title.empty()) {
    out.add(svg_text({heat_border, y + 12}, panel.title, {12, ink, Anchor::start, true}));
    y += 20;
  }
  double const left = heat_border + std::min(text_width(panel.rows, heat_font), max_label) + 8;
  double const cell = std::max(12.0, (width - left - heat_border) /
                                         static_cast<double>(std::max<std::size_t>(panel.columns.size(), 1)));
  auto const box = [&](std::size_t row, std::size_t begin, std::size_t end) {
    return Box{left + cell * static_cast<double>(begin), y + cell_height * static_cast<double>(row),
               cell * static_cast<double>(end - begin), cell_height};
  };
  auto const value = [&](std::size_t row, std::size_t column) {
    return panel.values[row * panel.columns.size() + column];
  };
  add_shaded_cells(
      out, panel.rows.size(), panel.columns.size(),
      [&](std::size_t row, std::size_t column) { return range.shade(value(row, column)); }, box);
  for (std::size_t row = 0; row < panel.rows.size(); ++row) {
    auto const middle = box(row, 0, 1).center().y + 0.36 * heat_font;
    out.add(svg_text({left - 6, middle}, shorten_text(panel.rows[row], heat_font, max_label),
                     {heat_font, ink, Anchor::end}));
    for (std::size_t column = 0; column < panel.columns.size(); ++column) {
      if (!range.shows(value(row, column))) continue;
      auto const text = format_value(value(row, column), 3);
      if (text_width(text, heat_font) + 2 > cell) continue;
      out.add(svg_text({box(row, column, column + 1).center().x, middle}, text,
                       {heat_font, ink_on(range.shade(value(row, column))), Anchor::middle}));
    }
  }
  y += cell_height * static_cast<double>(panel.rows.size()) + 14;
  for (std::size_t column = 0; column < panel.columns.size(); ++column)
    out.add(svg_text({box(0, column, column + 1).center().x, y},
                     shorten_text(panel.columns[column], heat_font, cell - 2),
                     {heat_font, ink, Anchor::middle}));
  auto const axes = panel.y_title + " by " + panel.x_title;
  out.add(svg_text({left, y + 16}, axes, {heat_font, soft_ink}));
  return y + 16 + panel_space;
}

}  // namespace

std::string to_svg(HeatChart const& chart) {
  double const width = std::max(chart.panel_width, 260.0) + 2 * heat_border, inner = width - 2 * heat_border;
  Element body{"g"};
  double y = heat_border;
  auto const add_text = [&](std::string const& text, TextStyle const& style) {
    auto const lines = wrap_text(text, style.size, inner, style.bold);
    y = add_lines(body, lines, {heat_border, y}, 1.3 * style.size, style);
  };
  add_text(chart.text.title, {16, ink, Anchor::start, true});
  add_text(chart.text.subtitle, {12, soft_ink});
  HeatRange const range(chart);
  y += 6;
  for (auto const& panel : chart.panels) y = draw_panel(body, panel, range, width, y);
  if (!range.empty()) {
    body.add(svg_text({heat_border, y + 12}, chart.value_title, {heat_font, ink}));
    y += 18;
    double const beside = add_shade_scale(body, {heat_border, y}, range.shaded());
    bool const all_shown = std::ranges::all_of(chart.panels, [&](HeatPanel const& panel) {
      return std::ranges::all_of(panel.values, [&](double value) { return range.shows(value); });
    });
    if (!all_shown && width > heat_border + beside + 80)
      add_box_key(body, {heat_border + beside, y}, absent, "no value");
    y += shade_scale_height;
  }
  add_text(chart.text.source, {10, soft_ink});
  auto document = svg_document(width, y + heat_border, chart.text.title);
  document.add(std::move(body));
  return document.str();
}

}  // namespace weft::chart
