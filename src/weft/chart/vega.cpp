#include "weft/chart/vega.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "weft/chart/theme.hpp"
#include "weft/chart/vega_parts.hpp"

namespace weft::chart {
namespace {

using vega::Json;
using vega::View;

constexpr double plot_height = 300, vega_panel_gap = 90, least_panel_width = 180;

View view_of(Chart const& chart, std::string const& suffix) {
  return std::visit([&](auto const& it) { return vega::view_of(it, suffix); }, chart);
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

/// Notes and source, and the look that the SVG of a chart has.
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
  auto const view = view_of(chart, "");
  auto const& text = std::visit([](auto const& it) -> ChartText const& { return it.text; }, chart);
  auto out = head_of(text);
  out.add("width", "container").add("height", plot_height);
  add_view(out, view);
  return with_foot(out, view.notes, text);
}

std::string vega_lite(ChartGrid const& grid) {
  auto const columns = std::clamp<std::size_t>(grid.columns, 1, std::max<std::size_t>(grid.charts.size(), 1));
  auto const width =
      std::max(least_panel_width, grid.size.width / static_cast<double>(columns) - vega_panel_gap);
  std::vector<View> views;
  DataRange x, y;
  for (std::size_t i = 0; i < grid.charts.size(); ++i) {
    views.push_back(view_of(grid.charts[i], fmt::format("_{}", i)));
    x.merge(views.back().panel.x_data);
    y.merge(views.back().panel.y_data);
  }
  std::vector<Json> panels;
  std::vector<std::string> notes;
  for (auto const& view : views) {
    auto panel = Json::object({{"width", width}, {"height", plot_height * 0.7}});
    panel.add("title", title_json(view.panel.title, ""));
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
