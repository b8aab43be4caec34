// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "weft/chart/axis_names.hpp"
#include "weft/chart/theme.hpp"
#include "weft/chart/vega.hpp"

namespace weft::chart::vega {
namespace {

constexpr std::size_t max_markers = 60, max_bars_with_labels = 24;

template <class Items>
View view_with(Panel panel, Items const& items, std::vector<ReferenceLine> const& references,
               ViewName const& view_name) {
  View view{std::move(panel), {}, {}, view_name.suffix};
  view.follows = view_name.follows;
  add_references(view.panel, references);
  for (std::size_t i = 0; i < items.size(); ++i) {
    view.names.push_back(items[i].name);
    view.colors.emplace_back(palette_color(items[i].color.value_or(i)));
  }
  view.panel.legend.clear();
  if (std::ranges::any_of(view.names, [](auto const& name) { return !name.empty(); }))
    for (auto const& name : view.names) view.panel.legend.push_back({name, {}});
  view.names = different_names(view.names);
  return view;
}

/// Adds notes on data that the axes cannot show.
void add_notes(View& view) {
  auto const note = [&](Axis const& axis, DataRange const& data, std::string_view name) {
    if (data.infinities() > 0)
      view.notes.push_back(
          fmt::format("Infinite values on the {} axis: {}, not shown.", name, data.infinities()));
    if (axis.type == ScaleType::log && (data.negatives() > 0 || data.has_zero()))
      view.notes.push_back(
          fmt::format("Values of zero and below are not shown on the logarithmic {} axis.", name));
  };
  note(view.panel.x, view.panel.x_data, "horizontal");
  note(view.panel.y, view.panel.y_data, "vertical");
}

Json row_of(View const& view, std::size_t series) {
  return Json::object({{"key", key_of(series)}, {"series", view.names[series]}});
}

void add_range(Json& row, Axis const& axis, double low, double high) {
  if (!std::isfinite(low) || !std::isfinite(high)) return;
  row.add("low", placed(low, axis)).add("high", placed(high, axis));
}

/// Returns the indices of the series that satisfy the predicate.
template <class Items, class Has>
std::vector<std::size_t> places(Items const& items, Has const& has) {
  std::vector<std::size_t> out;
  for (std::size_t i = 0; i < items.size(); ++i)
    if (has(items[i])) out.push_back(i);
  return out;
}

bool has_range(Series const& series) { return !series.low.empty() && !series.high.empty(); }
std::size_t size_of(Series const& series) { return std::min(series.x.size(), series.y.size()); }

void add_ranges(View& view, LineChart const& chart) {
  auto const with = [&](RangeStyle style) {
    return places(chart.series, [&](auto const& it) { return has_range(it) && it.range == style; });
  };
  auto const encoding = [&](double shown) {
    return Json::object({{"x", x_channel(view)},
                         {"y", y_channel(view, "low")},
                         {"y2", Json::object({{"field", "high"}})},
                         {"color", color_channel(view)},
                         {"opacity", chosen_opacity(view, shown)}});
  };
  auto const valid = [](std::vector<std::size_t> const& series) {
    return filter(is_one_of(series) + " && isValid(datum.low) && isValid(datum.high)");
  };
  if (auto const bands = with(RangeStyle::band); !bands.empty())
    view.layers.push_back(
        layer("bands" + view.suffix, mark_of("area"), encoding(0.18)).add("transform", valid(bands)));
  auto const bars = with(RangeStyle::error_bars);
  if (bars.empty()) return;
  auto const whisker = mark_of("rule").add("strokeWidth", 1.2);
  view.layers.push_back(
      layer("error_bars" + view.suffix, whisker, encoding(1)).add("transform", valid(bars)));
  auto const cap = mark_of("tick").add("orient", "horizontal").add("size", 7).add("thickness", 1.2);
  for (auto const* end : {"low", "high"}) {
    auto const at = Json::object({{"x", x_channel(view)},
                                  {"y", y_channel(view, end)},
                                  {"color", color_channel(view)},
                                  {"opacity", chosen_opacity(view)}});
    view.layers.push_back(
        layer(fmt::format("ends_{}{}", end, view.suffix), cap, at).add("transform", valid(bars)));
  }
}

void add_lines(View& view, LineChart const& chart) {
  auto const lines = places(chart.series, [](auto const& it) { return it.line; });
  if (lines.empty()) return;
  std::vector<Json> dashes;
  for (auto const& series : chart.series)
    dashes.push_back(series.dashed ? Json::array({6, 3}) : Json::array({1, 0}));
  auto encoding = Json::object({{"x", x_channel(view)},
                                {"y", y_channel(view)},
                                {"color", color_channel(view)},
                                {"opacity", chosen_opacity(view)}});
  if (std::ranges::any_of(chart.series, &Series::dashed))
    encoding.add("strokeDash", series_channel(view, dashes));
  auto const mark = mark_of("line").add("strokeWidth", 2).add("invalid", "break-paths-show-path-domains");
  view.layers.push_back(
      layer("lines" + view.suffix, mark, encoding).add("transform", filter(is_one_of(lines))));
}

void add_points(View& view, LineChart const& chart) {
  constexpr std::array<char const*, 5> shapes{"circle", "square", "triangle-up", "diamond", "cross"};
  std::size_t maximum = 0;
  for (auto const& series : chart.series) maximum = std::max(maximum, size_of(series));
  std::vector<Json> signs;
  std::vector<std::size_t> shown;
  for (std::size_t i = 0; i < chart.series.size(); ++i) {
    auto const& series = chart.series[i];
    signs.emplace_back(shapes[series.color.value_or(i) % shapes.size()]);
    if (series.markers && (!series.line || size_of(series) <= max_markers)) shown.push_back(i);
  }
  if (shown.empty()) return;
  auto const encoding = Json::object({{"x", x_channel(view)},
                                      {"y", y_channel(view)},
                                      {"color", color_channel(view)},
                                      {"shape", series_channel(view, signs)},
                                      {"opacity", chosen_opacity(view)}});
  auto const mark = mark_of("point").add("filled", true).add("size", maximum > max_markers ? 12 : 45);
  view.layers.push_back(
      layer("points" + view.suffix, mark, encoding)
          .add("transform", filter(is_one_of(shown) + " && isValid(datum.x) && isValid(datum.y)")));
}

/// Adds the legend selection to the first layer with the legend: clicks in a legend reach only the parameters
/// of that layer.
void add_choice(View& view, std::size_t first_layer) {
  if (first_layer < view.layers.size() && view.follows.empty())
    view.layers[first_layer].add("params", Json::array({chosen_param(view)}));
}

/// Adds the vertical line at the pointer, with a tooltip for all series.
void add_hover(View& view) {
  std::vector<Json> lines{tooltip_line("x", view.panel.x.title.empty() ? "x" : view.panel.x.title)};
  add_tooltip_of_series(view, lines);
  auto const encoding = Json::object(
      {{"x", x_channel(view)}, {"opacity", hover_opacity(view, 0.35)}, {"tooltip", Json::array(lines)}});
  view.layers.push_back(layer("hover" + view.suffix, mark_of("rule").add("color", axis_gray), encoding)
                            .add("transform", across_series("x"))
                            .add("params", Json::array({hover_param(view, {"x"})})));
}

/// Adds an invisible layer with the parameter that pans and zooms the axes of the view.
void add_zoom(View& view) {
  auto const encoding = Json::object({{"x", x_channel(view)}, {"y", y_channel(view)}});
  view.layers.push_back(
      layer("zoom_layer" + view.suffix, mark_of("point").add("opacity", 0).add("size", 0), encoding)
          .add("params", Json::array({zoom_param(view, {"x", "y"})})));
}

}  // namespace

View view_of(LineChart const& chart, ViewName const& view_name) {
  auto view = view_with(panel(chart), chart.series, chart.references, view_name);
  for (std::size_t s = 0; s < chart.series.size(); ++s) {
    auto const& series = chart.series[s];
    for (std::size_t i = 0; i < size_of(series); ++i) {
      auto row = row_of(view, s);
      row.add("x", placed(series.x[i], chart.x)).add("y", placed(series.y[i], chart.y));
      if (has_range(series)) add_range(row, chart.y, item_at(series.low, i), item_at(series.high, i));
      view.rows.push_back(std::move(row));
    }
  }
  add_notes(view);
  add_zoom(view);
  vega::add_references(view, chart.references);
  auto const first = view.layers.size();
  add_ranges(view, chart);
  add_lines(view, chart);
  add_points(view, chart);
  add_choice(view, first);
  add_hover(view);
  return view;
}

namespace {

Json category_channel(std::string const& title, std::vector<std::string> const& categories) {
  constexpr std::size_t max_letters_side_by_side = 80;
  std::size_t longest = 0;
  for (auto const& name : categories) longest = std::max(longest, name.size());
  int const angle = longest * categories.size() > max_letters_side_by_side ? -AxisNames::slant : 0;
  return Json::object(
      {{"field", "category"},
       {"type", "nominal"},
       {"title", title},
       {"scale", Json::object({{"domain", Json::array_of(categories)}, {"paddingInner", 0.2}})},
       {"axis",
        Json::object(
            {{"labelLimit", AxisNames::max_slanted_length}, {"grid", false}, {"labelAngle", angle}})}});
}

/// Returns distinct names of the categories; a single category may be unnamed.
std::vector<std::string> category_names(BarChart const& chart) {
  bool const is_unnamed = chart.categories.size() == 1 && chart.categories.front().empty();
  return is_unnamed ? chart.categories : different_names(chart.categories);
}

void add_bar_rows(View& view, BarChart const& chart, std::vector<std::string> const& categories) {
  std::vector<double> values;
  for (auto const& bars : chart.series) values.insert(values.end(), bars.values.begin(), bars.values.end());
  auto const decimals = common_decimals(values, chart.label_digits);
  for (std::size_t s = 0; s < chart.series.size(); ++s) {
    auto const& bars = chart.series[s];
    for (std::size_t i = 0; i < categories.size(); ++i) {
      auto row = row_of(view, s);
      double const value = item_at(bars.values, i);
      row.add("category", categories[i]).add("y", placed(value, chart.y));
      if (chart.value_labels && std::isfinite(value))
        row.add("label", format_fixed(value, decimals, chart.label_digits));
      add_range(row, chart.y, item_at(bars.low, i), item_at(bars.high, i));
      view.rows.push_back(std::move(row));
    }
  }
}

void add_bars(View& view, BarChart const& chart, Json const& category) {
  auto const offset =
      Json::object({{"field", "series"}, {"scale", Json::object({{"domain", Json::array_of(view.names)}})}});
  auto const place = [&](char const* field) {
    auto encoding =
        Json::object({{"x", category}, {"y", y_channel(view, field)}, {"opacity", chosen_opacity(view)}});
    if (view.names.size() > 1) encoding.add("xOffset", offset);
    return encoding;
  };
  auto const base =
      chart.bars_from.value_or(Scale{view.panel.y, view.panel.y_data, view.panel.y_fit}.baseline());
  auto const bars = place("y").add("y2", Json::object({{"datum", base}})).add("color", color_channel(view));
  auto const first = view.layers.size();
  view.layers.push_back(
      layer("bars" + view.suffix, mark_of("bar"), bars).add("transform", filter("isValid(datum.y)")));
  add_choice(view, first);
  if (std::ranges::any_of(chart.series, [](auto const& it) { return !it.low.empty(); }))
    view.layers.push_back(layer("error_bars" + view.suffix, mark_of("rule"),
                                place("low").add("y2", Json::object({{"field", "high"}})))
                              .add("transform", filter("isValid(datum.low) && isValid(datum.high)")));
  if (!chart.value_labels || view.rows.size() > max_bars_with_labels) return;
  auto const text = Json::object({{"field", "label"}, {"type", "nominal"}});
  view.layers.push_back(layer("labels" + view.suffix, Json::object({{"type", "text"}, {"dy", -8}}),
                              place("y").add("text", text))
                            .add("transform", filter("isValid(datum.y)")));
}

}  // namespace

View view_of(BarChart const& chart, ViewName const& view_name) {
  auto view = view_with(panel(chart), chart.series, chart.references, view_name);
  auto const categories = category_names(chart);
  add_bar_rows(view, chart, categories);
  add_notes(view);
  auto const category = category_channel(chart.category_title, categories);
  add_bars(view, chart, category);
  vega::add_references(view, chart.references);
  std::vector<Json> lines{tooltip_line("category", chart.category_title, false)};
  add_tooltip_of_series(view, lines);
  auto const encoding =
      Json::object({{"x", category}, {"opacity", hover_opacity(view, 0.1)}, {"tooltip", Json::array(lines)}});
  view.layers.push_back(layer("hover" + view.suffix, mark_of("rect").add("color", axis_gray), encoding)
                            .add("transform", across_series("category"))
                            .add("params", Json::array({hover_param(view, {"category"})})));
  return view;
}

View view_of(HistogramChart const& chart, ViewName const& view_name) {
  auto view = view_with(panel(chart), chart.distributions, chart.references, view_name);
  auto const curves = curves_of(chart);
  for (std::size_t s = 0; s < curves.size(); ++s) {
    for (std::size_t i = 0; i < curves[s].x.size(); ++i)
      view.rows.push_back(row_of(view, s)
                              .add("x", placed(curves[s].x[i], view.panel.x))
                              .add("y", placed(curves[s].y[i], view.panel.y)));
  }
  add_zoom(view);
  auto const first = view.layers.size();
  auto const encoding = [&](double shown) {
    return Json::object({{"x", x_channel(view)},
                         {"y", y_channel(view)},
                         {"color", color_channel(view)},
                         {"opacity", chosen_opacity(view, shown)}});
  };
  if (chart.kind == HistogramKind::density && view.panel.y.type == ScaleType::linear)
    view.layers.push_back(layer("areas" + view.suffix, mark_of("area"),
                                encoding(0.15).add("y2", Json::object({{"datum", 0}}))));
  view.layers.push_back(layer("lines" + view.suffix, mark_of("line").add("strokeWidth", 2), encoding(1)));
  add_choice(view, first);
  vega::add_references(view, chart.references);
  auto const lines = Json::array({tooltip_line("series", "", false),
                                  tooltip_line("x", view.panel.x.title.empty() ? "x" : view.panel.x.title),
                                  tooltip_line("y", view.panel.y.title)});
  auto const hover = Json::object({{"x", x_channel(view)},
                                   {"y", y_channel(view)},
                                   {"color", color_channel(view)},
                                   {"opacity", hover_opacity(view, 1)},
                                   {"tooltip", lines}});
  view.layers.push_back(
      layer("hover" + view.suffix, mark_of("point").add("filled", true).add("size", 45), hover)
          .add("transform", filter("isValid(datum.x) && isValid(datum.y)"))
          .add("params", Json::array({hover_param(view, {"x", "key"})})));
  return view;
}

}  // namespace weft::chart::vega
