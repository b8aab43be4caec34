#include "weft/study/present/bars.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "weft/study/expression_node.hpp"
#include "weft/study/present/figure.hpp"

namespace weft::study {
namespace {

constexpr double no_bar = std::numeric_limits<double>::quiet_NaN();

class Bars final : public Figure {
 public:
  Bars(Toml const& options, Source source) : Figure(options, std::move(source)) {
    if (auto const* const from = options.find("bars_from")) bars_from_ = from->as_number();
    if (auto const* const labels = options.find("value_labels")) value_labels_ = labels->as_bool();
  }

 private:
  std::string draw(chart::ChartText const& text, Frame const& frame,
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
    auto const categories = clusters_of(frame, panel.rows, {spec.x.of});
    for (auto const& category : categories) chart.categories.push_back(category.key[0].short_text());
    for (auto const& rows : series_of(spec, frame, panel.rows))
      chart.series.push_back(bars_of(spec, frame, rows, categories));
    chart.references = references_of(spec, panel.key.empty() ? "" : panel.key.front().exact_text());
    chart.bars_from = bars_from_;
    chart.value_labels = value_labels_;
    chart.label_digits = 3;
    return chart;
  }
  static chart::BarSeries bars_of(ChartSpec const& spec, Frame const& frame, SeriesRows const& rows,
                                  std::vector<Cluster> const& categories) {
    chart::BarSeries bars{rows.name, {}};
    bars.color = rows.color;
    auto const points = clusters_of(frame, rows.rows, {spec.x.of});
    for (auto const& category : categories) {
      auto const point = std::ranges::find_if(
          points, [&](Cluster const& it) { return equal_values(it.key[0], category.key[0]); });
      auto const number = [&](std::optional<Expression> const& of) {
        return !of || point == points.end() ? no_bar : of->over(frame, point->rows).number();
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

}  // namespace

PresentationKind bars_kind() {
  return {"bars",
          "a bar per category and series; `x` is the category",
          {Source::keys(),
           {{"kind", "`bars`"},
            {"bars_from", "where the bars begin, e.g. 1 for ratios; default: zero"},
            {"value_labels", "false: no numbers above the bars"}},
           Figure::figure_keys(),
           Figure::chart_keys()},
          [](Toml const& options, std::filesystem::path const& directory,
             std::vector<std::string> const& earlier) -> std::shared_ptr<Presentation const> {
            return std::make_shared<Bars>(options, Source::read(options, directory, earlier));
          }};
}

}  // namespace weft::study
