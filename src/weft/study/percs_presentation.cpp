#include "weft/study/percs_presentation.hpp"

#include <cmath>
#include <map>

#include <fmt/format.h>

#include "weft/engine/load/load.hpp"
#include "weft/study/outcome_cells.hpp"

namespace weft {
namespace {

/// What one cell is in all runs that belong to it.
struct Cell {
  Spread throughput;
  double squares = 0;
  std::map<std::string, int> bottlenecks;

  /// Takes the throughput of the bottleneck, or of the class of that name.
  void add(Result const& result, std::string const& of_class) {
    auto const& table = result.table("throughput");
    for (std::size_t r = 0; r < table.rows.size(); ++r)
      if (of_class.empty() ? table.at(r, "bottleneck") == Value{"bottleneck"}
                           : table.at(r, "class").exact_text() == of_class) {
        double const value = table.at(r, "throughput").number();
        throughput.add(value);
        squares += value * value;
        ++bottlenecks[table.at(r, "class").exact_text()];
      }
  }
  double deviation() const {
    double const mean = throughput.average();
    return std::sqrt(std::max(0.0, squares / static_cast<double>(throughput.count) - mean * mean));
  }
  std::string bottleneck_text() const {
    if (bottlenecks.size() == 1) return bottlenecks.begin()->first;
    std::string text;
    for (auto const& [name, count] : bottlenecks)
      text += (text.empty() ? "" : ", ") + std::to_string(count) + " " + name;
    return text;
  }
};

Cell find_cell(std::vector<StudyOutcome> const& outcomes, PublishedRow const& row,
               std::string const& of_class) {
  Cell cell;
  for (auto const& [run, result] : outcomes)
    if (run.label("table") == row.at("table") && run.scenario.topology == row.at("topology") &&
        run.scenario.mapping == row.at("mapping") && sides_text(run.scenario.grid) == row.at("grid"))
      cell.add(result, of_class);
  return cell;
}

std::string note(Cell const& cell, PublishedRow const& row) {
  if (row.at("match") == "NO") return "a slip of the paper";
  if (row.at("match") == "beyond")
    return load::rounded_half_even(cell.throughput.average()) == row.number("paper")
               ? "as much"
               : fmt::format("{:.2f} times as much", cell.throughput.average() / row.number("paper"));
  if (cell.throughput.count > 1) return "mean of " + std::to_string(cell.throughput.count) + " seeds";
  bool const same = load::rounded_half_even(cell.throughput.average()) == row.number("paper") &&
                    cell.bottleneck_text() == row.at("bottleneck");
  return same ? "the same" : "differs";
}

/// Tables of the paper have numbers, ours have names.
std::string title(std::string const& table) {
  bool const ours = table.find_first_not_of("0123456789") != std::string::npos;
  return (ours ? "Beyond the paper, " + table : "Table " + table + " of the paper") +
         ": throughput of a node";
}

}  // namespace

Presentation present_percs_tables(Study const& study, Toml const& options,
                                  std::vector<StudyOutcome> const& outcomes) {
  options.allow_keys({"kind", "published", "class"});
  auto const* const chosen = options.find("class");
  auto const of_class = chosen == nullptr ? std::string{} : chosen->as_text();
  auto const published =
      read_published(study, options, "published",
                     {"table", "topology", "grid", "name", "mapping", "paper", "bottleneck", "match"});
  Presentation presentation;
  for (auto const& paper_table : label_values(outcomes, "table")) {
    Table table{"table_" + paper_table,
                title(paper_table),
                {{"topology"},
                 {"mapping"},
                 {"published", "GB/s"},
                 {"bottleneck"},
                 {"ours", "GB/s", "", 2},
                 {"deviation", "GB/s", "", 2},
                 {"least", "GB/s", "", 2},
                 {"greatest", "GB/s", "", 2},
                 {"ours at"},
                 {"note"}},
                {}};
    for (auto const& row : published) {
      if (row.at("table") != paper_table) continue;
      auto const cell = find_cell(outcomes, row, of_class);
      if (cell.throughput.count == 0) continue;
      bool const seeded = cell.throughput.count > 1;
      table.add_row({row.at("topology"), row.at("name"), row.number("paper"), row.at("bottleneck"),
                     cell.throughput.mean(), seeded ? Value{cell.deviation()} : Value{},
                     seeded ? cell.throughput.least() : Value{},
                     seeded ? cell.throughput.greatest() : Value{}, cell.bottleneck_text(), note(cell, row)});
    }
    if (!table.rows.empty()) presentation.tables.push_back(std::move(table));
  }
  return presentation;
}

}  // namespace weft
