// SPDX-License-Identifier: Apache-2.0
#include "weft/io/table_writer.hpp"

#include <algorithm>
#include <numeric>
#include <span>

#include <fmt/format.h>

#include "weft/core/progress.hpp"
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

constexpr std::size_t gap = 2;  ///< columns between two cells

std::string join_line(std::vector<Cell> const& cells, std::vector<std::size_t> const& widths) {
  std::string line;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (i > 0) line += std::string(gap, ' ');
    std::string const padding(widths[i] - display_width(cells[i].text), ' ');
    line += cells[i].align == Align::right ? padding + cells[i].text : cells[i].text + padding;
  }
  line.erase(line.find_last_not_of(' ') + 1);
  return line + '\n';
}

std::vector<std::size_t> widths_of(Grid const& grid) {
  std::vector<std::size_t> widths(grid.front().size());
  for (auto const& line : grid)
    for (std::size_t i = 0; i < line.size(); ++i)
      widths[i] = std::max(widths[i], display_width(line[i].text));
  return widths;
}

/// Policy for words longer than a line: cells cut them, sentences keep them, so that paths can be copied.
enum class LongWords : std::uint8_t { cut, keep };

/// Returns the number of bytes of a text that fill at most `columns`, up to a space or after a comma if
/// possible.
std::size_t line_end(std::string_view text, std::size_t columns, LongWords long_words) {
  auto const most = std::max<std::size_t>(first_columns(text, columns).size(), 1);
  if (most >= text.size()) return text.size();
  if (auto const space = text.rfind(' ', most); space != std::string_view::npos && space > 0) return space;
  if (auto const comma = text.rfind(',', most - 1); comma != std::string_view::npos) return comma + 1;
  if (long_words == LongWords::cut) return most;
  auto const end = text.find_first_of(" ,", most);
  return end == std::string_view::npos ? text.size() : end + (text[end] == ',' ? 1 : 0);
}

std::vector<std::string> lines_of(std::string_view text, std::size_t columns, LongWords long_words) {
  std::vector<std::string> lines;
  do {
    auto const end = line_end(text, columns, long_words);
    lines.emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(text.size(), end + (text.substr(end).starts_with(' ') ? 1 : 0)));
  } while (!text.empty());
  return lines;
}

std::size_t total_width(std::vector<std::size_t> const& widths) {
  return std::accumulate(widths.begin(), widths.end(), gap * (widths.size() - 1));
}

/// Returns the widths of columns after wrapping the widest ones, though not below `narrow`, to fit the line.
std::vector<std::size_t> fitted_widths(Grid const& grid, std::size_t line, std::size_t narrow) {
  auto widths = widths_of(grid);
  while (line > 0) {
    auto const total = total_width(widths);
    auto const widest = std::ranges::max_element(widths);
    if (total <= line || *widest <= narrow) break;
    *widest = std::max(narrow, *widest - std::min(*widest, total - line));
  }
  return widths;
}

/// Formats one row, on several lines if cells are wrapped.
std::string wrapped_row(std::vector<Cell> const& row, std::vector<std::size_t> const& widths) {
  std::vector<std::vector<std::string>> cells;
  std::size_t height = 1;
  for (std::size_t i = 0; i < row.size(); ++i) {
    cells.push_back(lines_of(row[i].text, widths[i], LongWords::cut));
    height = std::max(height, cells.back().size());
  }
  std::string text;
  for (std::size_t at = 0; at < height; ++at) {
    std::vector<Cell> line;
    for (std::size_t i = 0; i < row.size(); ++i)
      line.push_back({at < cells[i].size() ? cells[i][at] : "", row[i].align});
    text += join_line(line, widths);
  }
  return text;
}

std::string align_grid(Grid const& grid, std::size_t header_lines, std::size_t line) {
  auto const widths = fitted_widths(grid, line, 16);
  std::string text;
  for (std::size_t i = 0; i < grid.size(); ++i) {
    text += wrapped_row(grid[i], widths);
    if (i + 1 != header_lines) continue;
    std::vector<Cell> rule;
    for (std::size_t const width : widths) rule.push_back({std::string(width, '-'), Align::left});
    text += join_line(rule, widths);
  }
  return text;
}

/// Transposes a table with a single row to lines `name  value unit`.
Grid transposed(Grid const& grid) {
  Grid turned;
  bool const units = grid.size() == 3;
  for (std::size_t i = 0; i < grid.front().size(); ++i) {
    auto const unit = units ? grid[1][i].text : std::string();
    turned.push_back({{grid[0][i].text, Align::left},
                      {grid.back()[i].text + (unit.empty() ? "" : " " + unit), Align::left}});
  }
  return turned;
}

/// Splits a table into blocks of columns of at most `line`, each with the first column.
std::vector<Grid> folded(Grid const& grid, std::size_t line) {
  auto const widths = widths_of(grid);
  std::vector<Grid> blocks;
  for (std::size_t next = 1; next < widths.size();) {
    std::size_t const begin = next;
    std::size_t width = widths[0];
    do width += gap + widths[next++];
    while (next < widths.size() && width + gap + widths[next] <= line);
    auto& block = blocks.emplace_back();
    for (auto const& row : grid) {
      auto& cells = block.emplace_back();
      cells.push_back(row[0]);
      for (std::size_t i = begin; i < next; ++i) cells.push_back(row[i]);
    }
  }
  return blocks;
}

std::string fitted(Grid const& grid, std::size_t header_lines, std::size_t line) {
  constexpr std::size_t readable = 30;
  if (line == 0 || grid.front().size() < 3 || total_width(fitted_widths(grid, line, readable)) <= line)
    return align_grid(grid, header_lines, line);
  if (grid.size() == header_lines + 1) return align_grid(transposed(grid), 0, line);
  std::string text;
  for (auto& block : folded(grid, line)) {
    bool const blank = header_lines == 2 && std::ranges::all_of(block[1], &std::string::empty, &Cell::text);
    if (blank) block.erase(block.begin() + 1);  // this block has no units
    text += (text.empty() ? "" : "\n") + align_grid(block, header_lines - blank, line);
  }
  return text;
}

std::string cut(std::string const& text, std::size_t columns) {
  if (columns < 3 || display_width(text) <= columns) return text;
  return std::string(first_columns(text, columns - 2)) + "..";
}

Cell cell_of(Value const& value, Column const& column, std::size_t longest) {
  if (value.is_empty()) return {"-", Align::right};
  return {cut(one_line(value.short_text(column.decimals)), longest),
          value.is_number() ? Align::right : Align::left};
}

/// Returns the alignment of a header, which equals that of the column's values: left if all are text.
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

std::string format_settings(Result const& result, TextWidth width) {
  Grid grid;
  for (Setting const& setting : result.scenario)
    grid.push_back(
        {{one_line(setting.key), Align::left}, {cut(one_line(setting.value), width.cell), Align::left}});
  return grid.empty() ? std::string{} : align_grid(grid, 0, width.line) + '\n';
}

/// Describes how the result was computed; empty for a result without a run, such as a list.
std::string format_circumstances(Result const& result, TextWidth width) {
  if (result.version.empty() && result.timings.empty()) return {};
  std::string text = fmt::format("run {}, seed {}", run_id(result), result.seed);
  if (!result.version.empty()) text += ", weft " + result.version;
  if (!result.host.empty()) text += ", on " + result.host;
  if (result.threads > 0)
    text += fmt::format(", {} thread{}", result.threads, result.threads == 1 ? "" : "s");
  for (Timing const& timing : result.timings)
    text += fmt::format(", {} {:.3g} s", timing.stage, timing.seconds);
  return wrapped(one_line(text), width.line);
}

}  // namespace

TextWidth text_width(int descriptor, bool wide) {
  constexpr std::size_t longest_cell = 1000, max_rows = 1000;
  if (wide) return {};
  auto const terminal = terminal_width(descriptor);
  return {terminal.value_or(0), longest_cell, max_rows};
}

std::string wrapped(std::string_view text, std::size_t line, std::size_t indent) {
  if (line == 0) return std::string(text) + '\n';
  auto const first = line_end(text, line, LongWords::keep);
  std::string wrapped(text.substr(0, first));
  text.remove_prefix(std::min(text.size(), first + (text.substr(first).starts_with(' ') ? 1 : 0)));
  indent = std::min(indent, line * 2 / 3);
  if (!text.empty())
    for (auto const& rest : lines_of(text, line - indent, LongWords::keep))
      wrapped += '\n' + std::string(indent, ' ') + rest;
  return wrapped + '\n';
}

std::string format_table(Table const& table, TextWidth width) {
  std::string text = table.title.empty() ? std::string{} : wrapped(one_line(table.title), width.line) + "\n";
  if (table.columns.empty()) return text;
  Grid grid = header_of(table);
  std::size_t const header_lines = grid.size();
  auto const shown = width.rows == 0 ? table.rows.size() : std::min(width.rows, table.rows.size());
  for (auto const& row : std::span(table.rows).first(shown)) {
    std::vector<Cell>& line = grid.emplace_back();
    for (std::size_t i = 0; i < row.size(); ++i)
      line.push_back(cell_of(row[i], table.columns[i], width.cell));
  }
  text += fitted(grid, header_lines, width.line);
  if (shown < table.rows.size())
    text += fmt::format(".. {} more rows; --wide shows all\n", table.rows.size() - shown);
  return text;
}

std::string format_result(Result const& result, TextWidth width) {
  std::string text =
      result.answer.empty() ? std::string{} : wrapped(one_line(result.answer), width.line) + "\n";
  text += format_settings(result, width);
  for (Table const& table : result.tables) text += format_table(table, width) + '\n';
  for (std::string const& note : result.notes) text += wrapped(one_line(note), width.line);
  if (!result.notes.empty()) text += '\n';
  return text + format_circumstances(result, width);
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
