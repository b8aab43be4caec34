// SPDX-License-Identifier: Apache-2.0
#include "weft/workload/flit/over_time_tables.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <numeric>

#include <fmt/format.h>

#include "weft/core/error.hpp"
#include "weft/engine/flit/recorder.hpp"
#include "weft/experiment/channels.hpp"
#include "weft/workload/flit/class_tables.hpp"

namespace weft {
namespace {

using flit::FlitNetwork;
using flit::Timeline;

/// Number of measures of an output port: flits, credits in use, stalls by cause.
constexpr std::size_t measures = 2 + Timeline::num_stall_causes;
using PortMeans = std::array<double, measures>;

std::vector<std::string> measure_names() { return {"flits", "queue", "no_credit", "no_vc", "no_switch"}; }

std::vector<Column> measure_columns() {
  return {{"flits", "1/cycle", "", 4},
          {"queue", "flits",
           "mean number of credits in use: flits on the channel or in the downstream "
           "buffer",
           3},
          {"no_credit", "", "mean number of virtual channels with a flit for this channel but no credit", 4},
          {"no_vc", "", "mean number of head flits for this channel without a free virtual channel", 4},
          {"no_switch", "",
           "mean number of flits for this channel that are ready but are not granted "
           "the switch",
           4}};
}

PortMeans means_of(Timeline::Port const& port, std::uint64_t cycles) {
  PortMeans means{static_cast<double>(port.flits), static_cast<double>(port.queue)};
  for (std::size_t cause = 0; cause < Timeline::num_stall_causes; ++cause)
    means[2 + cause] = static_cast<double>(port.stalled[cause]);
  for (auto& mean : means) mean /= static_cast<double>(std::max<std::uint64_t>(cycles, 1));
  return means;
}

/// Calls visit(out, is_channel) for each output port; `is_channel`: whether it leads to a router.
template <class Visit>
void visit_outputs(FlitNetwork const& machine, Visit visit) {
  for (std::uint32_t r = 0; r < machine.num_routers(); ++r)
    for (auto out = machine.first_out(r); out < machine.first_out(r + 1); ++out)
      visit(out, out - machine.first_out(r) < machine.channels(r));
}

/// Returns the sum of the stalls of all output ports and of the credits in use at network channels.
Timeline::Port sum_of_interval(FlitNetwork const& machine, Timeline const& figures, std::size_t i) {
  Timeline::Port sum;
  visit_outputs(machine, [&](std::uint32_t out, bool is_channel) {
    auto port = figures.port(i, out);
    if (!is_channel) port.queue = port.flits = 0;
    sum.merge(port);
  });
  return sum;
}

Table over_time_table(FlitNetwork const& machine, std::size_t channels, Timeline const& figures) {
  Table table{"over_time",
              "Over time",
              {{"from", "cycles"},
               {"to", "cycles"},
               {"offered", "flits/cycle", "created flits per terminal", 4},
               {"accepted", "flits/cycle", "arrived flits per terminal", 4},
               {"latency", "cycles", "mean latency of the packets that arrived", 2},
               {"packets", "", "packets that arrived"},
               {"in_flight", "packets", "packets in flight at the end of the interval"},
               {"waiting", "packets", "packets that wait at sources at the end of the interval"},
               {"queue", "flits", "credits in use per channel of the network, mean", 3},
               {"no_credit", "",
                "mean number of virtual channels with a flit but no credit, in the "
                "whole network",
                2},
               {"no_vc", "",
                "mean number of head flits without a free virtual channel, in the whole "
                "network",
                2},
               {"no_switch", "",
                "mean number of flits that are ready but are not granted the switch, "
                "in the whole network",
                2}},
              {}};
  auto const waiting = figures.waiting(), in_flight = figures.in_flight();
  for (std::size_t i = 0; i < figures.size(); ++i) {
    auto const& interval = figures.network[i];
    auto const cycles = figures.length(i);
    auto const per_terminal =
        static_cast<double>(cycles) * std::max(static_cast<double>(figures.num_terminals), 1.0);
    auto const all = means_of(sum_of_interval(machine, figures, i), cycles);
    table.add_row({figures.from(i), figures.to(i), static_cast<double>(interval.offered) / per_terminal,
                   static_cast<double>(interval.received) / per_terminal,
                   interval.delivered == 0
                       ? Value()
                       : static_cast<double>(interval.latency) / static_cast<double>(interval.delivered),
                   interval.delivered, in_flight[i], waiting[i],
                   all[1] / static_cast<double>(std::max<std::size_t>(channels, 1)), all[2], all[3], all[4]});
  }
  return table;
}

/// Returns the table of the ports with the most waiting flits over the whole run.
Table congested_table(FlitAssembly const& setting, FlitNetwork const& machine, Timeline const& figures) {
  constexpr std::size_t max_named = 20;
  std::vector<Timeline::Port> sums(figures.num_ports);
  for (std::size_t i = 0; i < figures.size(); ++i)
    for (std::size_t out = 0; out < figures.num_ports; ++out) sums[out].merge(figures.port(i, out));
  auto const stalls = [&](std::uint32_t out) {
    return std::accumulate(sums[out].stalled.begin(), sums[out].stalled.end(), std::uint64_t{0});
  };
  std::vector<std::uint32_t> order(figures.num_ports);
  std::iota(order.begin(), order.end(), 0u);
  std::ranges::stable_sort(order, std::greater{}, stalls);
  Table table{
      "congested_channels", "Channels with the most waiting flits, over the whole run", {{"channel"}}, {}};
  std::ranges::move(measure_columns(), std::back_inserter(table.columns));
  for (auto const out : std::span(order).first(std::min(max_named, order.size()))) {
    if (stalls(out) == 0) break;
    std::vector<Value> row{channel_name(setting, machine, out)};
    for (auto const mean : means_of(sums[out], figures.cycles)) row.emplace_back(mean);
    table.add_row(std::move(row));
  }
  return table;
}

/// Returns a table with a row per interval and active channel.
Table channels_table(FlitAssembly const& setting, FlitNetwork const& machine, Timeline const& figures) {
  Table table{"channels_over_time",
              "Every channel over time",
              {{"start", "cycles", "start of the interval"},
               {"from", "", "source router"},
               {"port", "", "output port of the source"},
               {"to", "", "target router"},
               {"class"}},
              {}};
  std::ranges::move(measure_columns(), std::back_inserter(table.columns));
  auto const& network = *setting.network;
  for (std::size_t i = 0; i < figures.size(); ++i)
    visit_outputs(machine, [&](std::uint32_t out, bool is_channel) {
      auto const means = means_of(figures.port(i, out), figures.length(i));
      if (!is_channel || std::ranges::all_of(means, [](double mean) { return mean == 0; })) return;
      auto const r = machine.router_of_out(out), p = out - machine.first_out(r);
      PortId const port{static_cast<std::uint16_t>(p)};
      auto const c = network.channel({r}, port);
      std::vector<Value> row{figures.from(i), setting.labels->cell({r}),
                             setting.labels->port_number({r}, port), setting.labels->cell(network.target(c)),
                             network.classes()[network.class_of(c).v].name};
      for (auto const mean : means) row.emplace_back(mean);
      table.add_row(std::move(row));
    });
  return table;
}

/// Values by measure, then by interval, then by port, router or terminal.
class TimeSeries {
 public:
  TimeSeries(std::size_t of_measures, std::size_t intervals, std::size_t places)
      : intervals_(intervals), places_(places), shape_{of_measures, intervals, places} {
    values_.resize(of_measures * intervals * places);
  }
  double& at(std::size_t measure, std::size_t interval, std::size_t place) {
    return values_[(measure * intervals_ + interval) * places_ + place];
  }
  Array array(std::string name, std::string title, std::string doc, std::vector<std::string> labels) && {
    return {std::move(name),   std::move(title),   "per cycle",      std::move(doc),
            std::move(shape_), std::move(values_), std::move(labels)};
  }

 private:
  std::size_t intervals_, places_;
  std::vector<std::uint64_t> shape_;
  std::vector<double> values_;
};

Array channel_array(FlitAssembly const& setting, FlitNetwork const& machine, Timeline const& figures) {
  auto const& network = *setting.network;
  TimeSeries series(measures, figures.size(), network.num_channels());
  for (std::size_t i = 0; i < figures.size(); ++i) {
    std::uint32_t c = 0;
    visit_outputs(machine, [&](std::uint32_t out, bool is_channel) {
      if (!is_channel) return;
      auto const means = means_of(figures.port(i, out), figures.length(i));
      for (std::size_t m = 0; m < measures; ++m)
        series.at(m, i, c) =
            network.channel_failed({c}) ? std::numeric_limits<double>::quiet_NaN() : means[m];
      ++c;
    });
  }
  return std::move(series).array(
      "over_time_channels", "Every channel over time",
      "flits, mean credits in use, and mean waiting virtual channels by cause; by interval, then by channel: "
      "by router, then by port; NaN: failed",
      measure_names());
}

Array router_array(FlitNetwork const& machine, Timeline const& figures) {
  TimeSeries series(measures, figures.size(), machine.num_routers());
  for (std::size_t i = 0; i < figures.size(); ++i)
    visit_outputs(machine, [&](std::uint32_t out, bool) {
      auto const means = means_of(figures.port(i, out), figures.length(i));
      for (std::size_t m = 0; m < measures; ++m) series.at(m, i, machine.router_of_out(out)) += means[m];
    });
  return std::move(series).array("over_time_routers", "Every router over time",
                                 "sums over the output ports of a router, including the ports to "
                                 "terminals; by interval, then by router",
                                 measure_names());
}

/// Returns the flits that terminals send and receive, and the measures of the channels that lead to them.
Array terminal_array(FlitNetwork const& machine, Timeline const& figures) {
  TimeSeries series(measures + 2, figures.size(), figures.num_terminals);
  for (std::size_t i = 0; i < figures.size(); ++i) {
    auto const cycles = static_cast<double>(figures.length(i));
    for (std::uint32_t e = 0; e < figures.num_terminals; ++e) {
      series.at(0, i, e) = static_cast<double>(figures.sent[i * figures.num_terminals + e]) / cycles;
      series.at(1, i, e) = static_cast<double>(figures.received[i * figures.num_terminals + e]) / cycles;
      auto const means = means_of(figures.port(i, machine.ejection_port(e)), figures.length(i));
      for (std::size_t m = 0; m < measures; ++m) series.at(2 + m, i, e) = means[m];
    }
  }
  auto labels = measure_names();
  for (auto& label : labels) label = "ejection_" + label;
  labels.insert(labels.begin(), {"sent", "received"});
  return std::move(series).array(
      "over_time_terminals", "Every terminal over time",
      "flits that the terminal sends and receives, then the measures of its ejection channel as in "
      "over_time_channels; by interval, then by terminal",
      std::move(labels));
}

Array pair_array(Timeline const& figures) {
  auto const n = figures.num_terminals;
  std::vector<double> values;
  for (auto const* flits : {&figures.pair_sent, &figures.pair_received})
    for (std::size_t i = 0; i < flits->size(); ++i)
      values.push_back(static_cast<double>((*flits)[i]) / static_cast<double>(figures.length(i / n / n)));
  return {"over_time_pairs",
          "Every source and destination over time",
          "per cycle",
          "flits sent and received; by interval, then by source, then by destination",
          {2, figures.size(), n, n},
          std::move(values),
          {"sent", "received"}};
}

}  // namespace

void check_over_time(FlitNetwork const& machine, flit::FlitParams const& params) {
  if (params.interval == 0) return;
  constexpr auto maximum = flit::Recording::max_numbers / 16;
  auto const numbers =
      flit::Recording::numbers(machine.num_out(), machine.num_terminals(), params.interval_pairs);
  if (numbers <= maximum) return;
  throw InputError(fmt::format("interval={} records too much for {} channels and {} terminals",
                               params.interval, machine.num_out(), machine.num_terminals()),
                   fmt::format("an interval has {} numbers, and the maximum is {}", numbers, maximum),
                   params.interval_pairs ? "omit interval_pairs" : "use a smaller network", "engine");
}

void add_over_time(FlitAssembly const& setting, FlitNetwork const& machine, Timeline const& figures,
                   bool channels_as_table, Result& result) {
  if (figures.interval == 0) return;
  if (auto const asked = static_cast<std::uint64_t>(setting.params.interval); figures.interval != asked)
    result.notes.push_back(fmt::format("interval={} instead of {}: the number of values over time is limited",
                                       figures.interval, asked));
  result.tables.push_back(over_time_table(machine, setting.network->num_channels(), figures));
  if (auto table = congested_table(setting, machine, figures); !table.rows.empty())
    result.tables.push_back(std::move(table));
  if (figures.num_classes > 0) result.tables.push_back(classes_over_time(setting.params, machine, figures));
  if (channels_as_table) result.tables.push_back(channels_table(setting, machine, figures));
  result.arrays.push_back(channel_array(setting, machine, figures));
  result.arrays.push_back(router_array(machine, figures));
  result.arrays.push_back(terminal_array(machine, figures));
  if (!figures.pair_sent.empty()) result.arrays.push_back(pair_array(figures));
}

}  // namespace weft
