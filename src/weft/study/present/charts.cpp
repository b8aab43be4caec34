// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "weft/chart/heat_chart.hpp"
#include "weft/core/error.hpp"
#include "weft/study/expression.hpp"
#include "weft/study/present/figure.hpp"

namespace weft::study {
namespace {

constexpr double unknown = std::numeric_limits<double>::quiet_NaN();

class Curves final : public Figure {
 public:
  using Figure::Figure;

 private:
  chart::Picture draw(chart::ChartText const& text, Frame const& frame,
                      std::vector<Cluster> const& panels) const override {
    return draw_grid(text, panels, [&](ChartSpec const& spec, Cluster const& panel) {
      return chart_of(spec, frame, panel);
    });
  }
  chart::LineChart chart_of(ChartSpec const& spec, Frame const& frame, Cluster const& panel) const {
    auto const title = title_of(spec, panel);
    chart::LineChart chart{{title}, spec.x.axis(frame, panel.rows), spec.y.axis(frame, panel.rows), {}};
    for (auto const& rows : series_of(spec, frame, panel.rows)) {
      auto line = line_of(spec, frame, rows);
      if (!line.x.empty()) chart.series.push_back(std::move(line));
    }
    chart.references = references_of(spec, panel.key.empty() ? "" : panel.key.front().exact_text());
    return chart;
  }
  static chart::Series line_of(ChartSpec const& spec, Frame const& frame, SeriesRows const& rows) {
    auto points = make_clusters(frame, rows.rows, {spec.x.of});
    std::erase_if(points, [](Cluster const& point) { return !point.key[0].is_number(); });
    std::ranges::stable_sort(points, {}, [](Cluster const& point) { return point.key[0].number(); });
    chart::Series line{rows.name, {}, {}};
    line.color = rows.color;
    line.legend = rows.legend;
    line.dashed = rows.value->dashed;
    line.line = rows.value->line;
    bool known = false;
    for (auto const& point : points) {
      auto const number = [&](Expression const& of) { return of.over(frame, point.rows).number(); };
      line.x.push_back(point.key[0].number());
      line.y.push_back(number(rows.value->of));
      known |= std::isfinite(line.y.back());
      if (!rows.value->low && !rows.value->high) continue;
      line.low.push_back(rows.value->low ? number(*rows.value->low) : unknown);
      line.high.push_back(rows.value->high ? number(*rows.value->high) : unknown);
    }
    if (!known) line.x.clear();
    return line;
  }
};

class Bars final : public Figure {
 public:
  Bars(Toml const& options, Source source) : Figure(options, std::move(source)) {
    if (auto const* const from = options.find("bars_from")) bars_from_ = from->as_number();
    value_labels_ = flag_at(options, "value_labels", true);
  }

 private:
  chart::Picture draw(chart::ChartText const& text, Frame const& frame,
                      std::vector<Cluster> const& panels) const override {
    return draw_grid(text, panels, [&](ChartSpec const& spec, Cluster const& panel) {
      return chart_of(spec, frame, panel);
    });
  }
  chart::BarChart chart_of(ChartSpec const& spec, Frame const& frame, Cluster const& panel) const {
    chart::BarChart chart;
    chart.text.title = title_of(spec, panel);
    chart.category_title = spec.x.title == spec.x.of.text() ? "" : spec.x.title;
    chart.y = spec.y.axis(frame, panel.rows);
    auto const categories = categories_of(spec, frame, panel);
    for (auto const& category : categories) chart.categories.push_back(category.key[0].short_text());
    for (auto const& rows : series_of(spec, frame, panel.rows))
      chart.series.push_back(bars_of(spec, frame, rows, categories));
    chart.references = references_of(spec, panel.key.empty() ? "" : panel.key.front().exact_text());
    chart.bars_from = bars_from_;
    chart.value_labels = value_labels_;
    chart.label_digits = 3;
    return chart;
  }
  /// Returns the categories of a panel, in the order of their first occurrence in any panel.
  static std::vector<Cluster> categories_of(ChartSpec const& spec, Frame const& frame, Cluster const& panel) {
    auto const all = make_clusters(frame, frame.all(), {spec.x.of});
    auto categories = make_clusters(frame, panel.rows, {spec.x.of});
    std::ranges::stable_sort(categories, {}, [&](Cluster const& category) {
      return std::ranges::find_if(
                 all, [&](Cluster const& each) { return equal_values(each.key[0], category.key[0]); }) -
             all.begin();
    });
    return categories;
  }
  static chart::BarSeries bars_of(ChartSpec const& spec, Frame const& frame, SeriesRows const& rows,
                                  std::vector<Cluster> const& categories) {
    chart::BarSeries bars{rows.name, {}};
    bars.color = rows.color;
    bars.legend = rows.legend;
    auto const points = make_clusters(frame, rows.rows, {spec.x.of});
    for (auto const& category : categories) {
      auto const point = std::ranges::find_if(
          points, [&](Cluster const& candidate) { return equal_values(candidate.key[0], category.key[0]); });
      auto const number = [&](std::optional<Expression> const& of) {
        return !of || point == points.end() ? unknown : of->over(frame, point->rows).number();
      };
      bars.values.push_back(number(rows.value->of));
      bars.low.push_back(number(rows.value->low));
      bars.high.push_back(number(rows.value->high));
    }
    return bars;
  }

  std::optional<double> bars_from_;
  bool value_labels_ = true;
};

std::vector<std::string> texts_of(std::vector<Cluster> const& clusters) {
  std::vector<std::string> texts;
  for (auto const& cluster : clusters) texts.push_back(cluster.key[0].short_text());
  return texts;
}

/// A heat map over two categories; `y` is the second category, `cell` the value.
class Heat final : public Figure {
 public:
  Heat(Toml const& options, Source source)
      : Figure(options, std::move(source)), cell_(read_expression(options.at("cell"))) {
    cell_title_ = text_at(options, "cell_title");
    log_ = flag_at(options, "log");
  }

 private:
  void require_names(Frame const& frame) const override {
    Figure::require_names(frame);
    frame.require_names(cell_);
  }
  chart::Picture draw(chart::ChartText const& text, Frame const& frame,
                      std::vector<Cluster> const& panels) const override {
    chart::HeatChart heat{text, cell_title_.empty() ? cell_.text() : cell_title_, {}};
    heat.panel_width = size_.width;
    heat.log = log_;
    for (auto const& panel : panels)
      for (auto const& spec : charts_) heat.panels.push_back(panel_of(spec, frame, panel));
    return heat;
  }
  chart::HeatPanel panel_of(ChartSpec const& spec, Frame const& frame, Cluster const& panel) const {
    auto const columns = make_clusters(frame, panel.rows, {spec.x.of}),
               rows = make_clusters(frame, panel.rows, {spec.y.of});
    chart::HeatPanel heat{title_of(spec, panel), spec.x.title,   spec.y.title,
                          texts_of(columns),     texts_of(rows), {}};
    for (auto const& row : rows)
      for (auto const& column : columns) {
        Group cell;
        std::ranges::set_intersection(row.rows, column.rows, std::back_inserter(cell));
        heat.values.push_back(cell_.over(frame, cell).number());
      }
    return heat;
  }

  Expression cell_;
  std::string cell_title_;
  bool log_ = false;
};

}  // namespace

PresentationKind curves_kind() {
  return {"curves",
          "lines over a numeric axis",
          {Source::keys(), {{"kind", "text!", "`curves`"}}, Figure::figure_keys(), Figure::chart_keys()},
          read_presentation<Curves>};
}

PresentationKind bars_kind() {
  return {"bars",
          "a bar per category and series; `x` is the category",
          {Source::keys(),
           {{"kind", "text!", "`bars`"},
            {"bars_from", "number", "base value of the bars, e.g. 1 for ratios; default: zero"},
            {"value_labels", "boolean", "false: omits the numbers above the bars"}},
           Figure::figure_keys(),
           Figure::chart_keys()},
          read_presentation<Bars>};
}

PresentationKind heat_kind() {
  auto figure = Figure::figure_keys();
  std::erase_if(figure, [](KeyDoc const& key) {
    return std::string_view(key.name) == "series" || std::string_view(key.name) == "black" ||
           std::string_view(key.name) == "ordered" || std::string_view(key.name) == "charts" ||
           std::string_view(key.name).starts_with("shared");
  });
  return {"heat",
          "a cell per pair of categories `x` and `y`; darker cells have larger values",
          {Source::keys(),
           {{"kind", "text!", "`heat`"},
            {"x", "expression|axis!",
             "the category of a column: an expression, or a table with `of` and `title`"},
            {"y", "expression|axis!", "the category of a row, in the same form"},
            {"cell", "expression!", "the value of a cell; may use functions over its rows"},
            {"cell_title", "text", "the quantity of a cell"},
            {"log", "boolean", "true: shades by the logarithm of the value"}},
           figure},
          read_presentation<Heat>};
}

}  // namespace weft::study
