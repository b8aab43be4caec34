// SPDX-License-Identifier: Apache-2.0
#include "weft/verb/collective/tables.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "weft/collective/routes/routes.hpp"
#include "weft/core/quantity.hpp"
#include "weft/workload/call_algorithms.hpp"

namespace weft::verb {
using namespace chart;
namespace {

/// Returns the table `collective` without rows.
Table summary_columns() {
  return {
      "collective",
      "Time by algorithm and size of a message, executed",
      {{"bytes", "", "size of a message (of a vector for reductions)"},
       {"algorithm"},
       {.name = "engine",
        .doc = "schedule: planned, and executed slot by slot; rounds: simulated",
        .priority = Priority::low},
       {.name = "reduction_in",
        .doc =
            "host: ranks copy and add blocks; switch: also routers without ranks, as in-network reduction does",
        .heading = "reduction in"},
       {.name = "blocks", .doc = "blocks into which a message is cut", .priority = Priority::low},
       {.name = "steps", .priority = Priority::low},
       {.name = "slots",
        .doc = "the makespan; in a slot a channel carries its bandwidth in blocks",
        .priority = Priority::low},
       {.name = "time",
        .unit = "seconds",
        .doc =
            "latency + beta * slots * bytes / blocks; latency = alpha per round of messages and hop per step; "
            "alpha * steps where routers copy or add, and with hop=-1",
        .priority = Priority::high},
       {.name = "bound_steps",
        .doc = "lower bound: the distance to the farthest rank",
        .heading = "lower bound: steps",
        .priority = Priority::low},
       {.name = "bound_slots",
        .doc = "lower bound by the blocks that the busiest node, or all nodes together, must send or "
               "receive",
        .heading = "lower bound: slots",
        .priority = Priority::low},
       {.name = "bound_time",
        .unit = "seconds",
        .doc = "lower bound for any number of blocks, from latency and bandwidth",
        .heading = "lower bound: time"},
       {.name = "time_over_bound",
        .doc = "time / lower bound",
        .decimals = 3,
        .heading = "time / bound",
        .priority = Priority::high},
       {"utilization", "", "mean over all channels and slots", 4}},
      {}};
}

void add_summary_row(CollectiveOutcome const& outcome, std::uint64_t size, collective::Cost const& cost,
                     Table& table) {
  auto const exact = static_cast<double>(size);
  auto const& run = outcome.best(exact, cost);
  auto const time = run.seconds(exact, cost), minimum = outcome.bounds.seconds(exact, cost);
  table.add_row({size, outcome.algorithm, outcome.engine,
                 outcome.adds_in.empty() ? Value{} : Value{outcome.adds_in}, run.blocks_per_message,
                 run.steps, run.slots, time, outcome.bounds.steps,
                 outcome.bounds.slots(run.blocks_per_message, cost.switching()), minimum,
                 minimum == 0 ? Value{} : Value{time / minimum}, run.utilization});
}

/// Returns the table `collective`; its digest has the largest messages, the fastest algorithm first.
Table summary_table(std::vector<CollectiveOutcome> const& outcomes, std::vector<std::uint64_t> const& bytes,
                    collective::Cost const& cost) {
  auto table = summary_columns();
  for (auto const size : bytes)
    for (auto const& outcome : outcomes) add_summary_row(outcome, size, cost, table);
  for (auto row = table.rows.size() - outcomes.size(); row < table.rows.size(); ++row)
    table.digest.rows.push_back(row);
  std::ranges::stable_sort(table.digest.rows, {},
                           [&](std::size_t row) { return table.at(row, "time").number(); });
  return table;
}

Table outcome_channels(std::vector<CollectiveOutcome> const& outcomes, double bytes,
                       collective::Cost const& cost) {
  Table table{
      "channels",
      "By class of channels, for the largest messages",
      {{"algorithm"},
       {"class"},
       {"channels"},
       {"blocks", "", "blocks carried in total"},
       {"mean", "blocks", "mean per channel", 2},
       {"max", "blocks", "load of the most loaded channel"},
       {"utilization", "", "mean over all slots", 4},
       {"peak", "",
        "highest utilization in a slot (in schedules of more than 2,048 slots: in a short interval)", 4}},
      {}};
  for (auto const& outcome : outcomes) {
    auto const& run = outcome.best(bytes, cost);
    if (!run.by_class) continue;
    for (std::size_t row = 0; row < run.by_class->rows().size(); ++row) {
      auto const& of = run.by_class->rows()[row];
      auto const carried = run.by_class->carried(row);
      table.add_row({outcome.algorithm, of.name, of.channels, std::llround(carried),
                     of.channels == 0 ? 0 : carried / static_cast<double>(of.channels), run.max_load[row],
                     run.by_class->mean(row), run.by_class->peak(row)});
    }
  }
  return table;
}

Table crossover_table(std::vector<CollectiveOutcome> const& outcomes, std::uint64_t low, std::uint64_t high,
                      collective::Cost const& cost) {
  Table table{
      "crossover",
      "The fastest algorithm by message size, from each size on",
      {{"from", "bytes"},
       {"algorithm"},
       {.name = "reduction_in", .doc = "devices that copy and add blocks", .heading = "reduction in"},
       {"blocks"},
       {"time", "seconds"},
       {.name = "time_over_bound", .doc = "time / lower bound", .decimals = 3, .heading = "time / bound"}},
      {}};
  for (auto const& [bytes, fastest] : crossovers(outcomes, low, high, cost)) {
    auto const& outcome = outcomes[fastest];
    auto const size = static_cast<double>(bytes);
    auto const& run = outcome.best(size, cost);
    auto const time = run.seconds(size, cost), minimum = outcome.bounds.seconds(size, cost);
    table.add_row({bytes, outcome.algorithm, outcome.adds_in.empty() ? Value{} : Value{outcome.adds_in},
                   run.blocks_per_message, time, minimum == 0 ? Value{} : Value{time / minimum}});
  }
  return table;
}

LineChart time_lines(Table const& collective) {
  LineChart chart{
      .text = {.title = collective.title,
               .source = "dashed: the lower bound from latency and bandwidth, for any number of packets"},
      .x = {"message size", "bytes", ScaleType::log},
      .y = {"time", "s", ScaleType::log},
      .series = {}};
  auto const algorithm = collective.column("algorithm"), bytes = collective.column("bytes"),
             time = collective.column("time"), minimum = collective.column("bound_time");
  Series bound{.name = "lower bound", .x = {}, .y = {}, .markers = false, .dashed = true};
  std::string first;
  for (auto const& row : collective.rows) {
    auto const name = std::get<std::string>(row[algorithm].content());
    if (first.empty()) first = name;
    auto series = std::ranges::find(chart.series, name, &Series::name);
    if (series == chart.series.end())
      series =
          chart.series.insert(chart.series.end(), Series{.name = name, .x = {}, .y = {}, .markers = false});
    series->x.push_back(row[bytes].number());
    series->y.push_back(row[time].number());
    if (name != first) continue;
    bound.x.push_back(row[bytes].number());
    bound.y.push_back(row[minimum].number());
  }
  chart.series.push_back(std::move(bound));
  return chart;
}

std::string verdict_for(std::string_view operation, std::uint64_t ranks,
                        std::vector<CollectiveOutcome> const& outcomes, std::uint64_t bytes,
                        collective::Cost const& cost) {
  auto const size = static_cast<double>(bytes);
  auto const seconds = [&](CollectiveOutcome const& outcome) {
    return outcome.best(size, cost).seconds(size, cost);
  };
  CollectiveOutcome const *of_hosts = nullptr, *of_all = nullptr;
  for (auto const& outcome : outcomes) {
    if (of_all == nullptr || seconds(outcome) < seconds(*of_all)) of_all = &outcome;
    if (!outcome.reduces_in_routers() && (of_hosts == nullptr || seconds(outcome) < seconds(*of_hosts)))
      of_hosts = &outcome;
  }
  auto const place = [](CollectiveOutcome const& outcome) {
    return outcome.reduces_in_routers() ? " (reduction in switches)" : "";
  };
  auto const& first = of_hosts != nullptr ? *of_hosts : *of_all;
  auto text =
      fmt::format("{} of {} on {}: {} with {}{}", operation, format_size(size), format_count(ranks, "rank"),
                  format_span(seconds(first)), first.algorithm, place(first));
  if (auto const minimum = first.bounds.seconds(size, cost); minimum > 0)
    text += fmt::format(", {:.2f} times the lower bound", seconds(first) / minimum);
  if (of_all != &first)
    text += fmt::format("; {} with {}{}", format_span(seconds(*of_all)), of_all->algorithm, place(*of_all));
  return text;
}

}  // namespace

std::string verdict_of(std::string_view operation, std::uint64_t ranks,
                       std::vector<CollectiveOutcome> const& outcomes,
                       std::vector<std::uint64_t> const& bytes, collective::Cost const& cost) {
  auto const largest = verdict_for(operation, ranks, outcomes, bytes.back(), cost);
  return bytes.size() == 1 ? largest
                           : verdict_for(operation, ranks, outcomes, bytes.front(), cost) + "; " + largest;
}

std::string format_conditions(collective::Ranks const* ranks, AnyTopology const& topology,
                              std::uint64_t bytes, collective::Cost const& cost) {
  auto text = ranks != nullptr ? collective::format_path_rule(*ranks) + ", " : std::string{};
  if (bytes > 0 && cost.beta > 0) text += format_channel_rate(topology, 1 / cost.beta) + ", ";
  return text + "alpha " + format_span(cost.alpha);
}

std::vector<Table> collective_tables(std::vector<CollectiveOutcome> const& outcomes,
                                     std::vector<std::uint64_t> const& bytes, collective::Cost const& cost) {
  std::vector<Table> tables{summary_table(outcomes, bytes, cost)};
  auto channels = outcome_channels(outcomes, static_cast<double>(bytes.back()), cost);
  if (!channels.rows.empty()) tables.push_back(std::move(channels));
  if (outcomes.size() > 1) tables.push_back(crossover_table(outcomes, bytes.front(), bytes.back(), cost));
  if (outcomes.size() > 1 && bytes.size() > 1) tables.back().digest.role = Digest::Role::main;
  return tables;
}

namespace {

/// Adds the simulated times of in_network with flits.
void add_flits(Table const& flits, LineChart& chart) {
  auto const algorithm = flits.column("algorithm"), bytes = flits.column("bytes"),
             time = flits.column("time");
  for (auto const& row : flits.rows) {
    auto const name = std::get<std::string>(row[algorithm].content()) + " on flits";
    if (chart.series.empty() || chart.series.back().name != name)
      chart.series.push_back({.name = name, .x = {}, .y = {}, .markers = true});
    chart.series.back().x.push_back(row[bytes].number());
    chart.series.back().y.push_back(row[time].number());
  }
}

}  // namespace

std::vector<Figure> time_figures(Result const& result, std::string const& title) {
  auto const* const found = result.find_table("collective");
  if (found == nullptr) return {};
  auto const& table = *found;
  auto chart = time_lines(table);
  chart.text.title = title;
  if (chart.series.back().x.size() < 2) return {};
  if (auto const* const flits = result.find_table("flits")) add_flits(*flits, chart);
  auto const bytes = table.column("bytes"), time = table.column("time");
  std::vector<Value> const* fastest = nullptr;
  for (auto const& row : table.rows) {
    bool const larger = fastest == nullptr || row[bytes].number() > (*fastest)[bytes].number();
    if (larger || (row[bytes] == (*fastest)[bytes] && row[time].number() < (*fastest)[time].number()))
      fastest = &row;
  }
  auto const place = (*fastest)[table.column("reduction_in")].short_text();
  bool const by_routers = place == "switch" || place == "routers";  // "routers": in results of Weft 0.2
  auto const caption = fmt::format("{} bytes take at least {} s, with {}{}; the lower bound is {} s.",
                                   (*fastest)[bytes].short_text(), (*fastest)[time].short_text(),
                                   (*fastest)[table.column("algorithm")].short_text(),
                                   by_routers ? ", for which routers copy and add" : "",
                                   (*fastest)[table.column("bound_time")].short_text());
  return {{"time", "Time against message size", caption, "collective", Chart{std::move(chart)}}};
}

}  // namespace weft::verb
