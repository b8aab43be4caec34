#include "weft/study/clex_figures.hpp"

#include <algorithm>
#include <cstddef>

#include <fmt/format.h>

namespace weft::study {

namespace {

constexpr std::size_t black = 6;

std::size_t color_of(std::string const& name, std::size_t place) {
  return name.starts_with("published") || name.starts_with("reference") ? black : place;
}

void add_estimate(BarSeries& to, Estimate const& from) {
  to.values.push_back(from.value);
  to.low.push_back(from.low);
  to.high.push_back(from.high);
}

LineChart phase_chart(ClexPhasePanel const& panel) {
  LineChart out{{panel.title}, {"phase"}, {"messages left in a clique", "", ScaleType::log}, {}};
  std::size_t place = 0;
  for (ClexPhaseCurve const& curve : panel.curves) {
    Series mean{.name = curve.name + ", mean", .x = {}, .y = {}, .color = color_of(curve.name, place)};
    Series most{.name = curve.name + ", maximum", .x = {}, .y = {}, .dashed = true, .color = mean.color};
    for (ClexPhase const& phase : curve.phases) {
      mean.x.push_back(phase.phase);
      mean.y.push_back(phase.mean_left);
      most.x.push_back(phase.phase);
      most.y.push_back(phase.max_left);
    }
    if (mean.color != black) ++place;
    out.series.push_back(std::move(mean));
    out.series.push_back(std::move(most));
  }
  return out;
}

using LevelMeasure = Estimate ClexLevel::*;

BarChart level_chart(ClexTable const& table, std::string const& title, LevelMeasure measure,
                     std::string unit) {
  BarChart out{{fmt::format("{}: {}", table.name, title)}, "level", {}, {"", std::move(unit)}, {}};
  int levels = 0;
  for (ClexReading const& reading : table.readings) {
    for (ClexLevel const& level : reading.levels) levels = std::max(levels, level.level);
  }
  for (int level = 1; level <= levels; ++level) out.categories.push_back(std::to_string(level));
  std::size_t place = 0;
  for (ClexReading const& reading : table.readings) {
    BarSeries bars{.name = reading.name, .values = {}, .color = color_of(reading.name, place)};
    for (int level = 1; level <= levels; ++level) {
      auto const it = std::ranges::find(reading.levels, level, &ClexLevel::level);
      add_estimate(bars, it == reading.levels.end() ? Estimate{} : (*it).*measure);
    }
    if (bars.color != black) ++place;
    out.series.push_back(std::move(bars));
  }
  out.label_digits = 3;
  return out;
}

BarChart torus_chart(ClexTorusPanel const& panel) {
  BarChart out{{panel.title}, "", panel.measures, {"gain of CLEX", "times", ScaleType::log}, {}};
  std::size_t place = 0;
  for (ClexTorusSeries const& series : panel.series) {
    BarSeries bars{.name = series.name, .values = {}, .color = color_of(series.name, place)};
    for (Estimate const& ratio : series.ratios) add_estimate(bars, ratio);
    if (bars.color != black) ++place;
    out.series.push_back(std::move(bars));
  }
  out.bars_from = 1;
  out.label_digits = 3;
  return out;
}

double rows_of(std::size_t panels, std::size_t columns) {
  std::size_t const rows = (panels + columns - 1) / columns;
  return static_cast<double>(rows);
}

}  // namespace

std::string clex_phases_figure(std::vector<ClexPhasePanel> const& panels, std::string const& source) {
  ChartGrid grid{{"Messages left after each phase of A(1)",
                  "What a clique has still to deliver: mean and maximum over all cliques", source},
                 {}};
  for (ClexPhasePanel const& panel : panels) grid.charts.emplace_back(phase_chart(panel));
  grid.columns = panels.size() > 1 ? 2 : 1;
  grid.shared_x = grid.shared_y = true;
  grid.size = {720, 120 + 270 * rows_of(panels.size(), grid.columns)};
  return to_svg(grid);
}

std::string clex_levels_figure(std::vector<ClexTable> const& tables, std::string const& source) {
  ChartGrid grid{
      {"CLEX level by level",
       "Per message: rounds and hops spent on each level. Load: messages per node in the fullest instance of "
       "the level. Whiskers: least and greatest over the seeds",
       source},
      {}};
  for (ClexTable const& table : tables) {
    grid.charts.emplace_back(level_chart(table, "rounds", &ClexLevel::avg_rounds, "rounds"));
    grid.charts.emplace_back(level_chart(table, "hops", &ClexLevel::avg_hops, "hops"));
    grid.charts.emplace_back(
        level_chart(table, "greatest load", &ClexLevel::max_avg_load, "messages per node"));
  }
  grid.columns = 3;
  grid.size = {720, 120 + 230 * rows_of(grid.charts.size(), grid.columns)};
  return to_svg(grid);
}

std::string clex_torus_figure(std::vector<ClexTorusPanel> const& panels, std::string const& source) {
  ChartGrid grid{
      {"What CLEX gains over a torus of as many nodes",
       "The same messages on both; bars above 1: CLEX is better, below: the torus. Throughput counts a torus "
       "link's bandwidth for each direction (full duplex) or for both together (shared)",
       source},
      {}};
  for (ClexTorusPanel const& panel : panels) grid.charts.emplace_back(torus_chart(panel));
  std::size_t measures = 0;
  for (ClexTorusPanel const& panel : panels) measures = std::max(measures, panel.measures.size());
  grid.columns = panels.size() > 1 && measures <= 4 ? 2 : 1;
  grid.shared_y = true;
  grid.size = {720, 120 + 280 * rows_of(panels.size(), grid.columns)};
  return to_svg(grid);
}

std::string delay_figure(std::vector<Distribution> const& delays, std::string const& unit,
                         std::string const& source) {
  HistogramChart density{{"Density"}, {"delay / mean delay"}, {}, delays};
  density.by_mean = true;
  density.references = {{"2 × mean", 2, true}, {"2.5 × mean", 2.5, true}};
  HistogramChart tail = density;
  tail.text.title = "Share of messages that take longer";
  tail.kind = HistogramKind::complementary;
  tail.y = {"share of messages > x", "", ScaleType::log};
  ChartGrid grid{{"How the delay of messages spreads",
                  fmt::format("Delay of each message in {}, divided by the mean of its run", unit), source},
                 {std::move(density), std::move(tail)}};
  grid.shared_x = true;
  grid.size = {720, 400};
  return to_svg(grid);
}

}  // namespace weft::study
