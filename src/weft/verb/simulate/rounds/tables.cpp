// SPDX-License-Identifier: Apache-2.0
#include "weft/verb/simulate/rounds/tables.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "weft/core/quantity.hpp"
#include "weft/drawing/result_figures.hpp"
#include "weft/experiment/channels.hpp"

namespace weft::verb {

Table Summary::table() const {
  Table table{"summary",
              "Summary",
              {{.name = "terminals", .priority = Priority::low},
               {.name = "messages", .priority = Priority::low},
               {"delivered"},
               {"hops_per_message", "hops", "mean over delivered messages", 4},
               {"rounds_per_message", "rounds", "mean rounds from departure to arrival", 4},
               {.name = "makespan",
                .unit = "rounds",
                .doc = "until the last message arrives",
                .priority = Priority::high}},
              {}};
  auto const arrived = static_cast<double>(std::max<std::uint64_t>(delivered, 1));
  table.add_row(
      {terminals, messages, delivered, static_cast<double>(hops) / arrived, rounds_per_message, makespan});
  table.digest.role = Digest::Role::main;
  return table;
}

std::string Summary::verdict() const {
  auto text =
      fmt::format("makespan {} for {}", format_count(makespan, "round"), format_count(messages, "message"));
  if (delivered < messages) text += fmt::format(" ({} not delivered)", messages - delivered);
  auto const arrived = static_cast<double>(std::max<std::uint64_t>(delivered, 1));
  return text + fmt::format("; a message takes {} rounds over {} hops on average",
                            format_rounded(rounds_per_message),
                            format_rounded(static_cast<double>(hops) / arrived));
}

void add_delays(rounds::DelayStatistics const& delays, Result& result) {
  result.tables.push_back(delays.table("delays"));
  result.tables.push_back(delays.distribution("delay_distribution"));
}

using namespace rounds;

bool is_steady(RoundsParams const& params) { return params.rate > 0 || params.saturation; }

SteadyParams steady_params(RoundsParams const& params) {
  return {
      .rate = params.rate, .arrivals = params.arrivals, .rounds = static_cast<std::uint64_t>(params.rounds)};
}

std::string steady_verdict(SteadyOutcome const& outcome) {
  if (!outcome.sustained)
    return fmt::format("saturated at {} messages per round and terminal: {} are accepted",
                       format_rounded(outcome.offered), format_rounded(outcome.accepted));
  return fmt::format("latency {} rounds at {} messages per round and terminal",
                     format_rounded(outcome.latency), format_rounded(outcome.offered));
}

Table steady_table(SteadyOutcome const& outcome) {
  Table table{"steady",
              "Steady state",
              {{"offered", "messages/round", "per terminal, after the warm-up", 5},
               {"accepted", "messages/round", "", 5},
               {"latency", "rounds", "mean, from arrival to delivery", 3},
               {"plus_minus", "rounds", "half-width of the 95 % confidence interval", 3},
               {"p50", "rounds"},
               {"p99", "rounds"},
               {"max", "rounds"},
               {"rounds", "", "number of simulated rounds"},
               {"warm_up", "rounds"},
               {"sustained", "", "whether the queues did not grow"}},
              {}};
  table.add_row({outcome.offered, outcome.accepted, outcome.latency,
                 std::isfinite(outcome.latency_half_width) ? Value{outcome.latency_half_width} : Value{},
                 outcome.latencies.percentile(0.5), outcome.latencies.percentile(0.99),
                 outcome.latencies.max(), outcome.rounds, outcome.warm_up, outcome.sustained ? "yes" : "no"});
  return table;
}

void add_saturation_tables(Saturation const& found, ArrivalProcess arrivals, Result& result) {
  Table saturation{"saturation",
                   "Saturation: the largest arrival rate with bounded latency",
                   {{"sustained", "messages/round", "largest rate per terminal that was sustained", 5},
                    {"refused", "messages/round", "lowest rate per terminal that was not sustained", 5}},
                   {}};
  auto const rejected = found.rejected > 0 ? found.rejected : std::numeric_limits<double>::quiet_NaN();
  saturation.add_row({found.sustained, rejected});
  result.answer = found.rejected > 0
                      ? fmt::format("saturates between {} and {} messages per round and terminal",
                                    format_rounded(found.sustained), format_rounded(found.rejected))
                      : fmt::format("not saturated at {} messages per round and terminal",
                                    format_rounded(found.sustained));
  if (found.rejected == 0)
    result.notes.push_back(arrivals == ArrivalProcess::bernoulli
                               ? "no rate was refused: at most one message arrives at a terminal in a round "
                                 "(arrivals=bernoulli); arrivals=poisson offers more"
                               : "every rate was sustained: messages need no channel between routers");
  Table trials{"trials",
               "The rates that were tried",
               {{"rate", "messages/round", "", 5},
                {"accepted", "messages/round", "", 5},
                {"latency", "rounds", "", 3},
                {"sustained"}},
               {}};
  for (auto const& trial : found.trials)
    trials.add_row({trial.rate, trial.accepted, trial.latency, trial.sustained ? "yes" : "no"});
  result.tables.push_back(std::move(saturation));
  result.tables.push_back(std::move(trials));
}

void add_messages_left(Histogram const& arrivals, Result& result) {
  if (arrivals.count() == 0) return;
  std::vector<std::uint64_t> rounds{0}, left{arrivals.count()};
  for (auto const& bin : arrivals.bins()) {
    if (bin.value == 0) {
      left.back() -= bin.times;
      continue;
    }
    rounds.push_back(bin.value);
    left.push_back(left.back() - bin.times);
  }
  auto const count = rounds.size();
  rounds.insert(rounds.end(), left.begin(), left.end());
  result.arrays.push_back(
      {"messages_left",
       "Messages left after each round",
       "",
       "rounds in which messages arrive, and the number of messages that are still to arrive after each "
       "of them",
       {2, count},
       std::move(rounds),
       {"round", "messages"}});
}

std::vector<chart::Figure> messages_left_figures(Result const& result) {
  auto const* const array = result.find_array("messages_left");
  if (array == nullptr || array->shape.size() != 2 || array->shape[1] < 3) return {};
  auto const topology = topology_of(result);
  auto const title = topology == nullptr ? title_of(result, topology) : subtitle_of(result, *topology);
  chart::LineChart chart{{"Messages left", title}, {"round"}, {"messages left"}, {{"", {}, {}}}};
  auto& series = chart.series.front();
  auto const count = array->shape[1];
  double half = 0;
  for (std::size_t i = 0; i < count; ++i) {
    series.x.push_back(array->number(i));
    series.y.push_back(array->number(count + i));
    if (half == 0 && 2 * series.y.back() <= series.y.front()) half = series.x.back();
  }
  series.markers = count <= 40;
  chart.x.min = 0;
  chart.y.type = chart::ScaleType::log;
  auto const caption = fmt::format("Half of the {} messages have arrived after {} rounds, the last after {}.",
                                   chart::format_value(series.y.front()), chart::format_value(half),
                                   chart::format_value(series.x.back()));
  return {
      {"messages_left", "Messages left per round", caption, "messages_left", chart::Chart{std::move(chart)}}};
}

}  // namespace weft::verb
