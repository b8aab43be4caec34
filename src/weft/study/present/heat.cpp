#include "weft/study/present/heat.hpp"

#include <algorithm>
#include <cmath>

#include "weft/chart/heat_chart.hpp"
#include "weft/core/error.hpp"
#include "weft/study/expression_node.hpp"
#include "weft/study/present/figure.hpp"

namespace weft::study {
namespace {

std::vector<std::string> texts_of(std::vector<Cluster> const& clusters) {
  std::vector<std::string> texts;
  for (auto const& cluster : clusters) texts.push_back(cluster.key[0].short_text());
  return texts;
}

/// Cells by two categories; `y` is the second, `cell` the value.
class Heat final : public Figure {
 public:
  Heat(Toml const& options, Source source)
      : Figure(options, std::move(source)), cell_(read_expression(options.at("cell"))) {
    if (auto const* const title = options.find("cell_title")) cell_title_ = title->as_text();
    if (auto const* const log = options.find("log")) log_ = log->as_bool();
  }

 private:
  std::string draw(chart::ChartText const& text, Frame const& frame,
                   std::vector<Cluster> const& panels) const override {
    frame.require_names(cell_);
    chart::HeatChart heat{text, cell_title_.empty() ? cell_.text() : cell_title_, {}};
    heat.panel_width = size_.width;
    heat.log = log_;
    for (auto const& panel : panels)
      for (auto const& spec : charts_) heat.panels.push_back(panel_of(spec, frame, panel));
    return to_svg(heat);
  }
  chart::HeatPanel panel_of(ChartSpec const& spec, Frame const& frame, Cluster const& panel) const {
    auto const columns = clusters_of(frame, panel.rows, {spec.x.of}),
               rows = clusters_of(frame, panel.rows, {spec.y.of});
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

PresentationKind heat_kind() {
  auto figure = Figure::figure_keys();
  std::erase_if(figure, [](KeyDoc const& key) {
    return std::string_view(key.name) == "series" || std::string_view(key.name) == "black" ||
           std::string_view(key.name) == "charts" || std::string_view(key.name).starts_with("shared");
  });
  return {"heat",
          "a cell per pair of categories `x` and `y`, the darker the larger its value",
          {Source::keys(),
           {{"kind", "`heat`"},
            {"x", "the category of a column: an expression, or a table with `of` and `title`"},
            {"y", "the category of a row, likewise"},
            {"cell", "the value of a cell; may use functions over its rows"},
            {"cell_title", "what the value is"},
            {"log", "true: shades by the logarithm of the value"}},
           figure},
          [](Toml const& options, std::filesystem::path const& directory,
             std::vector<std::string> const& earlier) -> std::shared_ptr<Presentation const> {
            return std::make_shared<Heat>(options, Source::read(options, directory, earlier));
          }};
}

}  // namespace weft::study
