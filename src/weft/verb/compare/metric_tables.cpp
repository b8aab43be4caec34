// SPDX-License-Identifier: Apache-2.0
#include "weft/verb/compare/metric_tables.hpp"

#include <algorithm>
#include <limits>
#include <map>
#include <optional>

#include <fmt/format.h>

#include "weft/analysis/metrics.hpp"
#include "weft/core/quantity.hpp"
#include "weft/io/table_writer.hpp"

namespace weft::verb {
namespace {

/// Returns the exact value, or `lower to upper`.
Value cell(Table const& metrics, std::size_t row) {
  auto const& value = metrics.at(row, "value");
  auto const &lower = metrics.at(row, "lower"), &upper = metrics.at(row, "upper");
  if (!value.is_empty() || (lower.is_empty() && upper.is_empty())) return value;
  return format_interval(lower, upper, std::numeric_limits<double>::infinity());
}

/// Returns a column with the name of the topology in the request.
Column topology_column(std::string const& topology) {
  return {.name = topology, .doc = "value for the topology", .heading = topology, .priority = Priority::high};
}

/// Returns the value in the column `of` of the row with `key` in `column`; empty if there is no such row.
Value value_in(Table const* table, std::string_view column, std::string_view key, std::string_view of) {
  for (std::size_t row = 0; table != nullptr && row < table->rows.size(); ++row)
    if (table->at(row, column) == Value{key}) return table->at(row, of);
  return {};
}

/// Returns the best value of a quantity and the networks with this value, e.g. `highest throughput torus
/// (0.98 of a channel)`.
std::string best_by(std::string_view words, std::string_view unit, bool smallest,
                    std::vector<std::string> const& topologies, std::vector<Value> const& values) {
  std::optional<std::size_t> best;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (!values[i].is_number()) continue;
    auto const number = values[i].number();
    if (!best || (smallest ? number < values[*best].number() : number > values[*best].number())) best = i;
  }
  if (!best) return {};
  auto const ties = std::ranges::count(values, values[*best]);
  auto const price = unit.starts_with('$') ? "$" : "";
  return fmt::format("{} {}{} ({}{}{})", words, topologies[*best],
                     ties > 1 ? fmt::format(" and {} more", ties - 1) : "", price,
                     format_rounded(values[*best].number()), unit.substr(*price != 0 ? 1 : 0));
}

}  // namespace

std::vector<std::string> distinct_names(std::vector<std::string> const& topologies) {
  std::vector<std::string> names;
  for (auto const& topology : topologies) {
    auto const before = std::count(topologies.begin(), topologies.begin() + std::ssize(names), topology);
    names.push_back(before == 0 ? topology : fmt::format("{} ({})", topology, before + 1));
  }
  return names;
}

std::string metrics_verdict(std::vector<std::string> const& topologies, std::vector<Result> const& shown) {
  std::string text;
  auto const add = [&](std::string const& part) {
    if (!part.empty()) text += (text.empty() ? "" : "; ") + part;
  };
  auto const values = [&](std::string_view table, std::string_view column, std::string_view key) {
    std::vector<Value> found;
    for (auto const& each : shown) found.push_back(value_in(each.find_table(table), column, key, "value"));
    return found;
  };
  add(best_by("shortest mean distance", " hops", true, topologies,
              values("metrics", "key", "term_avg_dist")));
  add(best_by("highest throughput", " of a channel per terminal", false, topologies,
              values("metrics", "key", "terminal_throughput")));
  auto prices = values("cost", "fact", "price per terminal");
  for (std::size_t i = 0; i < prices.size(); ++i)
    if (topologies[i].starts_with("failed:")) prices[i] = {};  // no choice, though it costs less
  auto const* const cost = shown.front().find_table("cost");
  bool const are_published = cost != nullptr && cost->title.find("prices of 2014") != std::string::npos;
  add(best_by("lowest price", are_published ? "$ per terminal, prices of 2014" : "$ per terminal", true,
              topologies, prices));
  if (!text.empty()) return text;
  for (std::size_t i = 0; i < shown.size(); ++i) add(topologies[i] + ": " + shown[i].answer);
  return text;
}

Table metrics_side_by_side(std::vector<std::string> const& topologies, std::vector<Result> const& shown) {
  Table table{"metrics", "Metrics", {{"metric"}, {"unit"}}, {}};
  for (auto const& topology : topologies) table.columns.push_back(topology_column(topology));
  table.columns.push_back({.name = "key", .priority = Priority::low});
  for (auto const& doc : metric_docs()) {
    std::vector<Value> row{doc.name, doc.unit};
    bool any = false;
    for (auto const& each : shown) {
      row.emplace_back();
      auto const& metrics = each.table("metrics");
      for (std::size_t i = 0; i < metrics.rows.size(); ++i)
        if (metrics.at(i, "key") == Value{doc.key}) {
          row.back() = cell(metrics, i);
          any = true;
        }
    }
    row.emplace_back(doc.key);
    if (!any) continue;
    if (is_main_metric(doc.key)) table.digest.rows.push_back(table.rows.size());
    table.add_row(std::move(row));
  }
  return table;
}

void add_inexact_notes(std::vector<std::string> const& topologies, std::vector<Result> const& shown,
                       Result& result) {
  for (std::size_t i = 0; i < shown.size(); ++i) {
    std::map<std::string, std::string> metrics_by_method;
    auto const& metrics = shown[i].table("metrics");
    for (std::size_t row = 0; row < metrics.rows.size(); ++row) {
      if (!metrics.at(row, "value").is_empty() || metrics.at(row, "how").is_empty()) continue;
      auto& names = metrics_by_method[metrics.at(row, "how").short_text()];
      names += (names.empty() ? "" : ", ") + metrics.at(row, "metric").short_text();
    }
    for (auto const& [how, names] : metrics_by_method)
      result.notes.push_back(fmt::format("not exact on {}: {} (from {})", topologies[i], names, how));
  }
}

void add_costs(std::vector<std::string> const& topologies, std::vector<Result> const& shown, Result& result) {
  Table table{"cost", {}, {}, {}};
  for (std::size_t i = 0; i < shown.size(); ++i) {
    auto const* const found = shown[i].find_table("cost");
    if (found == nullptr) return;
    if (i == 0) {
      table.title = found->title;
      table.columns = {found->columns[0], found->columns[2]};
      for (auto const& row : found->rows) table.rows.push_back({row[0], row[2]});
    }
    table.columns.push_back(topology_column(topologies[i]));
    for (std::size_t row = 0; row < table.rows.size(); ++row) table.rows[row].push_back(found->rows[row][1]);
  }
  result.tables.push_back(std::move(table));
}

}  // namespace weft::verb
