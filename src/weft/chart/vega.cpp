// SPDX-License-Identifier: Apache-2.0
#include "weft/chart/vega.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include <fmt/format.h>

#include "weft/chart/theme.hpp"

namespace weft::chart {
namespace {

using vega::Json;
using vega::View;

constexpr double plot_height = 300, vega_panel_gap = 90, min_panel_width = 180;

View view_of(Chart const& chart, vega::ViewName const& name) {
  return std::visit([&](auto const& each) { return vega::view_of(each, name); }, chart);
}

/// Sets the axes of all charts to the common range of their data.
void share_axis(std::vector<Chart>& charts, Axis Panel::*axis, DataRange Panel::*data, Fit Panel::*fit,
                auto axis_of) {
  DataRange all;
  for (auto const& chart : charts) std::visit([&](auto const& each) { all.merge(panel(each).*data); }, chart);
  if (all.empty()) return;
  for (auto& chart : charts)
    std::visit(
        [&](auto& each) {
          auto const drawn = panel(each);
          Scale const scale{drawn.*axis, all, drawn.*fit};
          Axis& limited = axis_of(each);
          limited.min = scale.low();
          limited.max = scale.high();
        },
        chart);
}

/// Returns the views of a grid; if all have the same series, the others use the legend of the first.
std::vector<View> views_of(ChartGrid grid) {
  if (grid.shared_y)
    share_axis(grid.charts, &Panel::y, &Panel::y_data, &Panel::y_fit,
               [](auto& chart) -> Axis& { return chart.y; });
  std::vector<View> views;
  for (std::size_t i = 0; i < grid.charts.size(); ++i)
    views.push_back(view_of(grid.charts[i], {fmt::format("_{}", i)}));
  bool const alike = std::ranges::all_of(views, [&](View const& view) {
    return view.names == views.front().names && view.colors == views.front().colors &&
           view.panel.legend.empty() == views.front().panel.legend.empty();
  });
  for (std::size_t i = 1; alike && i < grid.charts.size(); ++i)
    views[i] = view_of(grid.charts[i], {views[i].suffix, views.front().suffix});
  return views;
}

Json title_json(std::string const& title, std::string const& subtitle) {
  auto out = Json::object({{"text", title}, {"anchor", "start"}});
  if (!subtitle.empty()) out.add("subtitle", subtitle);
  return out;
}

void add_view(Json& to, View const& view) {
  to.add("data", Json::object({{"values", Json::array(view.rows)}}));
  to.add("layer", Json::array(view.layers));
}

Json head_of(ChartText const& text) {
  auto out = Json::object(
      {{"$schema", "https://vega.github.io/schema/vega-lite/v6.json"}, {"description", text.title}});
  out.add("title", title_json(text.title, text.subtitle));
  return out;
}

/// Adds notes, source and the style of the chart's SVG; returns the JSON text.
std::string with_foot(Json& out, std::vector<std::string> notes, ChartText const& text) {
  auto const axis = Json::object({{"gridColor", grid_gray},
                                  {"domainColor", axis_gray},
                                  {"tickColor", axis_gray},
                                  {"labelColor", ink},
                                  {"titleColor", ink},
                                  {"titleFontWeight", "normal"},
                                  {"labelFlush", false}});
  out.add("config", Json::object({{"font", "sans-serif"},
                                  {"background", "#ffffff"},
                                  {"view", Json::object({{"stroke", Json()}})},
                                  {"axis", axis}}));
  if (!text.source.empty()) notes.push_back(text.source);
  out.add("usermeta", Json::object({{"notes", Json::array_of(notes)}}));
  return out.text() + "\n";
}

}  // namespace

std::string vega_lite(Chart const& chart) {
  auto const view = view_of(chart, {});
  auto const& text = std::visit([](auto const& it) -> ChartText const& { return it.text; }, chart);
  auto out = head_of(text);
  out.add("width", "container").add("height", plot_height);
  add_view(out, view);
  return with_foot(out, view.notes, text);
}

std::string vega_lite(ChartGrid const& grid) {
  auto const columns = std::clamp<std::size_t>(grid.columns, 1, std::max<std::size_t>(grid.charts.size(), 1));
  auto const width =
      std::max(min_panel_width, grid.size.width / static_cast<double>(columns) - vega_panel_gap);
  auto const views = views_of(grid);
  std::vector<Json> panels;
  std::vector<std::string> notes;
  for (auto const& view : views) {
    auto panel = Json::object({{"width", width}, {"height", plot_height * 0.7}});
    constexpr int room_of_labels = 14;
    panel.add("title", title_json(view.panel.title, "").add("offset", room_of_labels));
    add_view(panel, view);
    panels.push_back(std::move(panel));
    for (auto const& note : view.notes)
      if (std::ranges::find(notes, note) == notes.end()) notes.push_back(note);
  }
  auto out = head_of(grid.text);
  out.add("columns", columns).add("concat", Json::array(panels));
  auto const independent =
      Json::object({{"color", "independent"}, {"shape", "independent"}, {"strokeDash", "independent"}});
  out.add("resolve", Json::object({{"scale", independent}, {"legend", independent}}));
  return with_foot(out, notes, grid.text);
}

std::string vega_lite(Figure const& figure) {
  if (auto const* const chart = std::get_if<Chart>(&figure.picture)) return vega_lite(*chart);
  if (auto const* const grid = std::get_if<ChartGrid>(&figure.picture)) return vega_lite(*grid);
  return {};
}

}  // namespace weft::chart

namespace weft::chart::vega {
namespace {

/// Formats the end of an axis with 9 digits: the last digits of powers depend on the C library.
Json end_of_axis(double value) { return Json::verbatim(fmt::format("{:.9g}", value)); }

Json channel(std::string_view field, Axis const& axis, DataRange const& data, Fit fit) {
  Scale const fitted{axis, data, fit};
  auto scale = Json::object({{"type", axis.type == ScaleType::log ? "log" : "linear"}, {"nice", false}});
  if (axis.type == ScaleType::linear) scale.add("zero", false);
  if (!data.empty())
    scale.add("domain", Json::array({end_of_axis(fitted.low()), end_of_axis(fitted.high())}));
  auto const title = axis.unit.empty() ? axis.title : axis.title + " (" + axis.unit + ")";
  return Json::object({{"field", field}, {"type", "quantitative"}, {"title", title}, {"scale", scale}});
}

Json conditional(std::string const& param, bool empty, double then, double otherwise) {
  auto condition = Json::object({{"param", param}});
  if (!empty) condition.add("empty", false);
  condition.add("value", then);
  return Json::object({{"condition", condition}, {"value", otherwise}});
}

Json param(std::string const& name, Json const& select) {
  return Json::object({{"name", name}, {"select", select}});
}

/// Returns whether a name to the right of `x` would leave the plot.
bool is_far_right(Panel const& panel, double x) {
  constexpr double far = 0.7;
  return !panel.x_data.empty() && Scale(panel.x, panel.x_data, panel.x_fit).fraction(x) > far;
}

}  // namespace

std::vector<std::string> different_names(std::vector<std::string> const& names) {
  std::map<std::string, int> seen;
  std::vector<std::string> out;
  for (std::size_t i = 0; i < names.size(); ++i) {
    auto name = names[i].empty() ? fmt::format("series {}", i + 1) : names[i];
    if (int const count = ++seen[name]; count > 1) name += fmt::format(" ({})", count);
    out.push_back(std::move(name));
  }
  return out;
}

std::string key_of(std::size_t series) { return fmt::format("s{}", series); }

Json placed(double value, Axis const& axis) {
  return axis.type == ScaleType::log && !(value > 0) ? Json() : Json(value);
}

Json x_channel(View const& view, std::string_view field) {
  return channel(field, view.panel.x, view.panel.x_data, view.panel.x_fit);
}

Json y_channel(View const& view, std::string_view field) {
  return channel(field, view.panel.y, view.panel.y_data, view.panel.y_fit);
}

Json series_channel(View const& view, std::vector<Json> const& range) {
  auto const scale = Json::object({{"domain", Json::array_of(view.names)}, {"range", Json::array(range)}});
  bool const has_legend = !view.panel.legend.empty() && view.follows.empty();
  auto const legend =
      has_legend ? Json::object({{"orient", "top"}, {"offset", 14}, {"labelLimit", 0}, {"symbolOpacity", 1}})
                 : Json();
  return Json::object(
      {{"field", "series"}, {"type", "nominal"}, {"title", Json()}, {"scale", scale}, {"legend", legend}});
}

Json color_channel(View const& view) {
  return series_channel(view, {view.colors.begin(), view.colors.end()});
}

Json chosen_opacity(View const& view, double shown) {
  return conditional("chosen" + (view.follows.empty() ? view.suffix : view.follows), true, shown, 0.07);
}

Json hover_opacity(View const& view, double shown) {
  return conditional("hover" + view.suffix, false, shown, 0);
}

Json chosen_param(View const& view) {
  auto const select =
      Json::object({{"type", "point"}, {"fields", Json::array({"series"})}, {"toggle", "true"}});
  return param("chosen" + view.suffix, select).add("bind", "legend");
}

Json zoom_param(View const& view, std::vector<Json> const& axes) {
  auto const select = Json::object({{"type", "interval"},
                                    {"encodings", Json::array(axes)},
                                    {"zoom", "wheel![event.ctrlKey || event.metaKey]"}});
  return param("zoom" + view.suffix, select).add("bind", "scales");
}

Json hover_param(View const& view, std::vector<Json> const& fields) {
  return param("hover" + view.suffix, Json::object({{"type", "point"},
                                                    {"fields", Json::array(fields)},
                                                    {"nearest", true},
                                                    {"on", "pointerover"},
                                                    {"clear", "pointerout"}}));
}

Json tooltip_line(std::string_view field, std::string_view title, bool number) {
  auto line =
      Json::object({{"field", field}, {"type", number ? "quantitative" : "nominal"}, {"title", title}});
  if (number) line.add("format", ",.6~g");
  return line;
}

void add_tooltip_of_series(View const& view, std::vector<Json>& lines) {
  for (std::size_t i = 0; i < view.names.size(); ++i) lines.push_back(tooltip_line(key_of(i), view.names[i]));
}

Json mark_of(std::string_view type) { return Json::object({{"type", type}, {"clip", true}}); }

Json layer(std::string_view name, Json const& mark, Json const& encoding) {
  return Json::object({{"name", name}, {"mark", mark}, {"encoding", encoding}});
}

Json filter(std::string const& condition) { return Json::array({Json::object({{"filter", condition}})}); }

Json across_series(std::string_view by) {
  return Json::array({Json::object({{"filter", "isValid(datum.y)"}}),
                      Json::object({{"pivot", "key"}, {"value", "y"}, {"groupby", Json::array({by})}})});
}

std::string is_one_of(std::vector<std::size_t> const& series) {
  std::vector<Json> keys;
  for (auto const place : series) keys.emplace_back(key_of(place));
  return fmt::format("indexof({}, datum.key) >= 0", Json::array(keys).text());
}

void add_references(View& view, std::vector<ReferenceLine> const& references) {
  std::vector<Json> const dashes{Json::array({6, 3}), Json::array({2, 2}), Json::array({10, 3, 2, 3}),
                                 Json::array({1, 4})};
  for (std::size_t i = 0; i < references.size(); ++i) {
    auto const& line = references[i];
    if (!std::isfinite(line.value)) continue;
    auto const name = fmt::format("reference_{}{}", i, view.suffix);
    auto const row = Json::object({{"name", line.name}, {"value", line.value}});
    auto const data = Json::object({{"values", Json::array({row})}});
    auto const* across = line.vertical ? "x" : "y";
    auto const at = line.vertical ? x_channel(view, "value") : y_channel(view, "value");
    auto rule = mark_of("rule");
    rule.add("color", reference_gray).add("strokeWidth", 1.5).add("strokeDash", dashes[i % dashes.size()]);
    view.layers.push_back(
        layer(name, rule,
              Json::object({{across, at}, {"tooltip", Json::array({tooltip_line("value", line.name)})}}))
            .add("data", data));
    if (line.name.empty()) continue;
    auto text = mark_of("text");
    bool const leftward = line.vertical && is_far_right(view.panel, line.value);
    text.add("align", leftward ? "right" : "left").add("baseline", "bottom").add("color", soft_ink);
    text.add("dx", leftward ? -4 : 4).add("dy", line.vertical ? 12 : -3);
    auto const words = Json::object({{across, at},
                                     {line.vertical ? "y" : "x", Json::object({{"value", 0}})},
                                     {"text", Json::object({{"field", "name"}})}});
    view.layers.push_back(layer(name + "_name", text, words).add("data", data));
  }
}

}  // namespace weft::chart::vega
