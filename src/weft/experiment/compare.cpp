#include "weft/experiment/compare.hpp"

#include "weft/core/error.hpp"
#include "weft/experiment/show.hpp"
#include "weft/experiment/simulate.hpp"

namespace weft {
namespace {

/// The facts of all topologies as one table: a row a fact, a column a topology.
Table side_by_side(std::vector<std::string> const& topologies, std::vector<Result> const& shown) {
  Table table{"facts", "Facts", {{"fact"}, {"unit"}}, {}};
  for (auto const& topology : topologies) table.columns.push_back({topology});
  auto const row_of = [&](Value const& fact, Value const& unit) -> std::vector<Value>& {
    for (auto& row : table.rows)
      if (row[0] == fact) return row;
    std::vector<Value> row(topologies.size() + 2);
    row[0] = fact;
    row[1] = unit;
    table.add_row(std::move(row));
    return table.rows.back();
  };
  for (std::size_t i = 0; i < shown.size(); ++i)
    for (auto const& row : shown[i].table("facts").rows) row_of(row[0], row[2])[i + 2] = row[1];
  return table;
}

}  // namespace

Result compare(std::vector<std::string> const& topologies, Scenario const& scenario, Progress& progress) {
  std::vector<Result> shown;
  for (auto const& topology : topologies) shown.push_back(show(topology));
  Result result = shown.at(0);
  result.scenario.clear();
  for (std::size_t i = 0; i < shown.size(); ++i)
    result.scenario.push_back({"topology " + std::to_string(i + 1), shown[i].scenario.at(0).value});
  result.tables = {side_by_side(topologies, shown)};
  if (scenario.messages == 0) return result;
  result.seed = static_cast<std::uint64_t>(scenario.seed);
  Table table{"simulated", "The same traffic on each", {{"topology"}, {"routing"}}, {}};
  for (auto const& topology : topologies) {
    Scenario one = scenario;
    one.topology = topology;
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
