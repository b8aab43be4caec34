// SPDX-License-Identifier: Apache-2.0
#include "weft/verb/side_by_side.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "weft/core/error.hpp"
#include "weft/core/spec.hpp"

namespace weft::verb {
namespace {

constexpr char const* routing_column = "routing";

/// Adds the rows of one routing; columns that other routings lack stay empty there.
void add_rows_of(std::string const& routing, Table const& from, Table& table) {
  if (table.columns.empty()) {
    table.name = from.name;
    table.title = from.title;
    table.columns = {{routing_column}};
  }
  std::vector<std::size_t> places;
  for (auto const& column : from.columns) {
    auto name = column;
    if (name.name == routing_column) name.name = "of routing";
    auto const known = std::ranges::find(table.columns, name.name, &Column::name);
    places.push_back(static_cast<std::size_t>(known - table.columns.begin()));
    if (known != table.columns.end()) continue;
    table.columns.push_back(std::move(name));
    for (auto& row : table.rows) row.emplace_back();
  }
  for (auto const& cells : from.rows) {
    std::vector<Value> row(table.columns.size());
    row.front() = routing;
    for (std::size_t c = 0; c < cells.size(); ++c) row[places[c]] = cells[c];
    table.add_row(std::move(row));
  }
}

class SideBySide final : public Experiment {
 public:
  SideBySide(std::string_view verb, std::vector<std::string> routings, std::vector<ExperimentPtr> each,
             std::int64_t seed)
      : Experiment(verb), routings_(std::move(routings)), each_(std::move(each)) {
    std::vector<Setting> settings;
    for (auto const& setting : each_.front()->resolved()) {
      bool const is_common =
          setting.key != routing_column && std::ranges::all_of(each_, [&](auto const& one) {
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

  bool is_met(Result const&) const override { return met_; }

 private:
  void execute(Result& result, Progress& progress) override {
    for (std::size_t i = 0; i < each_.size(); ++i) {
      auto one = each_[i]->run(progress);
      met_ &= each_[i]->is_met(one);
      each_[i].reset();
      auto const& routing = routings_[i];
      for (auto const& table : one.tables) {
        auto const known = std::ranges::find(result.tables, table.name, &Table::name);
        if (known == result.tables.end()) {
          result.tables.emplace_back();
          add_rows_of(routing, table, result.tables.back());
        } else {
          add_rows_of(routing, table, *known);
        }
      }
      for (auto& array : one.arrays) {
        array.name += fmt::format("_{}", i + 1);
        array.title += ", " + routing;
        result.arrays.push_back(std::move(array));
      }
      for (auto const& [stage, seconds] : one.timings)
        result.timings.push_back({routing + " " + stage, seconds});
      for (auto const& note : one.notes) result.notes.push_back(routing + ": " + note);
      if (one.answer.empty()) continue;
      if (!result.answer.empty()) result.answer += "; ";
      result.answer += one.answer.starts_with(routing) ? one.answer : routing + ": " + one.answer;
    }
  }

  std::vector<std::string> routings_;
  std::vector<ExperimentPtr> each_;
  bool met_ = true;
};

}  // namespace

std::vector<std::string> routings_in(std::string const& text) {
  if (!text.starts_with('[')) return {text};
  std::vector<std::string> routings;
  for (auto const& spec : at_place("routing", [&] { return parse_nested(text); })) {
    auto one = spec.to_string();
    if (std::ranges::find(routings, one) != routings.end())
      throw InputError("routing " + shown(one) + " is specified twice", "", "", "routing");
    routings.push_back(std::move(one));
  }
  if (routings.empty()) throw InputError("no routing is specified", "", "specify at least one", "routing");
  return routings;
}

ExperimentPtr side_by_side(std::string_view verb, std::vector<std::string> const& routings,
                           std::function<ExperimentPtr(std::string const& routing)> const& assemble,
                           std::int64_t seed) {
  std::vector<ExperimentPtr> each;
  each.reserve(routings.size());
  for (auto const& routing : routings) each.push_back(assemble(routing));
  return std::make_unique<SideBySide>(verb, routings, std::move(each), seed);
}

bool is_side_by_side(Result const& result) { return !result.setting("routing 1").empty(); }

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
