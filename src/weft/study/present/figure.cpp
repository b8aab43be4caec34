// SPDX-License-Identifier: Apache-2.0
#include "weft/study/present/figure.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "weft/chart/theme.hpp"
#include "weft/core/error.hpp"
#include "weft/study/expression.hpp"

namespace weft::study {
namespace {

constexpr std::size_t black_color = 6;  // its index in the palette

AxisSpec read_axis(Toml const& option) {
  if (!option.is_table()) {
    auto const of = read_expression(option);
    return {of, of.text(), of.text(), {}, false, {}, {}};
  }
  reject_unknown_keys(option, {Figure::axis_keys()});
  auto const of = read_expression(option.at("of"));
  AxisSpec axis{of, of.text(), text_at(option, "title"), text_at(option, "unit"), flag_at(option, "log"),
                {}, {}};
  if (axis.title.empty()) axis.title = of.text();
  axis.min = find_expression(option, "min");
  axis.max = find_expression(option, "max");
  return axis;
}

ValueSpec read_value(Toml const& option) {
  reject_unknown_keys(option, {Figure::value_keys()});
  auto const of = read_expression(option.at("of"));
  return {of,
          text_at(option, "name"),
          find_expression(option, "low"),
          find_expression(option, "high"),
          flag_at(option, "dashed"),
          flag_at(option, "black"),
          flag_at(option, "line", true)};
}

ReferenceSpec read_reference(Toml const& option) {
  reject_unknown_keys(option, {Figure::reference_keys()});
  return {option.at("name").as_text(), option.at("at").as_number(), flag_at(option, "vertical"),
          text_at(option, "panel")};
}

std::string text_of(std::vector<Value> const& key) {
  std::string text;
  for (auto const& value : key) text += (text.empty() ? "" : ", ") + value.short_text();
  return text;
}

}  // namespace

std::string source_line(Study const& study) { return fmt::format("weft run studies/{}", study.name); }

chart::Axis AxisSpec::axis(Frame const& frame, Group const& panel) const {
  chart::Axis axis{title, unit, log ? chart::ScaleType::log : chart::ScaleType::linear};
  auto const end = [&](std::optional<Expression> const& of, std::optional<double>& to) {
    if (!of) return;
    if (auto const value = of->over(frame, panel); value.is_number()) to = value.number();
  };
  end(min, axis.min);
  end(max, axis.max);
  return axis;
}

std::vector<KeyDoc> Figure::figure_keys() {
  return {
      {"name", "text!", "name of the output file"},
      {"title", "text!", "the title"},
      {"subtitle", "text", "a line of text below the title"},
      {"panel", "expression|expression[]", "an expression or a list of expressions: a panel for each value"},
      {"series", "expression|expression[]",
       "an expression or a list of expressions; each value is a line or a set of bars, with the same "
       "color in all panels"},
      {"black", "text[]", "values of `series` that are drawn in black, such as published values"},
      {"ordered", "boolean",
       "true: the values of `series` are ordered and get colors from light to dark; default: true if "
       "they are numbers"},
      {"charts", "chart[]",
       "several charts per panel, each a table with the keys of a chart; default: one chart, whose keys "
       "are in the presentation itself"},
      {"grid", "integer", "number of charts in a row; default: the number of `charts`, else 2"},
      {"size", "size", "width and height of one chart in pixels"},
      {"shared_x", "boolean", "true: all panels have the same x axis"},
      {"shared_y", "boolean", "true: all panels have the same y axis"}};
}

std::vector<KeyDoc> Figure::chart_keys() {
  return {
      {"x", "expression|axis", "the horizontal axis: an expression, or a table with the keys of an axis"},
      {"y", "expression|axis", "the vertical axis, in the same form"},
      {"values", "value[]", "several values per point, each a table with the keys of a value; default: `y`"},
      {"references", "reference[]", "lines across the chart, each a table with the keys of a reference"}};
}

std::vector<KeyDoc> Figure::chart_entry_keys() {
  auto keys = chart_keys();
  keys.push_back({"title", "text", "title"});
  return keys;
}

std::vector<KeyDoc> Figure::axis_keys() {
  return {{"of", "expression!", "the expression; `y` may use functions over the rows of one point"},
          {"title", "text", "quantity"},
          {"unit", "text", "unit"},
          {"log", "boolean", "true: a logarithmic scale"},
          {"min", "expression", "minimum of the axis; may use functions over the rows of the panel"},
          {"max", "expression", "maximum of the axis; may use functions over the rows of the panel"}};
}

std::vector<KeyDoc> Figure::value_keys() {
  return {{"of", "expression!", "the expression"},
          {"name", "text", "name in the legend"},
          {"low", "expression", "the lower end of the error bar"},
          {"high", "expression", "the upper end of the error bar"},
          {"dashed", "boolean", "true: a dashed line"},
          {"line", "boolean", "false: points only"},
          {"black", "boolean", "true: drawn in black"}};
}

std::vector<KeyDoc> Figure::reference_keys() {
  return {{"name", "text!", "name in the legend"},
          {"at", "number!", "the value"},
          {"vertical", "boolean", "true: a vertical line; `at` is a value of x"},
          {"panel", "text", "the panel in which the line is drawn; default: all panels"}};
}

ChartSpec Figure::read_chart(Toml const& options, Toml const& figure) {
  ChartSpec spec{text_at(options, "title"), read_axis(options.at("x")), read_axis(options.at("y")), {}, {}};
  if (&options == &figure) spec.title.clear();
  if (auto const* const values = options.find("values"))
    for (auto const& value : values->as_list()) spec.values.push_back(read_value(value));
  if (spec.values.empty()) spec.values.push_back({spec.y.of, {}, {}, {}});
  if (auto const* const references = options.find("references"))
    for (auto const& reference : references->as_list()) spec.references.push_back(read_reference(reference));
  return spec;
}

Figure::Figure(Toml const& options, Source source)
    : Presentation(options.at("name").as_text(), std::move(source)), title_(options.at("title").as_text()) {
  subtitle_ = text_at(options, "subtitle");
  panel_ = find_expressions(options, "panel");
  series_ = find_expressions(options, "series");
  if (auto const* const black = options.find("black"))
    for (auto const& name : black->as_list()) black_series_.push_back(name.as_text());
  ordered_ = flag_at(options, "ordered");
  shared_x_ = flag_at(options, "shared_x");
  shared_y_ = flag_at(options, "shared_y");
  if (auto const* const charts = options.find("charts")) {
    auto const keys = chart_entry_keys();
    for (auto const& chart : charts->as_list()) {
      reject_unknown_keys(chart, {keys});
      charts_.push_back(read_chart(chart, options));
    }
  } else {
    charts_.push_back(read_chart(options, options));
  }
  columns_ = charts_.size() > 1 ? charts_.size() : 2;
  if (auto const* const grid = options.find("grid")) columns_ = static_cast<std::size_t>(grid->as_integer());
  size_ = {columns_ > 2 ? 340.0 : 460.0, 300.0};
  if (auto const* const size = options.find("size")) {
    if (size->as_list().size() != 2) throw size->error("a size must have two numbers");
    size_ = {size->as_list()[0].as_number(), size->as_list()[1].as_number()};
  }
}

void Figure::require_names(Frame const& frame) const {
  for (auto const& expression : panel_) frame.require_names(expression);
  for (auto const& expression : series_) frame.require_names(expression);
  auto const require = [&](std::optional<Expression> const& expression) {
    if (expression) frame.require_names(*expression);
  };
  for (auto const& spec : charts_) {
    for (auto const* axis : {&spec.x, &spec.y}) {
      frame.require_names(axis->of);
      require(axis->min);
      require(axis->max);
    }
    for (auto const& value : spec.values) {
      frame.require_names(value.of);
      require(value.low);
      require(value.high);
    }
  }
}

void Figure::show(Study const& study, PresentationInput& input, Shown& shown) const {
  auto const frame = rows(input, shown);
  if (frame.size() == 0) throw InputError("no rows match", "", "check `from` and `where`");
  require_names(frame);
  if (input.names_only) return;
  chart::ChartText const text{title_, subtitle_, source_line(study)};
  shown.figures.push_back(
      {name(), title_, subtitle_, "", draw(text, frame, make_clusters(frame, frame.all(), panel_))});
}

std::vector<Value> Figure::series_values(Frame const& frame) const {
  std::vector<Value> values;
  for (auto const& cluster : make_clusters(frame, frame.all(), series_))
    values.emplace_back(text_of(cluster.key));
  return values;
}

bool Figure::are_numbers(Frame const& frame) const {
  if (series_.size() != 1 || charts_.front().values.size() != 1) return false;
  return std::ranges::all_of(make_clusters(frame, frame.all(), series_),
                             [](Cluster const& cluster) { return cluster.key.front().is_number(); });
}

std::vector<Figure::SeriesRows> Figure::series_of(ChartSpec const& spec, Frame const& frame,
                                                  Group const& panel) const {
  auto const known = series_values(frame);
  bool const ordered = known.size() > 2 && (ordered_ || are_numbers(frame));
  std::vector<SeriesRows> all;
  for (auto const& cluster : make_clusters(frame, panel, series_)) {
    auto const key = text_of(cluster.key);
    auto const place = static_cast<std::size_t>(std::ranges::find(known, Value{key}) - known.begin());
    for (std::size_t i = 0; i < spec.values.size(); ++i) {
      auto const& value = spec.values[i];
      auto name = key;
      if (!value.name.empty()) name += (name.empty() ? "" : ", ") + value.name;
      if (name.empty()) name = spec.y.title;
      bool const black = value.black || std::ranges::find(black_series_, key) != black_series_.end();
      auto const color = series_.empty() ? i : place;
      bool const is_shared = value.black && !key.empty() && !value.name.empty();
      all.push_back({name, is_shared ? value.name : "", &value,
                     black                 ? black_color
                     : ordered             ? chart::ramp_color(place, known.size())
                     : color < black_color ? color
                                           : color + 1,
                     place, cluster.rows});
    }
  }
  std::ranges::stable_sort(all, {}, &SeriesRows::order);
  return all;
}

std::vector<chart::ReferenceLine> Figure::references_of(ChartSpec const& spec,
                                                        std::string const& panel) const {
  std::vector<chart::ReferenceLine> lines;
  for (auto const& reference : spec.references)
    if (reference.panel.empty() || reference.panel == panel)
      lines.push_back({reference.name, reference.at, reference.vertical});
  return lines;
}

std::string Figure::title_of(ChartSpec const& spec, Cluster const& panel) const {
  auto title = text_of(panel.key);
  if (!spec.title.empty()) title += (title.empty() ? "" : ": ") + spec.title;
  return title;
}

void Figure::finish(chart::ChartGrid& grid) const {
  grid.columns = std::min(columns_, std::max<std::size_t>(grid.charts.size(), 1));
  grid.shared_x = shared_x_;
  grid.shared_y = shared_y_;
  auto const rows = (grid.charts.size() + grid.columns - 1) / grid.columns;
  constexpr double words = 120;
  grid.size = {size_.width * static_cast<double>(grid.columns) + 30,
               size_.height * static_cast<double>(rows) + words};
}

}  // namespace weft::study
