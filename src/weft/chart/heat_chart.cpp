#include "weft/chart/heat_chart.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "weft/chart/palette.hpp"
#include "weft/chart/shading.hpp"
#include "weft/chart/text.hpp"

namespace weft::chart {
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
