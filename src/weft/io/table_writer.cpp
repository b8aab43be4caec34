#include "weft/io/table_writer.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "weft/core/utf8.hpp"
#include "weft/io/csv.hpp"

namespace weft {
namespace {

std::string one_line(std::string text) {
  std::replace_if(
      text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < ' ' || c == '\x7f'; },
      ' ');
  return text;
}

enum class Align { left, right };

struct Cell {
  std::string text;
  Align align;
};

using Grid = std::vector<std::vector<Cell>>;

std::string join_line(std::vector<Cell> const& cells, std::vector<std::size_t> const& widths) {
  std::string line;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (i > 0) line += "  ";
    std::string const padding(widths[i] - display_width(cells[i].text), ' ');
    line += cells[i].align == Align::right ? padding + cells[i].text : cells[i].text + padding;
  }
  line.erase(line.find_last_not_of(' ') + 1);
  return line + '\n';
}

std::string align_grid(Grid const& grid, std::size_t header_lines) {
  std::vector<std::size_t> widths(grid.front().size());
  for (auto const& line : grid)
    for (std::size_t i = 0; i < line.size(); ++i)
      widths[i] = std::max(widths[i], display_width(line[i].text));
  std::string text;
  for (std::size_t i = 0; i < grid.size(); ++i) {
    text += join_line(grid[i], widths);
    if (i + 1 != header_lines) continue;
    std::vector<Cell> rule;
    for (std::size_t const width : widths) rule.push_back({std::string(width, '-'), Align::left});
    text += join_line(rule, widths);
  }
  return text;
}

Cell cell_of(Value const& value, Column const& column) {
  if (value.is_empty()) return {"-", Align::right};
  return {one_line(value.short_text(column.decimals)), value.is_number() ? Align::right : Align::left};
}

/// A header stands on the side where the column's values stand: left only where all of them are text.
Align header_align(Table const& table, std::size_t column) {
  auto const is_text = [column](auto const& row) { return row[column].is_text(); };
  bool const all_text = !table.rows.empty() && std::all_of(table.rows.begin(), table.rows.end(), is_text);
  return all_text ? Align::left : Align::right;
}

Grid header_of(Table const& table) {
  std::vector<Cell> names, units;
  bool any_unit = false;
  for (std::size_t i = 0; i < table.columns.size(); ++i) {
    Column const& column = table.columns[i];
    Align const align = header_align(table, i);
    names.push_back({one_line(column.name), align});
    units.push_back({column.unit.empty() ? "" : "[" + one_line(column.unit) + "]", align});
    any_unit = any_unit || !column.unit.empty();
  }
  return any_unit ? Grid{names, units} : Grid{names};
}

std::string settings_text(Result const& result) {
  Grid grid;
  for (Setting const& setting : result.scenario)
    grid.push_back({{one_line(setting.key), Align::left}, {one_line(setting.value), Align::left}});
  return grid.empty() ? std::string{} : align_grid(grid, 0) + '\n';
}

std::string circumstances(Result const& result) {
  std::string text = fmt::format("run {}, seed {}", run_id(result), result.seed);
  if (!result.version.empty()) text += ", weft " + result.version;
  if (!result.host.empty()) text += ", on " + result.host;
  if (result.threads > 0)
    text += fmt::format(", {} thread{}", result.threads, result.threads == 1 ? "" : "s");
  for (Timing const& timing : result.timings)
    text += fmt::format(", {} {:.3g} s", timing.stage, timing.seconds);
  return one_line(text) + '\n';
}

}  // namespace

std::string table_text(Table const& table) {
  std::string text = table.title.empty() ? std::string{} : table.title + "\n\n";
  if (table.columns.empty()) return text;
  Grid grid = header_of(table);
  std::size_t const header_lines = grid.size();
  for (auto const& row : table.rows) {
    std::vector<Cell>& line = grid.emplace_back();
    for (std::size_t i = 0; i < row.size(); ++i) line.push_back(cell_of(row[i], table.columns[i]));
  }
  return text + align_grid(grid, header_lines);
}

std::string result_text(Result const& result) {
  std::string text = result.answer.empty() ? std::string{} : one_line(result.answer) + "\n\n";
  text += settings_text(result);
  for (Table const& table : result.tables) text += table_text(table) + '\n';
  for (std::string const& note : result.notes) text += note + '\n';
  if (!result.notes.empty()) text += '\n';
  return text + circumstances(result);
}

std::string table_csv(Table const& table) {
  std::vector<std::string> fields;
  for (Column const& column : table.columns)
    fields.push_back(column.unit.empty() ? column.name : fmt::format("{} [{}]", column.name, column.unit));
  std::string text = csv_line(fields);
  for (auto const& row : table.rows) {
    fields.clear();
    for (Value const& value : row) fields.push_back(value.exact_text());
    text += csv_line(fields);
  }
  return text;
}

}  // namespace weft
