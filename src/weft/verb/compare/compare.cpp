#include "weft/verb/compare/compare.hpp"

#include <algorithm>

#include "weft/core/error.hpp"
#include "weft/verb/show/show.hpp"
#include "weft/verb/simulate/simulate.hpp"

namespace weft {
namespace {

/// An exact value, or `lower to upper`.
Value cell(Table const& metrics, std::size_t row) {
  auto const& value = metrics.at(row, "value");
  auto const &lower = metrics.at(row, "lower"), &upper = metrics.at(row, "upper");
  if (!value.is_empty() || (lower.is_empty() && upper.is_empty())) return value;
  if (upper.is_empty()) return "at least " + lower.short_text();
  return lower.short_text() + " to " + upper.short_text();
}

/// The metrics of all topologies as one table: a row a metric, a column a topology.
Table side_by_side(std::vector<std::string> const& topologies, std::vector<Result> const& shown) {
  Table table{"metrics", "Metrics", {{"metric"}, {"unit"}}, {}};
  for (auto const& topology : topologies) table.columns.push_back({topology});
  table.columns.push_back({"key"});
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
    if (any) table.add_row(std::move(row));
  }
  return table;
}

/// The costs of all topologies as one table; nothing if some has none.
void add_costs(std::vector<std::string> const& topologies, std::vector<Result> const& shown, Result& result) {
  Table table{"cost", "Cost", {}, {}};
  for (std::size_t i = 0; i < shown.size(); ++i) {
    auto const& tables = shown[i].tables;
    auto const found = std::ranges::find(tables, "cost", &Table::name);
    if (found == tables.end()) return;
    if (i == 0) {
      table.columns = {found->columns[0], found->columns[2]};
      for (auto const& row : found->rows) table.rows.push_back({row[0], row[2]});
    }
    table.columns.push_back({topologies[i]});
    for (std::size_t row = 0; row < table.rows.size(); ++row) table.rows[row].push_back(found->rows[row][1]);
  }
  result.tables.push_back(std::move(table));
}

}  // namespace

Result compare(std::vector<std::string> const& topologies, Scenario const& scenario,
               MetricOptions const& options, Setup const& setup, Progress& progress) {
  std::vector<Result> shown;
  for (auto const& topology : topologies) shown.push_back(show(topology, options, setup, progress));
  Result result = shown.at(0);
  result.scenario.clear();
  for (std::size_t i = 0; i < shown.size(); ++i)
    result.scenario.push_back({"topology " + std::to_string(i + 1), shown[i].scenario.at(0).value});
  result.scenario.push_back({"layout", resolved_layout(setup.layout)});
  result.scenario.push_back({"cost", resolved_cost(setup.cost)});
  result.tables = {side_by_side(topologies, shown)};
  add_costs(topologies, shown, result);
  if (scenario.messages == 0) return result;
  result.seed = static_cast<std::uint64_t>(scenario.seed);
  Table table{"simulated", "The same traffic on each", {{"topology"}, {"routing"}}, {}};
  for (auto const& topology : topologies) {
    Scenario one = scenario;
    one.topology = topology;
    one.layout = resolved_layout(setup.layout);
    auto const simulated = simulate(one, progress);
    auto const& summary = simulated.table("summary");
    if (table.rows.empty())
      table.columns.insert(table.columns.end(), summary.columns.begin(), summary.columns.end());
    std::vector<Value> row{
        topology, simulated.scenario.at(1).value.substr(0, simulated.scenario.at(1).value.find(':'))};
    row.insert(row.end(), summary.rows.at(0).begin(), summary.rows.at(0).end());
    table.add_row(std::move(row));
    for (auto const& timing : simulated.timings)
      result.timings.push_back({topology + " " + timing.stage, timing.seconds});
  }
  result.tables.push_back(std::move(table));
  return result;
}

}  // namespace weft
