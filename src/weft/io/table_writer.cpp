// SPDX-License-Identifier: Apache-2.0
#include "weft/io/table_writer.hpp"

#include <algorithm>
#include <functional>
#include <limits>
#include <optional>
#include <span>

#include <fmt/format.h>

#include "weft/core/former_names.hpp"
#include "weft/core/spec.hpp"
#include "weft/core/utf8.hpp"
#include "weft/io/csv.hpp"
#include "weft/io/text_grid.hpp"

namespace weft {
namespace {

constexpr std::string_view settings_name = "settings", notes_name = "notes", run_name = "run";

std::string one_line(std::string text) {
  std::replace_if(
      text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < ' ' || c == '\x7f'; },
      ' ');
  return text;
}

bool is_brief(TextLayout const& layout) { return layout.rows > 0; }

/// Returns whether the details named `name` are requested, by the current or a former name.
bool is_detail(std::string_view name, TextLayout const& layout) {
  auto const others = other_table_names(name);
  return std::ranges::any_of(layout.details, [&](std::string const& detail) {
    return detail == name || std::ranges::find(others, detail) != others.end();
  });
}

bool is_whole(Table const& table, TextLayout const& layout) {
  return !is_brief(layout) || table.digest.role == Digest::Role::whole || is_detail(table.name, layout);
}

std::string cell_text(Value const& value, Column const& column) {
  return value.is_empty() ? "-" : one_line(value.short_text(column.decimals));
}

/// Returns whether a column is aligned to the right: unless all its values are text.
bool is_right(Table const& table, std::size_t column) {
  return table.rows.empty() ||
         !std::ranges::all_of(table.rows, [column](auto const& row) { return row[column].is_text(); });
}

/// Returns the indices of the rows that are shown.
std::vector<std::size_t> shown_rows(Table const& table, TextLayout const& layout) {
  bool const all = is_whole(table, layout);
  std::vector<std::size_t> rows;
  if (!all && !table.digest.rows.empty()) {
    rows = table.digest.rows;
  } else {
    rows.resize(table.rows.size());
    for (std::size_t i = 0; i < rows.size(); ++i) rows[i] = i;
  }
  if (!all && rows.size() > layout.rows) rows.resize(layout.rows);
  return rows;
}

/// The columns of a quantity that is exact or bounded.
struct Interval {
  std::size_t value, lower, upper;
};

std::optional<Interval> interval_columns(Table const& table) {
  auto const position = [&](std::string_view name) {
    return static_cast<std::size_t>(std::ranges::find(table.columns, name, &Column::name) -
                                    table.columns.begin());
  };
  Interval const found{position("value"), position("lower"), position("upper")};
  auto const count = table.columns.size();
  if (found.value == count || found.lower == count || found.upper == count) return {};
  return found;
}

std::vector<TextColumn> text_columns(Table const& table, std::vector<std::size_t> const& rows,
                                     TextLayout const& layout) {
  std::vector<TextColumn> columns;
  auto const interval = interval_columns(table);
  for (std::size_t i = 0; i < table.columns.size(); ++i) {
    if (interval && (i == interval->lower || i == interval->upper)) continue;
    auto const& column = table.columns[i];
    auto& text = columns.emplace_back(TextColumn{one_line(heading(column)),
                                                 column.unit.empty() ? "" : "[" + one_line(column.unit) + "]",
                                                 is_right(table, i), column.priority});
    for (auto const row : rows) {
      auto const& cells = table.rows[row];
      bool const has_bounds = interval && i == interval->value && cells[i].is_empty() &&
                              !(cells[interval->lower].is_empty() && cells[interval->upper].is_empty());
      text.cells.push_back(has_bounds ? format_interval(cells[interval->lower], cells[interval->upper],
                                                        is_whole(table, layout)
                                                            ? std::numeric_limits<double>::infinity()
                                                            : max_interval_ratio)
                                      : cell_text(cells[i], column));
    }
  }
  return columns;
}

/// Removes the columns of long text with one value in all rows. Returns a line `heading  value` for each, so
/// that a path that every row repeats does not displace the other columns.
std::string take_common_columns(std::vector<TextColumn>& columns, TextLayout const& layout) {
  constexpr std::size_t long_text = 24;
  std::vector<TextColumn> common(2);
  auto const is_common = [&](TextColumn const& column) {
    return !column.is_right && display_width(column.cells.front()) > long_text &&
           std::ranges::adjacent_find(column.cells, std::ranges::not_equal_to{}) == column.cells.end();
  };
  auto const first = std::ranges::stable_partition(columns, std::not_fn(is_common)).begin();
  for (auto column = first; column != columns.end(); ++column) {
    common[0].cells.push_back(column->heading);
    common[1].cells.push_back(column->cells.front());
  }
  columns.erase(first, columns.end());
  return common[0].cells.empty() ? std::string{}
                                 : align_columns(std::move(common), layout.line, false, false).text + '\n';
}

/// Transposes a table with a single row: one line `heading  value unit` per column. Returns the number of
/// columns omitted.
std::size_t transpose_row(std::vector<TextColumn>& columns, std::size_t max_lines) {
  std::vector<std::size_t> order(columns.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::ranges::stable_sort(order, std::greater{}, [&](std::size_t i) { return columns[i].priority; });
  auto const left_out = max_lines > 0 && order.size() > max_lines ? order.size() - max_lines : 0;
  order.resize(order.size() - left_out);
  std::ranges::sort(order);
  TextColumn names{.heading = {}}, values{.heading = {}};
  for (auto const i : order) {
    auto const& column = columns[i];
    names.cells.push_back(column.heading);
    auto const unit = column.unit.empty() ? "" : " " + column.unit.substr(1, column.unit.size() - 2);
    values.cells.push_back(column.cells.front() + unit);
  }
  columns = {std::move(names), std::move(values)};
  return left_out;
}

constexpr std::string_view unit_heading = "unit";

/// Moves the cells of the column `unit` behind those of the first column, in brackets.
void add_units_to_names(std::vector<TextColumn>& columns) {
  auto const unit = std::ranges::find(columns, unit_heading, &TextColumn::heading);
  if (unit == columns.begin() || unit == columns.end()) return;
  for (std::size_t row = 0; row < unit->cells.size(); ++row)
    if (auto const& cell = unit->cells[row]; !cell.empty() && cell != "-")
      columns.front().cells[row] += " [" + cell + "]";
  columns.erase(unit);
}

/// Returns a line on the rows and columns that the table omits, with the options that show them.
std::string left_out(std::string const& name, std::size_t rows, std::size_t values,
                     std::vector<std::string> const& columns) {
  std::string text;
  auto const add = [&](std::string const& part) { text += (text.empty() ? "" : "; ") + part; };
  auto const count = [](std::size_t number, std::string_view word) {
    return fmt::format("{} more {}{}", number, word, number == 1 ? "" : "s");
  };
  if (rows > 0) add(fmt::format("{}: --details {}", count(rows, "row"), name));
  if (values > 0) add(fmt::format("{}: --details {}", count(values, "value"), name));
  if (!columns.empty()) {
    constexpr std::size_t max_named = 4;
    auto const named = std::span(columns).first(std::min(columns.size(), max_named));
    add(fmt::format("{} ({}{}): --wide", count(columns.size(), "column"), fmt::join(named, ", "),
                    named.size() < columns.size() ? ", .." : ""));
  }
  return text.empty() ? text : ".. " + text;
}

std::string format_pairs(std::vector<std::pair<std::string, std::string>> const& pairs,
                         TextLayout const& layout) {
  std::vector<TextColumn> columns(2);
  for (auto const& [name, value] : pairs) {
    columns[0].cells.push_back(one_line(name));
    columns[1].cells.push_back(one_line(value));
  }
  return pairs.empty() ? std::string{} : align_columns(std::move(columns), layout.line, false, false).text;
}

std::string format_settings(Result const& result, TextLayout const& layout) {
  std::vector<std::pair<std::string, std::string>> pairs;
  if (is_brief(layout) && !is_detail(settings_name, layout) && !result.request.empty())
    for (auto const& [key, value] : Spec::parse(result.request).arguments) pairs.emplace_back(key, value);
  else
    for (auto const& [key, value] : result.scenario) pairs.emplace_back(key, value);
  auto const text = format_pairs(pairs, layout);
  return text.empty() ? text : text + '\n';
}

/// Formats the run of the result: id, seed, version, host, threads, times; empty for a result that no run
/// made, such as a list.
std::string format_circumstances(Result const& result, TextLayout const& layout) {
  if (result.version.empty() && result.timings.empty()) return {};
  std::string text = fmt::format("run {}, seed {}", run_id(result), result.seed);
  if (!result.version.empty()) text += ", weft " + result.version;
  if (!result.host.empty()) text += ", on " + result.host;
  if (result.threads > 0)
    text += fmt::format(", {} thread{}", result.threads, result.threads == 1 ? "" : "s");
  for (Timing const& timing : result.timings)
    text += fmt::format(", {} {:.3g} s", timing.stage, timing.seconds);
  return wrapped(one_line(text), layout.line);
}

/// Returns whether a table is shown; the others are named.
bool is_shown(Result const& result, Table const& table, TextLayout const& layout) {
  using Role = Digest::Role;
  if (!is_brief(layout) || is_detail(table.name, layout)) return true;
  auto const is_main = [](Table const& each) {
    return each.digest.role == Role::main || each.digest.role == Role::whole;
  };
  if (table.digest.role != Role::automatic) return is_main(table);
  if (std::ranges::any_of(result.tables, is_main)) return false;
  auto const first =
      std::ranges::find(result.tables, Role::automatic, [](Table const& other) { return other.digest.role; });
  return &*first == &table;
}

/// Returns the names of the tables that are not shown.
std::string further_tables(Result const& result, TextLayout const& layout) {
  std::string names;
  for (auto const& table : result.tables)
    if (!is_shown(result, table, layout)) names += (names.empty() ? "" : ", ") + table.name;
  return names.empty() ? names : wrapped("more: --details " + names + ", or --all", layout.line, 3);
}

constexpr std::size_t brief_notes = 3;  ///< number of notes shown by default

std::string format_notes(Result const& result, TextLayout const& layout, std::size_t max_notes) {
  auto const count = result.notes.size();
  bool const all = !is_brief(layout) || is_detail(notes_name, layout) || count <= max_notes;
  std::string text;
  for (auto const& note : std::span(result.notes).first(all ? count : max_notes))
    text += wrapped(one_line(note), layout.line);
  if (!all)
    text += fmt::format(".. {} more note{}: --details {}\n", count - max_notes,
                        count - max_notes == 1 ? "" : "s", notes_name);
  return text;
}

/// Returns a command in lines that a shell joins, of `line` characters if each word fits: words are never
/// divided.
std::string format_command(std::string_view command, std::size_t line) {
  constexpr std::string_view line_end = " \\", indent = "  ";
  std::string text;
  std::size_t column = 0;
  while (!command.empty()) {
    bool is_quoted = false;
    std::size_t end = 0;
    for (; end < command.size() && (is_quoted || command[end] != ' '); ++end)
      if (command[end] == '\'') is_quoted = !is_quoted;
    if (column > 0 && column + 1 + end + line_end.size() > line) {
      text += fmt::format("{}\n{}", line_end, indent);
      column = indent.size();
    } else if (column > 0) {
      text += ' ';
      ++column;
    }
    text += command.substr(0, end);
    column += end;
    command.remove_prefix(std::min(end + 1, command.size()));
  }
  return text + '\n';
}

/// Returns the answer, a sentence or a command, in lines.
std::string format_answer(std::string const& answer, TextLayout const& layout) {
  if (answer.starts_with("weft ") && layout.line > 0) return format_command(one_line(answer), layout.line);
  return wrapped(one_line(answer), layout.line);
}

std::string text_of(Result const& result, TextLayout const& layout, std::size_t max_notes = brief_notes) {
  std::string text = result.answer.empty() ? std::string{} : format_answer(result.answer, layout) + "\n";
  text += format_settings(result, layout);
  for (Table const& table : result.tables)
    if (is_shown(result, table, layout)) text += format_table(table, layout) + '\n';
  text += format_notes(result, layout, max_notes);
  auto const further = further_tables(result, layout);
  if (!result.notes.empty() && (!further.empty() || !is_brief(layout))) text += '\n';
  text += further;
  if (!is_brief(layout) || is_detail(run_name, layout)) text += format_circumstances(result, layout);
  while (text.ends_with("\n\n")) text.pop_back();
  return text;
}

std::size_t num_lines(std::string const& text) {
  return static_cast<std::size_t>(std::ranges::count(text, '\n'));
}

/// Returns whether a table is shown as a list of terms and their meanings.
bool is_list_of_definitions(Table const& table) {
  auto const& first = table.columns.front().name;
  return table.columns.back().name == "meaning" &&
         (first == "name" || first == "term" || first == "parameter");
}

/// A line of a list of definitions.
struct Definition {
  std::string term;  ///< indented; empty in a heading
  std::string meaning;
};

Definition definition_of(Table const& table, std::vector<Value> const& row) {
  auto const last = table.columns.size() - 1;
  auto const cell = [&](std::size_t column) { return one_line(row[column].short_text()); };
  std::vector<std::string> others;
  for (std::size_t column = 1; column < last; ++column)
    if (auto const text = cell(column); !text.empty())
      others.push_back(table.columns[column].name == "default" ? "default " + text : text);
  if (cell(0).empty()) return {others.empty() ? "" : "    " + others.front(), cell(last)};
  return {"  " + cell(0),
          others.empty() ? cell(last) : fmt::format("{} ({})", cell(last), fmt::join(others, ", "))};
}

/// Formats a table as a list of terms and their meanings, in two columns. A long term, and every term on a
/// short line, stands on the line above its meaning.
std::string format_definitions(Table const& table, TextLayout const& layout) {
  constexpr std::size_t max_term = 26, min_for_two_columns = 50, narrow_indent = 6;
  bool const is_narrow = layout.line > 0 && layout.line < min_for_two_columns;
  std::vector<Definition> definitions;
  std::size_t width = 0;
  for (auto const& row : table.rows) {
    definitions.push_back(definition_of(table, row));
    if (auto const term = display_width(definitions.back().term); term <= max_term)
      width = std::max(width, term);
  }
  auto const second = is_narrow ? narrow_indent : width + 2;
  std::string text;
  for (auto const& [term, meaning] : definitions) {
    if (term.empty()) {
      text += wrapped(meaning, layout.line);
      continue;
    }
    auto const used = display_width(term);
    bool const is_alone = is_narrow || used + 2 > second;
    if (is_alone) text += term + '\n';
    text += wrapped(
        (is_alone ? std::string{} : term) + std::string(second - (is_alone ? 0 : used), ' ') + meaning,
        layout.line, second);
  }
  return text;
}

}  // namespace

std::string format_interval(Value const& lower, Value const& upper, double max_ratio) {
  if (upper.is_empty()) return lower.is_empty() ? "unknown" : "at least " + lower.short_text();
  if (lower.is_empty()) return "at most " + upper.short_text();
  if (upper.number() > max_ratio * lower.number()) return "unknown";
  return lower.short_text() + " to " + upper.short_text();
}

std::string format_table(Table const& table, TextLayout const& layout) {
  std::string text;
  if (!table.title.empty())
    for (auto const& line : wrapped_lines(one_line(table.title), layout.line))
      text += in_bold(line, layout.emphasis) + '\n';
  if (!text.empty()) text += '\n';
  if (table.columns.empty()) return text;
  if (is_list_of_definitions(table)) return text + format_definitions(table, layout);
  auto const rows = shown_rows(table, layout);
  auto columns = text_columns(table, rows, layout);
  bool const transposed =
      rows.size() == 1 && table.rows.size() == 1 && columns.size() > 2 && !fits(columns, layout.line);
  if (rows.size() > 1 && columns.size() > 2 && !fits(columns, layout.line))
    text += take_common_columns(columns, layout);
  auto const values = transposed ? transpose_row(columns, is_whole(table, layout) ? 0 : layout.rows) : 0;
  auto grid = align_columns(columns, layout.line, !transposed, layout.emphasis);
  if (std::ranges::find(grid.dropped, unit_heading) != grid.dropped.end()) {
    add_units_to_names(columns);
    grid = align_columns(std::move(columns), layout.line, true, layout.emphasis);
  }
  text += grid.text;
  auto const rest = left_out(table.name, table.rows.size() - rows.size(), values, grid.dropped);
  return rest.empty() ? text : text + wrapped(rest, layout.line, 3);
}

std::string format_result(Result const& result, TextLayout const& layout) {
  constexpr std::size_t few_rows = 5, min_rows = 3;
  auto text = text_of(result, layout);
  auto const is_long = [&] { return layout.screen > 0 && num_lines(text) >= layout.screen; };
  auto const shorten = [&](std::size_t fewest_rows, std::size_t max_notes) {
    for (auto shorter = layout; is_brief(layout) && is_long() && shorter.rows >= fewest_rows; --shorter.rows)
      text = text_of(result, shorter, max_notes);
  };
  shorten(few_rows, brief_notes);
  shorten(min_rows, 0);
  if (is_long() && is_brief(layout)) text = text_of(result, layout);
  if (is_long() && !result.answer.empty()) text += '\n' + format_answer(result.answer, layout);
  return layout.emphasis ? highlight_warnings(text) : text;
}

std::vector<std::string> names_of_details(Result const& result) {
  std::vector<std::string> names;
  for (auto const& table : result.tables) names.push_back(table.name);
  names.emplace_back(settings_name);
  names.emplace_back(notes_name);
  names.emplace_back(run_name);
  return names;
}

std::vector<std::string> unknown_details(Result const& result, TextLayout const& layout) {
  auto const names = names_of_details(result);
  std::vector<std::string> unknown;
  for (auto const& detail : layout.details) {
    TextLayout const only{.details = {detail}};
    if (!std::ranges::any_of(names, [&](auto const& name) { return is_detail(name, only); }))
      unknown.push_back(detail);
  }
  return unknown;
}

std::string csv_heading(Column const& column) {
  return column.unit.empty() ? column.name : fmt::format("{} [{}]", column.name, column.unit);
}

std::string table_csv(Table const& table) {
  std::vector<std::string> fields;
  for (Column const& column : table.columns) fields.push_back(csv_heading(column));
  std::string text = csv_line(fields);
  for (auto const& row : table.rows) {
    fields.clear();
    for (Value const& value : row) fields.push_back(value.exact_text());
    text += csv_line(fields);
  }
  return text;
}

}  // namespace weft
