// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <fmt/format.h>

#include "weft/experiment/channels.hpp"
#include "weft/verb/queue/queue.hpp"
#include "weft/verb/side_by_side.hpp"

namespace weft::verb {
using namespace chart;
namespace {

std::string subtitle(Result const& result) {
  return fmt::format("{}, {}, {}", title_of(result, topology_of(result)), result.setting("policy"),
                     result.setting("allocation"));
}

/// Returns a step function that is constant within each time interval.
Series steps(Table const& over_time, std::string name, char const* column, double factor) {
  Series series{std::move(name), {}, {}};
  series.markers = false;
  for (std::size_t row = 0; row < over_time.rows.size(); ++row)
    for (char const* const end : {"from", "to"}) {
      series.x.push_back(over_time.at(row, end).number());
      series.y.push_back(over_time.at(row, column).number() * factor);
    }
  return series;
}

LineChart panel(std::string title, Table const& over_time, char const* column, Axis y, double factor) {
  return {.text = {std::move(title)},
          .x = {.title = "time", .unit = "s"},
          .y = std::move(y),
          .series = {steps(over_time, "", column, factor)}};
}

Figure over_time_figure(Result const& result, Table const& over_time) {
  ChartGrid grid{
      .text = {"The machine and its queue", subtitle(result)},
      .charts = {panel("Utilization", over_time, "utilization", {.title = "nodes in use", .unit = "%"}, 100),
                 panel("Queue", over_time, "waiting", {.title = "jobs that wait"}, 1)},
      .columns = 1,
      .shared_x = true};
  auto const& machine = result.table("machine");
  auto const used = machine.at(0, "utilization").number();
  return {"queue_over_time", "The machine and its queue over time",
          fmt::format("On average {} % of the nodes are in use and {} jobs wait.",
                      format_value(100 * used, 3), format_value(machine.at(0, "queue").number(), 3)),
          "over_time", std::move(grid)};
}

Figure waits_figure(Result const& result, Table const& sizes) {
  BarChart chart{.text = {"Waiting time by job size", subtitle(result)},
                 .category_title = "nodes per job",
                 .categories = {},
                 .y = {.title = "wait", .unit = "s"},
                 .series = {{"mean", {}}, {"90th percentile", {}}}};
  for (std::size_t row = 0; row < sizes.rows.size(); ++row) {
    chart.categories.push_back(sizes.at(row, "nodes").short_text());
    chart.series[0].values.push_back(sizes.at(row, "mean_wait").number());
    chart.series[1].values.push_back(sizes.at(row, "wait_90").number());
  }
  return {"waits", "Waiting time by job size",
          fmt::format("The mean waiting time of all jobs is {} s.",
                      format_value(result.table("summary").at(0, "mean_wait").number(), 4)),
          "sizes", Chart{std::move(chart)}};
}

Figure occupation_figure(Result const& result, Array const& occupation, Table const& over_time) {
  OccupationMap map{
      .title = "Jobs on the nodes over time",
      .subtitle = subtitle(result),
      .rows = static_cast<std::size_t>(occupation.shape[0]),
      .columns = static_cast<std::size_t>(occupation.shape[1]),
      .nodes = static_cast<std::uint64_t>(result.table("summary").at(0, "nodes").number()),
      .from = over_time.rows.empty() ? 0 : over_time.at(0, "from").number(),
      .to = over_time.rows.empty() ? 1 : over_time.at(over_time.rows.size() - 1, "to").number()};
  for (std::size_t i = 0; i < occupation.size(); ++i)
    map.cells.push_back(static_cast<std::uint32_t>(occupation.number(i)));
  return {
      "occupation", "Which job runs where and when",
      "Nodes from the first one upwards, time to the right. Neighboring colors are different jobs; white nodes are "
      "idle.",
      "occupation", std::move(map)};
}

/// The waits of several policies or allocations; the first columns of the table `summary` name them.
Figure compared_waits(Result const& result, Table const& summary) {
  BarChart chart{.text = {"Waiting time of the jobs", result.setting("topology")},
                 .category_title = heading(summary.columns.front()),
                 .categories = {},
                 .y = {.title = "wait", .unit = "s"},
                 .series = {{"mean", {}}, {"90th percentile", {}}}};
  auto const jobs = summary.column("jobs");
  for (std::size_t row = 0; row < summary.rows.size(); ++row) {
    std::string name;
    for (std::size_t column = 0; column < jobs; ++column)
      name += (name.empty() ? "" : ", ") + summary.rows[row][column].exact_text();
    chart.categories.push_back(name);
    chart.series[0].values.push_back(summary.at(row, "mean_wait").number());
    chart.series[1].values.push_back(summary.at(row, "wait_90").number());
  }
  return {"waits", "Waiting time of the jobs",
          "Mean and 90th-percentile waiting time for each policy or allocation.", "summary",
          Chart{std::move(chart)}};
}

}  // namespace

std::vector<Figure> QueueVerb::figures(Result const& result) {
  std::vector<Figure> figures;
  if (auto const* const summary = result.find_table("summary");
      summary != nullptr && (is_side_by_side(result, "allocation") || is_side_by_side(result, "policy")))
    return {compared_waits(result, *summary)};
  auto const* const over_time = result.find_table("over_time");
  auto const* const sizes = result.find_table("sizes");
  if (over_time == nullptr || sizes == nullptr || result.find_table("summary") == nullptr ||
      result.find_table("machine") == nullptr)
    return figures;
  if (auto const* const occupation = result.find_array("occupation"))
    figures.push_back(occupation_figure(result, *occupation, *over_time));
  if (!over_time->rows.empty()) figures.push_back(over_time_figure(result, *over_time));
  figures.push_back(waits_figure(result, *sizes));
  return figures;
}

}  // namespace weft::verb
