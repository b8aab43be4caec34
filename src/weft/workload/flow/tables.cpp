// SPDX-License-Identifier: Apache-2.0
#include "weft/workload/flow/tables.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include <fmt/format.h>

#include "weft/core/quantity.hpp"
#include "weft/engine/rounds/result_tables.hpp"
#include "weft/experiment/channels.hpp"

namespace weft {
namespace {

constexpr std::size_t max_named = 20;
/// Percentiles are stored as logarithms in steps of 1 / `steps`, starting at the logarithm of `minimum`.
constexpr double steps = 2000, minimum = 1e-12;

std::string channel_name(flow::FlowChannels const& channels, RouterLabels& labels, std::uint32_t c) {
  auto const& network = channels.network();
  auto const router = [&](RouterId r) {
    return (labels.has_names() ? "" : network.is_host(r) ? "host " : "router ") + labels.of(r);
  };
  auto const of_class = channels.class_of(c);
  auto const& name = network.classes()[of_class.v].name;
  if (c < network.num_channels()) {
    auto const id = network.id({c});
    return fmt::format("{} -> {} (port {}, {})", router(id.router()), router(network.target({c})),
                       labels.port_number(id.router(), id.port()), name);
  }
  if (of_class == network.injection_class()) {
    auto const terminal = c - channels.injection({0});
    return fmt::format("terminal {} -> {} ({})", terminal, router(network.injection_router({terminal})),
                       name);
  }
  auto const terminal = c - channels.ejection({0});
  return fmt::format("{} -> terminal {} ({})", router(network.ejection_router({terminal})), terminal, name);
}

/// Returns whether a channel, or the router of its terminal, has failed.
bool has_failed(flow::FlowChannels const& channels, std::uint32_t c) {
  auto const& network = channels.network();
  if (c < network.num_channels()) return network.channel_failed({c});
  if (channels.class_of(c) == network.injection_class())
    return network.router_failed(network.injection_router({c - channels.injection({0})}));
  return network.router_failed(network.ejection_router({c - channels.ejection({0})}));
}

/// Returns the fraction of the time until the last arrival that a channel needs to transfer its bytes at full
/// rate.
double busy(flow::FlowOutcome const& outcome, std::uint32_t c) {
  if (outcome.last_finish == 0) return 0;
  return outcome.tallies[c].bytes / outcome.capacities[c] / outcome.last_finish;
}

/// Returns the channels with the highest values above 0; ties are broken by the lowest index.
template <class ValueOf>
std::vector<std::uint32_t> top_channels(flow::FlowOutcome const& outcome, ValueOf value) {
  std::vector<std::uint32_t> order;
  for (std::uint32_t c = 0; c < outcome.tallies.size(); ++c)
    if (value(c) > 0) order.push_back(c);
  auto const count = std::min(max_named, order.size());
  std::ranges::partial_sort(order, order.begin() + static_cast<std::ptrdiff_t>(count), [&](auto a, auto b) {
    return value(a) != value(b) ? value(a) > value(b) : a < b;
  });
  order.resize(count);
  return order;
}

Table summary_table(flow::FlowOutcome const& outcome) {
  Table table{"summary",
              "Summary",
              {{"messages", "", "messages that arrived"},
               {"bytes", "bytes"},
               {"first_completion", "s"},
               {"last_completion", "s"},
               {"load_bound", "s", "no schedule is faster: maximum over the channels of bytes / bandwidth"},
               {.name = "time_over_bound",
                .doc = "last_completion / load_bound",
                .decimals = 3,
                .heading = "time / bound"}},
              {}};
  auto const bound = outcome.load_bound(), last = outcome.last_finish;
  bool const any = outcome.messages > 0;
  table.add_row({outcome.messages, outcome.bytes, any ? Value{outcome.first_finish} : Value{}, last, bound,
                 bound > 0 ? Value{last / bound} : Value{}});
  return table;
}

Table event_table(flow::FlowOutcome const& outcome) {
  Table table{"events",
              "Work of the simulation",
              {{"events", "", "messages that begin to move or arrive"},
               {"max_concurrent_messages", "messages"},
               {"changes_per_event", "", "mean number of rates that change at an event", 2},
               {"fillings", "", "events after which all rates were recomputed from scratch"}},
              {}};
  table.add_row({outcome.events, outcome.max_moving,
                 static_cast<double>(outcome.rate_changes) /
                     static_cast<double>(std::max<std::uint64_t>(outcome.events, 1)),
                 outcome.fillings});
  return table;
}

Table completion_table(MessageStatistics const& deliveries) {
  Table table{"completion", "Message times", {{"measure"}, {"mean"}, {"median"}, {"p99"}, {"max"}}, {}};
  if (deliveries.completion.statistics().count() == 0) return table;
  auto const row = [&](char const* name, Quantiles const& of) {
    table.add_row(
        {name, of.statistics().mean(), of.percentile(0.5), of.percentile(0.99), of.statistics().max()});
  };
  row("seconds", deliveries.completion);
  row("time / time of the message alone", deliveries.slowdown);
  return table;
}

Table distribution_table(MessageStatistics const& deliveries) {
  Table table{"distribution",
              "Distribution of message times",
              {{"percent", "%", "percentage of messages that take at most this time", 1},
               {"seconds", "s", "time from start to arrival"},
               {"slowdown", "", "time / time of the message alone", 3}},
              {}};
  if (deliveries.completion.statistics().count() == 0) return table;
  for (double const percent :
       {0.0, 1.0, 5.0, 10.0, 20.0, 30.0, 40.0, 50.0, 60.0, 70.0, 80.0, 90.0, 95.0, 99.0, 99.9, 100.0})
    table.add_row({percent, deliveries.completion.percentile(percent / 100),
                   deliveries.slowdown.percentile(percent / 100)});
  return table;
}

Table class_table(flow::FlowOutcome const& outcome, flow::FlowChannels const& channels) {
  struct Sum {
    std::uint64_t channels = 0;
    double bytes = 0, busy = 0, busiest = 0;
    std::uint32_t max_flows = 0;
  };
  auto const& classes = channels.network().classes();
  std::vector<Sum> sums(classes.size());
  for (std::uint32_t c = 0; c < outcome.tallies.size(); ++c) {
    if (has_failed(channels, c)) continue;
    auto& sum = sums[channels.class_of(c).v];
    ++sum.channels;
    sum.bytes += outcome.tallies[c].bytes;
    sum.busy += busy(outcome, c);
    sum.busiest = std::max(sum.busiest, busy(outcome, c));
    sum.max_flows = std::max(sum.max_flows, outcome.tallies[c].max_flows);
  }
  Table table{"classes",
              "Channels by class",
              {{"class"},
               {"channels"},
               {"bytes", "bytes"},
               {"mean_busy", "", "fraction of the time until the last arrival", 4},
               {"busiest", "", "", 4},
               {.name = "max_concurrent_flows",
                .unit = "messages",
                .doc = "maximum number of concurrent messages on a channel",
                .heading = "max. concurrent flows"}},
              {}};
  for (std::size_t i = 0; i < sums.size(); ++i)
    if (sums[i].channels > 0)
      table.add_row({classes[i].name, sums[i].channels, sums[i].bytes,
                     sums[i].busy / static_cast<double>(sums[i].channels), sums[i].busiest,
                     sums[i].max_flows});
  return table;
}

Table busiest_table(flow::FlowOutcome const& outcome, flow::FlowChannels const& channels,
                    RouterLabels& labels) {
  Table table{"channels",
              "The busiest channels",
              {{"channel"},
               {"bytes", "bytes"},
               {"busy", "", "fraction of the time until the last arrival", 4},
               {.name = "max_concurrent_flows", .unit = "messages", .heading = "max. concurrent flows"}},
              {}};
  for (auto const c : top_channels(outcome, [&](std::uint32_t i) { return busy(outcome, i); }))
    table.add_row({channel_name(channels, labels, c), outcome.tallies[c].bytes, busy(outcome, c),
                   outcome.tallies[c].max_flows});
  return table;
}

Table bottleneck_table(flow::FlowOutcome const& outcome, flow::FlowChannels const& channels,
                       RouterLabels& labels) {
  Table table{"bottlenecks",
              "Bottleneck channels",
              {{"channel"},
               {"blocking_time", "s", "time in which this channel determined the rate, summed over messages"},
               {"share", "", "fraction of the blocking time of all channels", 4}},
              {}};
  double all = 0;
  for (auto const& tally : outcome.tallies) all += tally.held_back;
  for (auto const c : top_channels(outcome, [&](std::uint32_t i) { return outcome.tallies[i].held_back; }))
    table.add_row({channel_name(channels, labels, c), outcome.tallies[c].held_back,
                   outcome.tallies[c].held_back / all});
  return table;
}

/// Adds the array of the channels between routers, for pictures.
void add_channel_busy(flow::FlowOutcome const& outcome, flow::FlowChannels const& channels, Result& result) {
  auto const& network = channels.network();
  if (network.num_channels() > max_channel_values) return;
  std::vector<double> values;
  for (std::uint32_t c = 0; c < network.num_channels(); ++c)
    values.push_back(network.channel_failed({c}) ? std::numeric_limits<double>::quiet_NaN()
                                                 : busy(outcome, c));
  auto const count = values.size();
  result.arrays.push_back(
      {"channel_busy",
       "Utilization of every channel",
       "",
       "fraction of the time until the last arrival; channels by router, then by port; NaN: failed",
       {count},
       std::move(values)});
}

}  // namespace

void Quantiles::add(double value) {
  statistics_.add(value);
  logarithms_.add(static_cast<std::uint64_t>(std::max(0.0, std::round(steps * std::log(value / minimum)))));
}

double Quantiles::percentile(double part) const {
  auto const value = minimum * std::exp(static_cast<double>(logarithms_.percentile(part)) / steps);
  return std::clamp(value, statistics_.min(), statistics_.max());
}

void MessageStatistics::add(flow::Delivery const& delivery) {
  completion.add(delivery.finish - delivery.start);
  slowdown.add(delivery.slowdown());
}

Table deliveries_table(std::vector<flow::Delivery> const& deliveries) {
  Table table{"deliveries",
              "Messages in order of arrival",
              {{"from", "", "terminal"},
               {"to", "", "terminal"},
               {"bytes", "bytes"},
               {"start", "s"},
               {"finish", "s"},
               {"slowdown", "", "time / time of the message alone", 3}},
              {}};
  for (auto const& delivery : deliveries)
    table.add_row(
        {delivery.from, delivery.to, delivery.bytes, delivery.start, delivery.finish, delivery.slowdown()});
  return table;
}

void add_delivery_tables(MessageStatistics const& deliveries, Result& result) {
  for (auto& table : {completion_table(deliveries), distribution_table(deliveries)})
    if (!table.rows.empty()) result.tables.push_back(table);
}

void add_channel_tables(flow::FlowOutcome const& outcome, flow::FlowChannels const& channels,
                        RouterLabels& labels, Result& result) {
  for (auto& table : {class_table(outcome, channels), busiest_table(outcome, channels, labels),
                      bottleneck_table(outcome, channels, labels)})
    if (!table.rows.empty()) result.tables.push_back(table);
  add_channel_busy(outcome, channels, result);
}

void add_flow_tables(flow::FlowOutcome const& outcome, MessageStatistics const& deliveries,
                     flow::FlowChannels const& channels, RouterLabels& labels, Result& result) {
  result.tables.push_back(summary_table(outcome));
  add_delivery_tables(deliveries, result);
  add_channel_tables(outcome, channels, labels, result);
  for (auto& table : {over_time_table(outcome.over_time, outcome.last_finish), event_table(outcome)})
    if (!table.rows.empty()) result.tables.push_back(table);
  if (outcome.unreachable > 0)
    result.tables.push_back(rounds::unreachable_table(outcome.unreachable, outcome.lost_pairs.pairs()));
}

Table over_time_table(flow::OverTime const& over_time, double end) {
  Table table{"over_time",
              "Over time",
              {{"from", "s"},
               {"to", "s"},
               {"moving", "messages", "mean number of messages in transit", 1},
               {"arrived", "bytes/s", "bytes of the messages that arrived"}},
              {}};
  auto const width = over_time.width();
  for (std::size_t i = 0; width > 0 && i < over_time.bins().size(); ++i) {
    auto const& bin = over_time.bins()[i];
    auto const from = static_cast<double>(i) * width, to = std::min(from + width, end);
    if (to > from) table.add_row({from, to, bin.flow_seconds / (to - from), bin.bytes / (to - from)});
  }
  return table;
}

std::string worst_bottleneck(flow::FlowOutcome const& outcome, flow::FlowChannels const& channels,
                             RouterLabels& labels) {
  auto const held = top_channels(outcome, [&](std::uint32_t i) { return outcome.tallies[i].held_back; });
  return held.empty() ? "" : channel_name(channels, labels, held.front());
}

std::string answer_of(flow::FlowOutcome const& outcome, MessageStatistics const& deliveries,
                      flow::FlowChannels const& channels, RouterLabels& labels) {
  if (outcome.messages == 0) return "no message was sent";
  auto text = fmt::format("{} delivered in {}", format_count(outcome.messages, "message"),
                          format_span(outcome.last_finish));
  if (auto const bound = outcome.load_bound(); bound > 0)
    text += fmt::format(", {:.2f} times the load bound", outcome.last_finish / bound);
  text += fmt::format("; mean slowdown {:.3g}", deliveries.slowdown.statistics().mean());
  if (auto const channel = worst_bottleneck(outcome, channels, labels); !channel.empty())
    text += "; longest blocking at " + channel;
  return text;
}

}  // namespace weft
