#include "weft/study/collective_presentation.hpp"

#include <algorithm>

#include "weft/study/outcome_cells.hpp"
#include "weft/verb/collective/time_chart.hpp"

namespace weft {
namespace {

std::vector<Column> columns() {
  return {{"operation"},
          {"machine"},
          {"terminals"},
          {"bytes"},
          {"algorithm"},
          {"engine"},
          {"blocks"},
          {"time", "seconds"},
          {"least_time", "seconds", "lower bound by latency and bandwidth"},
          {"ratio", "", "time / least_time", 2}};
}

/// The rows of a run for messages of that size, as rows of the tables here.
std::vector<std::vector<Value>> rows_of(StudyOutcome const& outcome, double bytes) {
  auto const& table = outcome.result.table("collective");
  std::vector<std::vector<Value>> rows;
  for (std::size_t r = 0; r < table.rows.size(); ++r)
    if (table.at(r, "bytes").number() == bytes)
      rows.push_back({outcome.run.label("operation"), outcome.run.label("machine"),
                      outcome.run.label("terminals"), table.at(r, "bytes"), table.at(r, "algorithm"),
                      table.at(r, "engine"), table.at(r, "blocks"), table.at(r, "time"),
                      table.at(r, "least_time"), table.at(r, "ratio")});
  return rows;
}

Picture picture_of(std::vector<StudyOutcome> const& outcomes, std::string const& operation,
                   std::string const& terminals, std::string const& study) {
  chart::ChartGrid grid;
  grid.text = {operation + " among " + terminals + " terminals",
               "time over the size of a message; dashed: the lower bound", "weft run studies/" + study};
  grid.size = {1000, 800};
  std::vector<std::string> names;  // an algorithm has the same colour in all panels
  for (auto const& outcome : outcomes) {
    if (outcome.run.label("operation") != operation || outcome.run.label("terminals") != terminals) continue;
    auto chart = verb::time_lines(outcome.result.table("collective"));
    chart.text.title = outcome.run.label("machine");
    for (auto& series : chart.series) {
      auto name = std::ranges::find(names, series.name);
      if (name == names.end()) name = names.insert(names.end(), series.name);
      series.color = static_cast<std::size_t>(name - names.begin());
    }
    grid.charts.emplace_back(std::move(chart));
  }
  return {operation, chart::to_svg(grid)};
}

}  // namespace

Presentation present_collectives(Study const& study, Toml const& options,
                                 std::vector<StudyOutcome> const& outcomes) {
  options.allow_keys({"kind", "bytes", "panels"});
  Table fastest{"fastest", "The fastest algorithm", columns(), {}};
  Table all{"algorithms", "All algorithms", columns(), {}};
  auto const time = fastest.column("time"), engine = fastest.column("engine");
  for (auto const& outcome : outcomes) {
    if (outcome.result.find_table("collective") == nullptr) continue;
    for (auto const& size : options.at("bytes").as_list()) {
      auto const rows = rows_of(outcome, size.as_number());
      if (rows.empty()) continue;
      // What runs in rounds has another model: terminals of one router do not share their channels with it.
      fastest.add_row(*std::ranges::min_element(rows, {}, [&](auto const& row) {
        return std::pair(row[engine] != Value{"schedule"}, row[time].number());
      }));
      for (auto const& row : rows) all.add_row(row);
    }
  }
  Presentation presentation;
  presentation.tables = {std::move(fastest), std::move(all)};
  if (auto const* panels = options.find("panels"))
    for (auto const& operation : label_values(outcomes, "operation"))
      presentation.pictures.push_back(picture_of(outcomes, operation, panels->as_argument(), study.name));
  return presentation;
}

}  // namespace weft
