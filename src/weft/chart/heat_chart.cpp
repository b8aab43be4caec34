// SPDX-License-Identifier: Apache-2.0
#include "weft/chart/heat_chart.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <optional>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "weft/chart/axis_names.hpp"
#include "weft/chart/legend.hpp"
#include "weft/chart/scale.hpp"
#include "weft/chart/svg.hpp"
#include "weft/chart/theme.hpp"

namespace weft::chart {
namespace {

constexpr double map_margin = 34, map_label_room = 44, map_side = 620, min_map_side = 160, cell_font = 10;
constexpr double max_cell = 40;

double side_of(HeatMap const& map) {
  return map.max_width > 0 ? map.max_width - map_label_room - 2 * map_margin : map_side;
}

class HeatDrawing {
 public:
  explicit HeatDrawing(HeatMap const& map)
      : map_(map),
        step_(std::clamp(
            side_of(map) / static_cast<double>(std::max({map.rows, map.columns, std::size_t{1}})), 0.25,
            std::max(max_cell, min_map_side / static_cast<double>(std::max<std::size_t>(map.rows, 1))))),
        width_(step_ * static_cast<double>(map.columns)),
        height_(step_ * static_cast<double>(map.rows)),
        max_(map.maximum) {
    for (double const value : map.cells)
      if (map.maximum <= 0 && value > max_) max_ = value;
  }

  std::string str() {
    double const minimum = map_.max_width > 0 ? side_of(map_) : 440.0 - map_label_room;
    double const width = std::max({width_, min_map_side, minimum}) + map_label_room + 2 * map_margin;
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
    return value <= 0 || max_ <= 0 ? no_shade : shade_of(value / max_);
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
    auto const add_frame = [&](Point at, double width, double height) {
      Element frame{"rect"};
      frame.set("x", at.x).set("y", at.y).set("width", width).set("height", height);
      out.add(std::move(frame.set("fill", "none").set("stroke", axis_gray).set("stroke-width", 1)));
    };
    if (map_.blocks == 0) return add_frame(origin_, width_, height_);
    for (std::size_t block = 0; block < map_.blocks; ++block)
      add_frame(block_corner(block), step_ * static_cast<double>(map_.block_columns),
                step_ * static_cast<double>(map_.block_rows));
  }

  Point block_corner(std::size_t block) const {
    auto const across = (map_.columns + 1) / (map_.block_columns + 1);
    return {origin_.x + step_ * static_cast<double>(block % across * (map_.block_columns + 1)),
            origin_.y + step_ * static_cast<double>(block / across * (map_.block_rows + 1))};
  }

  /// Draws the number of each block outside its upper left corner, if there is room.
  void draw_block_numbers(Element& out) const {
    if (step_ < cell_font + 2) return;
    for (std::size_t block = 0; block < map_.blocks; ++block) {
      auto const at = block_corner(block);
      out.add(svg_text({at.x, at.y - 3}, std::to_string(block), {.size = cell_font, .color = soft_ink}));
    }
  }

  /// Draws the values of the cells, if all fit.
  void draw_values(Element& out) const {
    double widest = 0;
    for (double const value : map_.cells)
      if (std::isfinite(value)) widest = std::max(widest, text_width(format_value(value, 3), cell_font));
    if (widest + 4 > step_ || cell_font + 6 > step_) return;
    for (std::size_t row = 0; row < map_.rows; ++row)
      for (std::size_t column = 0; column < map_.columns; ++column) {
        double const here = value(row, column);
        if (!std::isfinite(here)) continue;
        auto const center = box(row, column, column + 1).center();
        auto const color = shade(here) == no_shade ? soft_ink : ink_on(shade(here));
        out.add(svg_text({center.x, center.y + 0.36 * cell_font}, format_value(here, 3),
                         {.size = cell_font, .color = color, .anchor = Anchor::middle}));
      }
  }

  void draw_axes(Element& out) const {
    if (map_.blocks > 0) {
      draw_block_numbers(out);
      out.add(svg_text({origin_.x, origin_.y - 22}, map_.columns_are, {.size = 11, .color = soft_ink}));
      return;
    }
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
    double const beside = add_shade_scale(out, {at.x, at.y + 18}, {0, max_ > 0 ? max_ : 1});
    double x = at.x + beside + 8;
    x += add_box_key(out, {x, at.y + 18}, paper, "0");
    if (std::ranges::any_of(map_.cells, [](double value) { return std::isnan(value); }))
      add_box_key(out, {x, at.y + 18}, absent, map_.nothing);
  }

  /// Calls `visit` for at most five ticks, including the first and the last, far enough apart for their
  /// labels.
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
  double step_, width_, height_, max_;
  Point origin_;
};

}  // namespace

std::string to_svg(HeatMap const& map) { return HeatDrawing(map).str(); }

namespace {

constexpr double heat_border = 14, heat_font = AxisNames::font_size, cell_height = 24, panel_space = 18,
                 max_label = 280;

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

/// A diverging color scale of ratios around a midpoint.
class Diverging {
 public:
  explicit Diverging(HeatChart const& chart) : middle_(*chart.middle) {
    for (auto const& panel : chart.panels)
      for (double const value : panel.values)
        if (value > 0 && std::isfinite(value)) max_ = std::max(max_, std::abs(std::log(value / middle_)));
  }

  static constexpr int steps = 4;
  /// Returns the level of a value, from -steps (much worse) to steps (much better); in a row where neither
  /// direction is better, larger values are positive.
  int level(double value, Better better) const {
    double const distance = std::log(value / middle_) * (better == Better::smaller ? -1 : 1);
    if (std::abs(distance) < 1e-9 || max_ == 0) return 0;
    int const level = std::min(steps, 1 + static_cast<int>(std::abs(distance) / max_ * steps));
    return distance < 0 ? -level : level;
  }
  static std::string_view color(int level, Better better = Better::larger) {
    constexpr std::array<std::size_t, steps> worse{0, 1, 3, 4};
    constexpr std::array grays{grid_gray, absent, idle, idle};
    if (level == 0) return paper;
    auto const step = static_cast<std::size_t>(std::abs(level) - 1);
    if (better == Better::neither) return grays[step];
    return level > 0 ? count_shades[step] : shades[worse[step]];
  }
  static std::string_view ink_on_level(int level, Better better) {
    return better != Better::neither && std::abs(level) == steps ? on_dark : ink;
  }
  /// Returns the maximum factor between a value and the midpoint.
  double factor() const { return std::exp(max_); }

 private:
  double middle_, max_ = 0;
};

/// Adds the legend of a diverging color scale; returns its height.
double add_diverging_scale(Element& out, Point at, Diverging const& scale) {
  constexpr double side = 26, height = 12, font = 10;
  constexpr int boxes = 2 * Diverging::steps + 1;
  auto const far = format_value(scale.factor(), 3) + "×";
  double const left = at.x + text_width("worse by " + far, font) / 2;
  for (int box = 0; box < boxes; ++box)
    out.add(std::move(
        svg_rect({left + side * box, at.y + 2, side, height}, Diverging::color(box - Diverging::steps))
            .set("stroke", grid_gray)
            .set("stroke-width", 0.5)));
  auto const label = [&](double box, std::string const& text) {
    out.add(
        svg_text({left + side * box, at.y + 16 + height}, text, {.size = font, .anchor = Anchor::middle}));
  };
  label(0.5, "worse by " + far);
  label(boxes / 2.0, "equal");
  label(boxes - 0.5, "better by " + far);
  return 34;
}

std::string row_label(HeatPanel const& panel, std::size_t row) {
  if (row >= panel.better.size() || panel.better[row] == Better::neither) return panel.rows[row];
  return panel.rows[row] + (panel.better[row] == Better::larger ? " ↑" : " ↓");
}

/// Fills and labels the cells of a chart with a diverging color scale.
void draw_diverging(Element& out, HeatPanel const& panel, Diverging const& scale, auto const& box) {
  auto const count = panel.columns.size();
  std::vector<double> row_values(count);
  for (std::size_t row = 0; row < panel.rows.size(); ++row) {
    auto const better = row < panel.better.size() ? panel.better[row] : Better::larger;
    for (std::size_t column = 0; column < count; ++column)
      row_values[column] = panel.values[row * count + column];
    bool const small = std::ranges::any_of(row_values, [](double value) { return value < 0.1; });
    auto const decimals = small ? 3 : 2;
    for (std::size_t column = 0; column < count; ++column) {
      double const value = row_values[column];
      Box const cell = box(row, column, column + 1);
      bool const shows = value > 0 && std::isfinite(value);
      int const level = shows ? scale.level(value, better) : 0;
      out.add(std::move(svg_rect(cell, shows ? Diverging::color(level, better) : paper)
                            .set("stroke", paper)
                            .set("stroke-width", 1)));
      auto const text = shows ? format_fixed(value, decimals, 3) : "–";
      if (text_width(text, heat_font) + 2 > cell.width) continue;
      out.add(svg_text({cell.center().x, cell.center().y + 0.36 * heat_font}, text,
                       {heat_font, Diverging::ink_on_level(level, better), Anchor::middle}));
    }
  }
}

/// The columns of a panel: the left end of the first, their width, and their names.
struct Columns {
  double left, cell;
  AxisNames names;
};

/// Fits the columns to the right of the names of the rows, which end at `left`; farther to the right if a
/// slanted name would extend beyond the left end of the picture.
Columns fit_columns(std::vector<std::string> const& names, double left, double width) {
  double const right = width - heat_border, count = std::max(static_cast<double>(names.size()), 1.0);
  auto const slanting = AxisNames::fitting(names, (right - left) / count, width / 2);
  for (auto const& name : slanting.names()) {
    // center of the column: left + part * (right - left)
    double const part = (name.at + 0.5) / count;
    left = std::max(left, (slanting.left_of(name) + 2 - part * right) / (1 - part));
  }
  double const cell = (right - left) / count;
  return {left, cell, AxisNames::fitting(names, cell, width / 2)};
}

/// Draws the titles of a panel above its cells; returns the y below them.
double draw_titles(Element& out, HeatPanel const& panel, double width, double y) {
  if (!panel.title.empty()) {
    out.add(svg_text({heat_border, y + 12}, panel.title, {12, ink, Anchor::start, true}));
    y += 20;
  }
  if (!panel.y_title.empty()) {
    out.add(svg_text({heat_border, y + 10}, shorten_text(panel.y_title, heat_font, width / 2),
                     {heat_font, soft_ink}));
    y += 16;
  }
  return y;
}

/// Draws the cells of a panel in shades, with the values that fit.
void draw_shaded(Element& out, HeatPanel const& panel, HeatRange const& range, auto const& box) {
  auto const value = [&](std::size_t row, std::size_t column) {
    return panel.values[row * panel.columns.size() + column];
  };
  add_shaded_cells(
      out, panel.rows.size(), panel.columns.size(),
      [&](std::size_t row, std::size_t column) { return range.shade(value(row, column)); }, box);
  auto const decimals = common_decimals(panel.values, 3);
  for (std::size_t row = 0; row < panel.rows.size(); ++row)
    for (std::size_t column = 0; column < panel.columns.size(); ++column) {
      if (!range.shows(value(row, column))) continue;
      auto const text = format_fixed(value(row, column), decimals, 3);
      Box const cell = box(row, column, column + 1);
      if (text_width(text, heat_font) + 2 > cell.width) continue;
      out.add(svg_text({cell.center().x, cell.center().y + 0.36 * heat_font}, text,
                       {heat_font, ink_on(range.shade(value(row, column))), Anchor::middle}));
    }
}

/// Draws the names of the columns and the title below them; returns the y below the title.
double draw_columns(Element& out, HeatPanel const& panel, Columns const& columns, double width, double y) {
  y += 5;
  for (auto const& name : columns.names.names())
    columns.names.draw(out, name, {columns.left + columns.cell * (name.at + 0.5), y});
  y += columns.names.height() + 16;
  auto const middle = columns.left + columns.cell * static_cast<double>(panel.columns.size()) / 2;
  auto const title = shorten_text(panel.x_title, heat_font, width - 2 * heat_border);
  double const half = text_width(title, heat_font) / 2;
  out.add(svg_text(
      {std::clamp(middle, heat_border + half, std::max(heat_border + half, width - heat_border - half)), y},
      title, {heat_font, soft_ink, Anchor::middle}));
  return y;
}

/// Draws a panel below `top`; returns its lower end.
double draw_panel(Element& out, HeatPanel const& panel, HeatRange const& range, Diverging const* diverging,
                  double width, double top) {
  double const y = draw_titles(out, panel, width, top);
  std::vector<std::string> names;
  for (std::size_t row = 0; row < panel.rows.size(); ++row)
    names.push_back(with_times_signs(row_label(panel, row)));
  auto const columns =
      fit_columns(panel.columns, heat_border + std::min(text_width(names, heat_font), max_label) + 8, width);
  auto const box = [&](std::size_t row, std::size_t begin, std::size_t end) {
    return Box{columns.left + columns.cell * static_cast<double>(begin),
               y + cell_height * static_cast<double>(row), columns.cell * static_cast<double>(end - begin),
               cell_height};
  };
  if (diverging != nullptr)
    draw_diverging(out, panel, *diverging, box);
  else
    draw_shaded(out, panel, range, box);
  for (std::size_t row = 0; row < names.size(); ++row)
    out.add(svg_text({columns.left - 6, box(row, 0, 1).center().y + 0.36 * heat_font},
                     shorten_text(names[row], heat_font, max_label), {heat_font, ink, Anchor::end}));
  return draw_columns(out, panel, columns, width, y + cell_height * static_cast<double>(names.size())) +
         panel_space;
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
  if (chart.text.drawn) {
    add_text(with_times_signs(chart.text.title), {16, ink, Anchor::start, true});
    add_text(with_times_signs(chart.text.subtitle), {12, soft_ink});
  }
  HeatRange const range(chart);
  y += 6;
  auto const diverging = chart.middle ? std::make_optional<Diverging>(chart) : std::nullopt;
  for (auto const& panel : chart.panels)
    y = draw_panel(body, panel, range, diverging ? &*diverging : nullptr, width, y);
  if (diverging && !range.empty()) {
    add_text(with_times_signs(chart.value_title), {heat_font, ink});
    y += add_diverging_scale(body, {heat_border, y}, *diverging);
    add_text("↑ larger is better, ↓ smaller is better; gray: neither.", {heat_font, soft_ink});
  } else if (!range.empty()) {
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
  if (chart.text.drawn) add_text(chart.text.source, {10, soft_ink});
  auto document = svg_document(width, y + heat_border, chart.text.title);
  document.add(std::move(body));
  return document.str();
}

}  // namespace weft::chart
