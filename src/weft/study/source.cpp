// SPDX-License-Identifier: Apache-2.0
#include "weft/study/source.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "weft/core/error.hpp"
#include "weft/io/csv.hpp"
#include "weft/io/file.hpp"
#include "weft/study/expression.hpp"

namespace weft::study {
namespace {

Table table_of_csv(std::filesystem::path const& path) {
  std::error_code not_there;
  if (!std::filesystem::exists(path, not_there))
    throw InputError("the study has no file '" + shown(path.filename().string()) + "'");
  auto const file = parse_csv(read_file(path), path.string());
  Table table{path.string(), {}, {}, {}};
  for (auto const& name : file.header) table.columns.push_back({name});
  for (auto const& record : file.records) {
    auto& row = table.rows.emplace_back();
    for (auto const& field : record) row.push_back(to_value(field.text));
  }
  return table;
}

/// Parses `ours = theirs`, or a single name for both.
std::pair<Expression, std::string> read_match(Toml const& option) {
  auto const& text = option.as_text();
  auto const sign = text.find(" = ");
  auto const ours = text.substr(0, sign);
  return {Expression::parse(ours), sign == std::string::npos ? ours : text.substr(sign + 3)};
}

void require_earlier(Toml const& option, std::vector<std::string> const& earlier) {
  if (std::ranges::find(earlier, option.as_text()) == earlier.end())
    throw option.error(fmt::format("no presentation before this one is named '{}'", shown(option.as_text())),
                       "", suggest(option.as_text(), earlier));
}

}  // namespace

Table const* PresentationInput::find(std::string_view name) const {
  auto const found = std::ranges::find(tables, name, &Table::name);
  return found == tables.end() ? nullptr : &*found;
}

Expression read_expression(Toml const& option) try {
  return Expression::parse(option.is_text() ? option.as_text() : option.as_argument());
} catch (InputError const& error) { throw error.where.empty() ? error.at(option.place()) : error; }

std::optional<Expression> find_expression(Toml const& options, char const* key) {
  auto const* const option = options.find(key);
  if (option == nullptr) return {};
  return read_expression(*option);
}

std::vector<Expression> find_expressions(Toml const& options, char const* key) {
  std::vector<Expression> expressions;
  if (auto const* const option = options.find(key)) {
    if (!option->is_list()) return {read_expression(*option)};
    for (auto const& item : option->as_list()) expressions.push_back(read_expression(item));
  }
  return expressions;
}

std::string text_at(Toml const& options, char const* key) {
  auto const* const option = options.find(key);
  return option == nullptr ? std::string{} : option->as_text();
}

bool flag_at(Toml const& options, char const* key, bool otherwise) {
  auto const* const option = options.find(key);
  return option == nullptr ? otherwise : option->as_bool();
}

std::vector<KeyDoc> Source::keys() {
  return {{"from", "text",
           "source of the rows: the name of a result table (its rows in all runs with this table), the name "
           "of an earlier presentation (the rows of its table), a CSV file of the study (a name that ends "
           "in .csv), or `runs` (the default: one row per run)"},
          {"join", "join|join[]", "tables with columns to add to the matching rows; see below"},
          {"define", "definitions", "names for expressions, e.g. `{ load = \"accepted / offered\" }`"},
          {"where", "expression", "an expression; only rows for which it is true are shown"}};
}

std::vector<KeyDoc> Source::join_keys() {
  return {
      {"with", "text!", "a CSV file of the study (a name that ends in .csv), or an earlier presentation"},
      {"on", "text[]!",
       "expressions with values that must agree, e.g. `[\"table\", \"level\"]`; `ours = theirs` if the other "
       "table's column has another name"},
      {"as", "text!", "the prefix of the added names: column `x` becomes `as.x`"},
      {"where", "expression", "an expression; only rows of the other table for which it is true are used"},
      {"complete", "boolean",
       "true: each row of the other table must match a row that is shown; `--check` reports rows that "
       "do not, unless only a part of the study is run"}};
}

Source::Join Source::read_join(Toml const& options, std::filesystem::path const& directory,
                               std::vector<std::string> const& earlier) {
  reject_unknown_keys(options, {join_keys()});
  auto const& with = options.at("with");
  Join join{with.as_text(),
            options.at("as").as_text(),
            {},
            {},
            find_expression(options, "where"),
            flag_at(options, "complete")};
  if (join.name.ends_with(".csv")) {
    join.file = table_of_csv(directory / join.name);
  } else {
    require_earlier(with, earlier);
  }
  for (auto const& match : options.at("on").as_list()) {
    join.on.push_back(read_match(match));
    if (!join.name.ends_with(".csv")) continue;
    auto const& theirs = join.on.back().second;
    if (std::ranges::find(join.file.columns, theirs, &Column::name) == join.file.columns.end())
      throw match.error(fmt::format("{} has no column '{}'", join.name, shown(theirs)));
  }
  return join;
}

Source Source::read(Toml const& options, std::filesystem::path const& directory,
                    std::vector<std::string> const& earlier) {
  Source source;
  source.from_ = text_at(options, "from");
  source.from_presentation_ = std::ranges::find(earlier, source.from_) != earlier.end();
  if (source.from_.ends_with(".csv")) source.file_ = table_of_csv(directory / source.from_);
  if (auto const* const joins = options.find("join")) {
    if (joins->is_list())
      for (auto const& one : joins->as_list()) source.joins_.push_back(read_join(one, directory, earlier));
    else
      source.joins_.push_back(read_join(*joins, directory, earlier));
  }
  if (auto const* const definitions = options.find("define"))
    for (auto const& member : definitions->as_table()) {
      source.definitions_.emplace_back(member.key, read_expression(member.value));
      if (source.definitions_.back().second.has_aggregates())
        throw member.value.error(
            "a definition contains a function over a group", "a definition applies to one row",
            "write it as a column of a presentation, and read that presentation with `from`");
    }
  source.where_ = find_expression(options, "where");
  return source;
}

void Source::start(Frame& frame, PresentationInput const& input) const {
  if (from_.empty() || from_ == "runs") {
    for (auto const& outcome : input.outcomes) frame.add({.outcome = &outcome});
  } else if (auto const* const earlier = input.find(from_)) {
    for (std::size_t row = 0; row < earlier->rows.size(); ++row) frame.add({.table = earlier, .row = row});
  } else if (from_.ends_with(".csv")) {
    for (std::size_t row = 0; row < file_.rows.size(); ++row) frame.add({.table = &file_, .row = row});
  } else if (!from_presentation_) {
    bool found = false;
    for (auto const& outcome : input.outcomes)
      if (auto const* const table = outcome.result.find_table(from_)) {
        found = true;
        for (std::size_t row = 0; row < table->rows.size(); ++row)
          frame.add({.outcome = &outcome, .table = table, .row = row});
      }
    if (found) return;
    std::vector<std::string> known{"runs"};
    for (auto const& presented : input.tables) known.push_back(presented.name);
    for (auto const& outcome : input.outcomes)
      for (auto const& table : outcome.result.tables) known.push_back(table.name);
    throw UnknownName("no run has a table '{}'", from_, known, false);
  }
}

Table const& Source::Join::other(PresentationInput const& input) const {
  auto const* const earlier = input.find(name);
  return earlier == nullptr ? file : *earlier;
}

Frame Source::Join::candidates(Table const& other) const {
  Frame theirs;
  for (std::size_t row = 0; row < other.rows.size(); ++row) theirs.add({.table = &other, .row = row});
  if (where) theirs.keep(*where);
  return theirs;
}

std::optional<std::size_t> Source::Join::match(Frame const& ours, std::size_t row,
                                               Frame const& candidates) const {
  std::optional<std::size_t> found;
  for (auto const& record : candidates.records()) {
    bool const matches = std::ranges::all_of(on, [&](auto const& pair) {
      return equal_values(pair.first.at(ours, {row}, row), record.find(pair.second).value_or(Value{}));
    });
    if (!matches) continue;
    if (found)
      throw InputError(fmt::format("two rows of {} match one row", shown(name)), "",
                       "list more columns in `on`");
    found = record.row;
  }
  return found;
}

void Source::add_columns(Frame& frame, Join const& join, Table const& other) {
  auto const candidates = join.candidates(other);
  for (auto const& [ours, column] : join.on) frame.require_names(ours);
  for (std::size_t row = 0; row < frame.size(); ++row) {
    auto const found = join.match(frame, row, candidates);
    for (std::size_t i = 0; i < other.columns.size(); ++i)
      frame.records()[row].fields.emplace_back(join.as + "." + other.columns[i].name,
                                               found ? other.rows[*found][i] : Value{});
  }
}

void Source::require_complete(Frame const& frame, Join const& join, Table const& other,
                              std::vector<std::string>& missed) {
  auto const candidates = join.candidates(other);
  std::vector<bool> matched(other.rows.size());
  for (std::size_t row = 0; row < frame.size(); ++row)
    if (auto const found = join.match(frame, row, candidates)) matched[*found] = true;
  for (auto const& record : candidates.records()) {
    if (matched[record.row]) continue;
    std::string text;
    for (auto const& [ours, column] : join.on)
      text += fmt::format("{}{} {}", text.empty() ? "" : ", ", column,
                          record.find(column).value_or(Value{}).short_text());
    missed.push_back(fmt::format("{}: no run shows {}", join.name, text));
  }
}

Frame Source::rows(PresentationInput const& input, std::vector<std::string>& missed) const {
  Frame frame;
  start(frame, input);
  for (auto const& one : joins_) {
    auto const& other = one.other(input);
    if (input.names_only && other.columns.empty())
      throw InputError(fmt::format("presentation {} has no rows", shown(one.name)));
    add_columns(frame, one, other);
  }
  for (auto const& [name, expression] : definitions_) {
    frame.require_names(expression);
    for (std::size_t row = 0; row < frame.size(); ++row)
      frame.records()[row].fields.emplace_back(name, expression.at(frame, {row}, row));
  }
  if (where_) frame.keep(*where_);
  for (auto const& one : joins_)
    if (one.complete && !input.partial) require_complete(frame, one, one.other(input), missed);
  return frame;
}

}  // namespace weft::study
