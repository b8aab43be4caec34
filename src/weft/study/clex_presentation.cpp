#include "weft/study/clex_presentation.hpp"

#include <algorithm>

#include "weft/study/clex_figures.hpp"
#include "weft/study/outcome_cells.hpp"

namespace weft {
namespace {

using Outcomes = std::vector<StudyOutcome>;

study::Estimate estimate(Spread const& cell) {
  return cell.count == 0 ? study::Estimate{} : study::Estimate{cell.average(), cell.min, cell.max};
}

/// The readings of CLEX, without the torus runs that stand beside them.
std::vector<std::string> clex_readings(Outcomes const& outcomes) {
  auto readings = label_values(outcomes, "reading");
  std::erase(readings, "torus");
  return readings;
}

study::ClexLevel& level_of(study::ClexReading& reading, int level) {
  for (auto& it : reading.levels)
    if (it.level == level) return it;
  reading.levels.emplace_back().level = level;
  return reading.levels.back();
}

void put(study::ClexReading& reading, int level, std::string const& metric, study::Estimate const& value) {
  auto& it = level_of(reading, level);
  if (metric == "avg_rounds") it.avg_rounds = value;
  if (metric == "avg_hops") it.avg_hops = value;
  if (metric == "max_avg_load") it.max_avg_load = value;
}

}  // namespace

Presentation present_clex_tables(Study const& study, Toml const& options, Outcomes const& outcomes) {
  options.allow_keys({"kind", "published"});
  auto const published =
      read_published(study, options, "published", {"table", "level", "metric", "published"});
  auto const readings = clex_readings(outcomes);
  Presentation presentation;
  std::vector<study::ClexTable> figure;
  for (auto const& paper_table : label_values(outcomes, "table")) {
    Table table{"table_" + paper_table,
                "Table " + paper_table + " of the paper",
                {{"level"}, {"metric"}, {"published"}},
                {}};
    auto& drawn = figure.emplace_back(study::ClexTable{"Table " + paper_table, {{"published", {}}}});
    for (auto const& reading : readings) {
      for (char const* part : {"", " min", " max"}) table.columns.push_back({reading + part});
      drawn.readings.push_back({reading, {}});
    }
    for (auto const& row : published) {
      if (row.at("table") != paper_table) continue;
      auto const level = read_integer("level", row.at("level"));
      auto const& metric = row.at("metric");
      std::vector<Value> cells{level, metric, row.number("published")};
      put(drawn.readings[0], static_cast<int>(level), metric, row.number("published"));
      for (std::size_t i = 0; i < readings.size(); ++i) {
        auto const cell = cell_spread(outcomes, paper_table, readings[i], "levels", level, metric);
        put(drawn.readings[i + 1], static_cast<int>(level), metric, estimate(cell));
        for (auto const& value : {cell.mean(), cell.least(), cell.greatest()}) cells.push_back(value);
      }
      table.add_row(std::move(cells));
    }
    presentation.tables.push_back(std::move(table));
  }
  presentation.pictures.push_back({"levels", study::clex_levels_figure(figure, "weft run " + study.name)});
  return presentation;
}

Presentation present_clex_phases(Study const& study, Toml const& options, Outcomes const& outcomes) {
  options.allow_keys({"kind", "published"});
  std::vector<PublishedRow> published;
  if (options.find("published"))
    published = read_published(study, options, "published", {"table", "phase", "left_mean", "left_max"});
  Table table{"figure_3",
              "Figure 3 of the paper: messages left in a clique after each phase of A(1)",
              {{"table"},
               {"reading"},
               {"phase"},
               {"left_mean", "messages", "", 5},
               {"left_max", "messages"},
               {"ended", "instances", "mean over the seeds"}},
              {}};
  std::vector<study::ClexPhasePanel> figure;
  for (auto const& paper_table : label_values(outcomes, "table")) {
    auto& panel = figure.emplace_back(study::ClexPhasePanel{"Table " + paper_table, {}});
    for (auto const& reading : clex_readings(outcomes)) {
      study::ClexPhaseCurve curve{reading, {}};
      for (std::int64_t phase = 1;; ++phase) {
        auto const of = [&](char const* column) {
          return cell_spread(outcomes, paper_table, reading, "phases", phase, column);
        };
        auto const left = of("left_mean");
        if (left.count == 0) break;
        table.add_row(
            {paper_table, reading, phase, left.mean(), of("left_max").greatest(), of("ended").mean()});
        curve.phases.push_back({static_cast<int>(phase), left.average(), of("left_max").max});
      }
      panel.curves.push_back(std::move(curve));
    }
    study::ClexPhaseCurve reference{"reference", {}};
    for (auto const& row : published)
      if (row.at("table") == paper_table) {
        table.add_row({paper_table, "reference", read_integer("phase", row.at("phase")),
                       row.number("left_mean"), row.number("left_max"), Value{}});
        reference.phases.push_back(
            {static_cast<int>(row.number("phase")), row.number("left_mean"), row.number("left_max")});
      }
    if (!reference.phases.empty()) panel.curves.push_back(std::move(reference));
  }
  Presentation presentation;
  presentation.pictures.push_back({"figure_3", study::clex_phases_figure(figure, "weft run " + study.name)});
  presentation.tables.push_back(std::move(table));
  return presentation;
}

}  // namespace weft
