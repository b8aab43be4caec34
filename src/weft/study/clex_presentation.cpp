#include "weft/study/clex_presentation.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

#include "weft/core/error.hpp"
#include "weft/io/csv.hpp"
#include "weft/io/file.hpp"

namespace weft {
namespace {

using Outcomes = std::vector<StudyOutcome>;

/// Mean and range of one figure over the seeds.
struct Spread {
  double sum = 0, min = 0, max = 0;
  std::size_t count = 0;

  void add(double value) {
    min = count == 0 ? value : std::min(min, value);
    max = count == 0 ? value : std::max(max, value);
    sum += value;
    ++count;
  }
  Value mean() const { return count == 0 ? Value{} : Value{sum / static_cast<double>(count)}; }
  Value least() const { return count == 0 ? Value{} : Value{min}; }
  Value greatest() const { return count == 0 ? Value{} : Value{max}; }
};

/// The spread of a cell over the runs of one table and reading. `row` names a row by the value of its first column.
Spread spread(Outcomes const& outcomes, std::string const& paper_table, std::string const& reading,
              std::string const& result_table, std::int64_t row, std::string const& column) {
  Spread spread;
  for (auto const& [run, result] : outcomes) {
    if (run.label("table") != paper_table || run.label("reading") != reading) continue;
    Table const& table = result.table(result_table);
    for (std::size_t r = 0; r < table.rows.size(); ++r)
      if (table.rows[r].front() == Value{row}) spread.add(table.at(r, column).number());
  }
  return spread;
}

std::vector<std::string> labels(Outcomes const& outcomes, std::string_view name) {
  std::vector<std::string> values;
  for (auto const& [run, result] : outcomes)
    if (auto const value = run.label(name); !value.empty() && std::find(values.begin(), values.end(), value) == values.end())
      values.push_back(value);
  return values;
}

CsvFile read_csv(Study const& study, Toml const& options, char const* key) {
  auto const path = study.directory / options.at(key).as_text();
  return parse_csv(read_file(path), path.string());
}

}  // namespace

Presentation present_clex_tables(Study const& study, Toml const& options, Outcomes const& outcomes) {
  options.allow_keys({"kind", "published"});
  auto const published = read_csv(study, options, "published");
  auto const column = [&](char const* name) {
    auto const found = std::find(published.header.begin(), published.header.end(), name);
    if (found == published.header.end()) throw InputError(std::string("no column ") + name, "", "", published.file);
    return static_cast<std::size_t>(found - published.header.begin());
  };
  auto const readings = labels(outcomes, "reading");
  Presentation presentation;
  for (auto const& paper_table : labels(outcomes, "table")) {
    Table table{"table_" + paper_table, "Table " + paper_table + " of the paper", {{"level"}, {"metric"}, {"published"}}, {}};
    for (auto const& reading : readings) {
      table.columns.push_back({reading, "mean"});
      table.columns.push_back({reading + " min"});
      table.columns.push_back({reading + " max"});
    }
    for (auto const& record : published.records) {
      if (record[column("table")].text != paper_table) continue;
      auto const level = std::stoll(record[column("level")].text);
      auto const& metric = record[column("metric")].text;
      std::vector<Value> row{level, metric, std::stod(record[column("published")].text)};
      for (auto const& reading : readings) {
        auto const cell = spread(outcomes, paper_table, reading, "levels", level, metric);
        for (auto const& value : {cell.mean(), cell.least(), cell.greatest()}) row.push_back(value);
      }
      table.add_row(std::move(row));
    }
    presentation.tables.push_back(std::move(table));
  }
  return presentation;
}

Presentation present_clex_phases(Study const&, Toml const& options, Outcomes const& outcomes) {
  options.allow_keys({"kind"});
  Table table{"figure_3",
              "Figure 3 of the paper: messages left in a clique after each phase of A(1)",
              {{"table"}, {"reading"}, {"phase"}, {"left_mean", "messages", "", 5}, {"left_max", "messages"},
               {"ended", "instances", "mean over the seeds"}},
              {}};
  for (auto const& paper_table : labels(outcomes, "table"))
    for (auto const& reading : labels(outcomes, "reading"))
      for (std::int64_t phase = 1;; ++phase) {
        auto const of = [&](char const* column) {
          return spread(outcomes, paper_table, reading, "phases", phase, column);
        };
        auto const left = of("left_mean");
        if (left.count == 0) break;
        table.add_row({paper_table, reading, phase, left.mean(), of("left_max").greatest(), of("ended").mean()});
      }
  return {{std::move(table)}, {}, {}};
}

}  // namespace weft
