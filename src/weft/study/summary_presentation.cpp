#include "weft/study/summary_presentation.hpp"

#include <algorithm>
#include <stdexcept>

#include "weft/chart/chart.hpp"
#include "weft/core/error.hpp"

namespace weft {
namespace {

/// `table.column` or `table[first cell].column`.
struct CellName {
  std::string table, row, column;

  static CellName parse(Toml const& text) {
    auto const& whole = text.as_text();
    auto const dot = whole.rfind('.');
    if (dot == std::string::npos) throw text.error("column '" + whole + "'", "must be table.column");
    CellName name{whole.substr(0, dot), {}, whole.substr(dot + 1)};
    if (auto const open = name.table.find('['); open != std::string::npos) {
      name.row = name.table.substr(open + 1, name.table.size() - open - 2);
      name.table.resize(open);
    }
    return name;
  }

  /// Nothing if the run has no such cell.
  Value of(Result const& result) const {
    auto const* const found = result.find_table(table);
    if (!found) return {};
    for (std::size_t r = 0; r < found->rows.size(); ++r)
      if (row.empty() || found->rows[r].front().exact_text() == row) try {
          return found->at(r, column);
        } catch (std::out_of_range const&) { return {}; }
    return {};
  }
};

std::vector<std::string> label_names(std::vector<StudyOutcome> const& outcomes) {
  std::vector<std::string> names;
  for (auto const& [run, result] : outcomes)
    for (auto const& [name, value] : run.labels)
      if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  return names;
}

}  // namespace

Presentation present_summary(Study const& study, Toml const& options,
                             std::vector<StudyOutcome> const& outcomes) {
  options.allow_keys({"kind", "name", "title", "columns", "chart"});
  Table table{options.at("name").as_text(), options.at("title").as_text(), {}, {}};
  auto const names = label_names(outcomes);
  for (auto const& name : names) table.columns.push_back({name});
  std::vector<CellName> cells;
  for (auto const& text : options.at("columns").as_list()) {
    cells.push_back(CellName::parse(text));
    table.columns.push_back({text.as_text()});
  }
  for (auto const& [run, result] : outcomes) {
    std::vector<Value> row;
    for (auto const& name : names) row.emplace_back(run.label(name));
    for (auto const& cell : cells) row.push_back(cell.of(result));
    table.add_row(std::move(row));
  }
  Presentation presentation;
  if (auto const* chart = options.find("chart"); chart && chart->as_bool() && !cells.empty()) {
    chart::BarChart bars;
    bars.text = {table.title, "", "weft run " + study.name};
    bars.y.title = options.at("columns").as_list().front().as_text();
    auto& series = bars.series.emplace_back();
    series.name = bars.y.title;
    for (auto const& row : table.rows) {
      std::string category;
      for (std::size_t i = 0; i < names.size(); ++i) category += (i == 0 ? "" : " ") + row[i].short_text();
      bars.categories.push_back(category);
      series.values.push_back(row[names.size()].number());
    }
    presentation.pictures.push_back({table.name, chart::to_svg(bars)});
  }
  presentation.tables.push_back(std::move(table));
  return presentation;
}

}  // namespace weft
