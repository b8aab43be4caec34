// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "weft/chart/frame.hpp"
#include "weft/chart/svg.hpp"
#include "weft/chart/theme.hpp"

namespace weft::chart {
namespace {

constexpr double bar_label_size = 10, bar_label_line = 12, bar_label_room = 5;

enum class LabelStyle { none, flat, upright };

/// The width of bars and the style of their value labels, on a plot of a given width.
struct BarLayout {
  double pitch = 0;  ///< distance from one bar to the next
  double label_length = 0;
  std::optional<int> decimals = {};  ///< of all values
  LabelStyle labels = LabelStyle::none;

  BarLayout(BarChart const& chart, double width) {
    auto const categories = static_cast<double>(std::max<std::size_t>(chart.categories.size(), 1));
    auto const series = static_cast<double>(std::max<std::size_t>(chart.series.size(), 1));
    pitch = std::min(0.8 * width / categories / series, 56.0);
    std::vector<double> values;
    for (BarSeries const& bars : chart.series)
      for (std::size_t i = 0; i < chart.categories.size(); ++i)
        if (!std::isnan(item_at(bars.values, i))) values.push_back(bars.values[i]);
    decimals = common_decimals(values, chart.label_digits);
    for (double const value : values)
      label_length = std::max(label_length, text_width(label(value, chart), bar_label_size));
    if (!chart.value_labels) return;
    if (label_length + 2 <= pitch)
      labels = LabelStyle::flat;
    else if (pitch >= bar_label_line - 1)
      labels = LabelStyle::upright;
  }

  std::string label(double value, BarChart const& chart) const {
    return format_fixed(value, decimals, chart.label_digits);
  }

  double headroom() const {
    if (labels == LabelStyle::none) return 0;
    return 2 * bar_label_room + (labels == LabelStyle::flat ? bar_label_line : label_length);
  }
};

struct Bar {
  double x = 0, width = 0;  ///< in pixels, left edge
  double value = 0, low = 0, high = 0;
  double base = 0;  ///< in pixels, where the bar begins
};

void draw_label(Element& out, PlotArea const& area, Bar const& bar, LabelStyle style,
                std::string const& text) {
  double top = std::min(area.held_y(bar.value), bar.base);
  if (std::isfinite(bar.high)) top = std::min(top, area.held_y(bar.high));
  double const x = bar.x + bar.width / 2, y = top - bar_label_room;
  if (style == LabelStyle::flat) {
    out.add(svg_text({x, y}, text, {bar_label_size, ink, Anchor::middle, false, 0, true}));
  } else if (style == LabelStyle::upright) {
    out.add(svg_text({x + 0.36 * bar_label_size, y}, text,
                     {bar_label_size, ink, Anchor::start, false, -90, true}));
  }
}

void draw_bar(Element& out, PlotArea const& area, Bar const& bar, std::string_view color) {
  double const end = std::isfinite(area.at_y(bar.value)) ? area.held_y(bar.value) : bar.base;
  double const gap = std::min(1.0, 0.1 * bar.width);
  out.add(
      svg_rect({bar.x + gap / 2, std::min(bar.base, end), bar.width - gap, std::abs(bar.base - end)}, color));
  draw_whisker(out, area, bar.x + bar.width / 2, bar.low, bar.high, std::min(4.0, 0.3 * bar.width), ink, 1.5);
}

/// Calls visit(series, category, bar) for each bar. The bars of a category are centered, regardless of their
/// number.
template <class Visit>
void for_each_bar(PlotArea const& area, BarChart const& chart, BarLayout const& layout, Visit visit) {
  double const base = area.held_y(chart.bars_from.value_or(area.y.baseline()));
  auto const has_bar = [](BarSeries const& bars, std::size_t i) {
    return std::isfinite(item_at(bars.values, i));
  };
  for (std::size_t i = 0; i < chart.categories.size(); ++i) {
    auto const count =
        std::ranges::count_if(chart.series, [&](BarSeries const& bars) { return has_bar(bars, i); });
    double left = area.at_x(static_cast<double>(i)) - static_cast<double>(count) / 2 * layout.pitch;
    for (std::size_t s = 0; s < chart.series.size(); ++s) {
      BarSeries const& bars = chart.series[s];
      if (!has_bar(bars, i)) continue;
      visit(s, i, Bar{left, layout.pitch, bars.values[i], item_at(bars.low, i), item_at(bars.high, i), base});
      left += layout.pitch;
    }
  }
}

void draw_bars(Element& out, PlotArea const& area, BarChart const& chart) {
  BarLayout const layout{chart, area.box.width};
  for_each_bar(area, chart, layout, [&](std::size_t s, std::size_t i, Bar const& bar) {
    BarSeries const& bars = chart.series[s];
    Element& group = out.add(Element{"g"});
    group.add(Element{"title"}.text(
        fmt::format("{}, {}: {}", bars.name, chart.categories[i], format_value(bar.value, 6))));
    draw_bar(group, area, bar, palette_color(bars.color.value_or(s)));
  });
  double const base = area.held_y(chart.bars_from.value_or(area.y.baseline()));
  out.add(svg_line({area.box.x, base}, {area.box.right(), base}, {axis_gray}));
}

void draw_labels(Element& out, PlotArea const& area, BarChart const& chart) {
  BarLayout const layout{chart, area.box.width};
  if (layout.labels == LabelStyle::none) return;
  for_each_bar(area, chart, layout, [&](std::size_t, std::size_t, Bar const& bar) {
    draw_label(out, area, bar, layout.labels, layout.label(bar.value, chart));
  });
}

}  // namespace

Panel panel(BarChart const& chart) {
  Panel out{.title = chart.text.title, .x = {.title = chart.category_title}, .y = chart.y};
  out.x.min = -0.5;
  out.x.max = static_cast<double>(chart.categories.size()) - 0.5;
  out.y_fit = Fit::bars;
  out.categories = chart.categories;
  for (std::size_t i = 0; i < chart.categories.size(); ++i) out.x_data.add(static_cast<double>(i));
  for (std::size_t place = 0; place < chart.series.size(); ++place) {
    BarSeries const& bars = chart.series[place];
    for (auto const* values : {&bars.values, &bars.low, &bars.high}) out.y_data.add(*values);
    std::string_view const color = palette_color(bars.color.value_or(place));
    auto const& name = bars.legend.empty() ? bars.name : bars.legend;
    if (!name.empty()) out.legend.push_back({name, {color, false, true}});
  }
  if (chart.bars_from) {
    out.y_fit = out.y.type == ScaleType::log ? Fit::ends : Fit::nice;
    out.y_data.add(*chart.bars_from);
    out.bars_from = chart.bars_from;
  }
  out.headroom = [&chart](double width) { return BarLayout{chart, width}.headroom(); };
  out.draw = [&chart](Element& into, PlotArea const& area) {
    draw_bars(into, area, chart);
    draw_references(into, area, chart.references);
    draw_labels(into, area, chart);
  };
  return out;
}

}  // namespace weft::chart
