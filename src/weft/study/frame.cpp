// SPDX-License-Identifier: Apache-2.0
#include "weft/study/frame.hpp"

#include <algorithm>
#include <numeric>

#include <fmt/format.h>

#include "weft/study/expression.hpp"

namespace weft::study {
namespace {

/// A cell of a result: `table.column` or `table[first cell].column`.
struct CellName {
  std::string table, cell, column;

  static std::optional<CellName> parse(std::string const& name) {
    auto const dot = name.rfind('.');
    if (dot == std::string::npos) return {};
    CellName cell{name.substr(0, dot), {}, name.substr(dot + 1)};
    if (auto const open = cell.table.find('['); open != std::string::npos) {
      cell.cell = cell.table.substr(open + 1, cell.table.size() - open - 2);
      cell.table.resize(open);
    }
    return cell;
  }

  std::optional<Value> in(Result const& result) const {
    auto const* const found = result.find_table(table);
    if (found == nullptr) return {};
    auto const place = found->find_column(column);
    if (!place) return {};
    for (auto const& row : found->rows)
      if (cell.empty() || row.front().exact_text() == cell) return row[*place];
    return Value{};
  }
};

/// Returns a parameter of a part of the scenario, such as `topology.side`.
std::optional<Value> find_argument(Result const& result, CellName const& name) {
  auto const* const text = find_setting(result.scenario, name.table);
  if (text == nullptr) return {};
  for (auto const& argument : Spec::parse(*text).arguments)
    if (argument.key == name.column) return to_value(argument.value);
  return {};
}

std::optional<Value> find_in_run(Outcome const& outcome, std::string const& name) {
  for (auto const& [key, value] : outcome.run.labels)
    if (key == name) return to_value(value);
  if (auto const value = value_in_result(outcome.result, name)) return value;
  if (auto const cell = CellName::parse(name)) return find_argument(outcome.result, *cell);
  if (name == "verb") return outcome.run.request.name;
  if (auto const* const stated = detail::find_argument(outcome.run.request, name)) return to_value(*stated);
  if (name == "seed") return Value{outcome.result.seed};
  if (auto const* const resolved = find_setting(outcome.result.scenario, name)) return to_value(*resolved);
  return {};
}

}  // namespace

std::string const* find_setting(std::vector<Setting> const& settings, std::string_view key) {
  auto const found = std::ranges::find(settings, key, &Setting::key);
  return found == settings.end() ? nullptr : &found->value;
}

std::optional<Value> value_in_result(Result const& result, std::string const& name) {
  if (name == "answer") return result.answer;
  auto const cell = CellName::parse(name);
  if (!cell) return {};
  if (cell->table == "seconds")
    for (auto const& timing : result.timings)
      if (timing.stage == cell->column) return timing.seconds;
  return cell->in(result);
}

UnknownName::UnknownName(std::string const& problem, std::string const& name,
                         std::vector<std::string> const& known, bool final_)
    : InputError(fmt::format(fmt::runtime(problem), shown(name)), "", suggest(name, known)),
      final(final_),
      typo(!nearest(name, known).empty()) {}

std::optional<Value> Frame::Record::find(std::string const& name) const {
  for (auto const& [key, value] : fields)
    if (key == name) return value;
  auto const column = table == nullptr ? std::nullopt : table->find_column(name);
  bool const has_that_name = column && table->columns[*column].name == name;
  if (has_that_name) return table->rows[row][*column];
  if (outcome != nullptr)
    if (auto const value = find_in_run(*outcome, name)) return value;
  return column ? std::optional(table->rows[row][*column]) : std::nullopt;  // found by a former name
}

Value Frame::value(std::size_t row, std::string const& name) const {
  return records_[row].find(name).value_or(Value{});
}

Group Frame::all() const {
  Group rows(size());
  std::iota(rows.begin(), rows.end(), 0);
  return rows;
}

Column const* Frame::column(std::string const& name) const {
  auto const cell = CellName::parse(name);
  for (auto const& record : records_) {
    if (record.table != nullptr)
      if (auto const place = record.table->find_column(name)) return &record.table->columns[*place];
    if (record.outcome == nullptr || !cell) continue;
    if (auto const* const table = record.outcome->result.find_table(cell->table))
      if (auto const place = table->find_column(cell->column)) return &table->columns[*place];
  }
  return nullptr;
}

void Frame::require_names(Expression const& expression) const {
  if (records_.empty()) return;
  for (auto const& name : expression.names()) {
    if (std::ranges::any_of(records_, [&](Record const& record) { return record.find(name).has_value(); }))
      continue;
    std::vector<std::string> known;
    auto const& record = records_.front();
    for (auto const& [key, value] : record.fields) known.push_back(key);
    if (record.table != nullptr)
      for (auto const& column : record.table->columns) known.push_back(column.name);
    if (record.outcome != nullptr) {
      for (auto const& [key, value] : record.outcome->run.labels) known.push_back(key);
      for (auto const& table : record.outcome->result.tables)
        for (auto const& column : table.columns) known.push_back(table.name + "." + column.name);
    }
    bool const is_cell = name.find('.') != std::string::npos;
    throw UnknownName("no run has '{}'", name, known,
                      record.outcome == nullptr || (record.table == nullptr && !is_cell));
  }
}

void Frame::keep(Expression const& where) {
  require_names(where);
  auto const rows = all();
  std::vector<Record> kept;
  for (auto const row : rows)
    if (where.is_true(*this, rows, row)) kept.push_back(records_[row]);
  records_ = std::move(kept);
}

std::vector<Cluster> make_clusters(Frame const& frame, Group const& rows,
                                   std::vector<Expression> const& keys) {
  std::vector<Cluster> clusters;
  for (auto const row : rows) {
    std::vector<Value> key;
    for (auto const& expression : keys) key.push_back(expression.at(frame, rows, row));
    auto found = std::ranges::find_if(
        clusters, [&](Cluster const& cluster) { return std::ranges::equal(cluster.key, key, equal_values); });
    if (found == clusters.end()) found = clusters.insert(clusters.end(), {std::move(key), {}});
    found->rows.push_back(row);
  }
  return clusters;
}

}  // namespace weft::study
