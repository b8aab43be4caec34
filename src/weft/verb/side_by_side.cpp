// SPDX-License-Identifier: Apache-2.0
#include "weft/verb/side_by_side.hpp"

#include <algorithm>
#include <filesystem>
#include <map>
#include <span>
#include <utility>

#include <fmt/format.h>

#include "weft/core/error.hpp"
#include "weft/core/spec.hpp"
#include "weft/io/text_layout.hpp"

namespace weft::verb {
namespace {

constexpr char const* routing_column = "routing";

/// Adds the rows of one value of the parameter `key`; columns missing for other values are empty in their
/// rows.
void add_rows_of(std::string const& key, std::string const& value, Table const& from, Table& table) {
  if (table.columns.empty()) {
    table.name = from.name;
    table.title = from.title;
    table.columns = {{key}};
  }
  std::vector<std::size_t> places;
  for (auto const& column : from.columns) {
    auto name = column;
    if (name.name == key) name.name = "of " + key;
    auto const known = std::ranges::find(table.columns, name.name, &Column::name);
    places.push_back(static_cast<std::size_t>(known - table.columns.begin()));
    if (known != table.columns.end()) continue;
    table.columns.push_back(std::move(name));
    for (auto& row : table.rows) row.emplace_back();
  }
  for (auto const& cells : from.rows) {
    std::vector<Value> row(table.columns.size());
    row.front() = value;
    for (std::size_t c = 0; c < cells.size(); ++c) row[places[c]] = cells[c];
    table.add_row(std::move(row));
  }
}

/// Returns at most `count` rows that matter in a table: the first of its digest, or of all rows evenly spaced
/// ones with the first and the last.
std::vector<std::size_t> main_rows(Table const& table, std::size_t count) {
  auto rows = table.digest.rows;
  if (rows.empty()) {
    count = std::min(count, table.rows.size());
    for (std::size_t i = 0; i < count; ++i)
      rows.push_back(count == 1 ? 0 : i * (table.rows.size() - 1) / (count - 1));
  }
  rows.resize(std::min(count, rows.size()));
  return rows;
}

/// Returns a row of every list in turn, then the next of every list, and so on.
std::vector<std::size_t> in_turn(std::span<std::vector<std::size_t> const> lists) {
  std::vector<std::size_t> rows;
  for (std::size_t i = 0, taken = 1; taken > 0; ++i) {
    taken = 0;
    for (auto const& list : lists)
      if (i < list.size()) {
        rows.push_back(list[i]);
        ++taken;
      }
  }
  return rows;
}

class SideBySide final : public Experiment {
 public:
  SideBySide(std::string_view verb, std::string key, std::vector<std::string> values,
             std::vector<ExperimentPtr> each, std::int64_t seed)
      : Experiment(verb), key_(std::move(key)), values_(std::move(values)), each_(std::move(each)) {
    std::vector<Setting> settings;
    for (auto const& setting : each_.front()->resolved()) {
      bool const is_common = setting.key != key_ && std::ranges::all_of(each_, [&](auto const& one) {
                               return std::ranges::find(one->resolved(), setting) != one->resolved().end();
                             });
      if (is_common) settings.push_back(setting);
    }
    for (std::size_t i = 0; i < each_.size(); ++i)
      for (auto const& setting : each_[i]->resolved())
        if (std::ranges::find(settings, setting) == settings.end())
          settings.push_back({fmt::format("{} {}", setting.key, i + 1), setting.value});
    resolve(std::move(settings), seed);
  }

  Estimate estimate() const override {
    Estimate all;
    for (auto const& one : each_) all = all.then(one->estimate());
    return all;
  }

  bool meets_requirement(Result const&) const override { return met_; }
  std::vector<OutputFile> attachments() const override { return files_; }

 private:
  void execute(Result& result, Progress& progress) override {
    for (std::size_t i = 0; i < each_.size(); ++i) {
      auto one = each_[i]->run(progress);
      met_ &= each_[i]->meets_requirement(one);
      add_files(i);
      each_[i].reset();
      add_tables(values_[i], one.tables, result);
      add_arrays(i, std::move(one.arrays), result);
      add_texts(values_[i], one, result);
    }
    for (auto& table : result.tables) table.digest.rows = in_turn(main_rows_[table.name]);
  }

  /// Adds the rows of the tables of one value to the tables of the result with the same names.
  void add_tables(std::string const& value, std::vector<Table> const& tables, Result& result) {
    auto const share = std::max<std::size_t>(brief_rows / values_.size(), 1);
    for (auto const& table : tables) {
      auto known = std::ranges::find(result.tables, table.name, &Table::name);
      if (known == result.tables.end()) known = result.tables.emplace(known);
      auto& rows = main_rows_[table.name].emplace_back(main_rows(table, share));
      for (auto& row : rows) row += known->rows.size();
      add_rows_of(key_, value, table, *known);
    }
  }

  void add_arrays(std::size_t i, std::vector<Array> arrays, Result& result) const {
    for (auto& array : arrays) {
      array.name += fmt::format("_{}", i + 1);
      array.title += ", " + values_[i];
      result.arrays.push_back(std::move(array));
    }
  }

  /// Adds the verdict, the notes and the timings of one value, each with the value.
  static void add_texts(std::string const& value, Result const& one, Result& result) {
    for (auto const& [stage, seconds] : one.timings) result.timings.push_back({value + " " + stage, seconds});
    for (auto const& note : one.notes) result.notes.push_back(value + ": " + note);
    if (one.answer.empty()) return;
    if (!result.answer.empty()) result.answer += "; ";
    result.answer += one.answer.starts_with(value) ? one.answer : value + ": " + one.answer;
  }

  void add_files(std::size_t i) {
    for (auto& file : each_[i]->attachments()) {
      std::filesystem::path const path(file.name);
      file.name = fmt::format("{}_{}{}", path.stem().string(), i + 1, path.extension().string());
      files_.push_back(std::move(file));
    }
  }

  std::string key_;
  std::vector<std::string> values_;
  std::vector<ExperimentPtr> each_;
  std::vector<OutputFile> files_;
  std::map<std::string, std::vector<std::vector<std::size_t>>> main_rows_;  ///< by table, of each value
  bool met_ = true;
};

}  // namespace

std::vector<std::string> values_in(std::string const& key, std::string const& text) {
  if (!text.starts_with('[')) return {text};
  std::vector<std::string> values;
  for (auto const& spec : at_place(key, [&] { return parse_nested(text); })) {
    auto one = spec.to_string();
    if (std::ranges::find(values, one) != values.end())
      throw InputError(fmt::format("{} {} is specified twice", key, shown(one)), "", "", key);
    values.push_back(std::move(one));
  }
  if (values.empty()) throw InputError("no " + key, "", "specify at least one", key);
  return values;
}

ExperimentPtr side_by_side(std::string_view verb, std::string const& key,
                           std::vector<std::string> const& values,
                           std::function<ExperimentPtr(std::string const& value)> const& assemble,
                           std::int64_t seed) {
  std::vector<ExperimentPtr> each;
  each.reserve(values.size());
  for (auto const& value : values) each.push_back(assemble(value));
  return std::make_unique<SideBySide>(verb, key, values, std::move(each), seed);
}

bool is_side_by_side(Result const& result, std::string const& key) {
  return !result.setting(key + " 1").empty();
}

std::vector<RowsOfRouting> rows_by_routing(Table const& table) {
  std::vector<RowsOfRouting> all;
  auto const column = table.column(routing_column);
  for (std::size_t row = 0; row < table.rows.size(); ++row) {
    auto const routing = table.rows[row][column].exact_text();
    auto known = std::ranges::find(all, routing, &RowsOfRouting::routing);
    if (known == all.end()) known = all.insert(all.end(), {routing, {}});
    known->rows.push_back(row);
  }
  return all;
}

}  // namespace weft::verb
