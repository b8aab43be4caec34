#include "weft/study/present/curves.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "weft/study/present/figure.hpp"

namespace weft::study {
namespace {

constexpr double unknown = std::numeric_limits<double>::quiet_NaN();

class Curves final : public Figure {
 public:
  using Figure::Figure;

 private:
  std::string draw(chart::ChartText const& text, Frame const& frame,
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
    auto points = clusters_of(frame, rows.rows, {spec.x.of});
    std::erase_if(points, [](Cluster const& point) { return !point.key[0].is_number(); });
    std::ranges::stable_sort(points, {}, [](Cluster const& point) { return point.key[0].number(); });
    chart::Series line{rows.name, {}, {}};
    line.color = rows.color;
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

}  // namespace

PresentationKind curves_kind() {
  return {"curves",
          "lines over a number",
          {Source::keys(), {{"kind", "`curves`"}}, Figure::figure_keys(), Figure::chart_keys()},
          [](Toml const& options, std::filesystem::path const& directory,
             std::vector<std::string> const& earlier) -> std::shared_ptr<Presentation const> {
            return std::make_shared<Curves>(options, Source::read(options, directory, earlier));
          }};
}

}  // namespace weft::study
