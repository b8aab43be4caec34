// SPDX-License-Identifier: Apache-2.0
#include "weft/workload/flit/tables.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "weft/core/ranks.hpp"
#include "weft/engine/flit/estimate.hpp"
#include "weft/experiment/channels.hpp"
#include "weft/workload/deflection_table.hpp"
#include "weft/workload/flit/class_tables.hpp"

namespace weft {
namespace {

using flit::Outcome;

double mean_hops(Outcome const& outcome) {
  auto const packets = outcome.tally.latency.count;
  return packets == 0 ? 0 : static_cast<double>(outcome.tally.hops) / static_cast<double>(packets);
}

/// Returns the mean number of flits per cycle at an output port in the measured cycles.
double use(Outcome const& outcome, std::uint32_t out) {
  return outcome.measured == 0
             ? 0
             : static_cast<double>(outcome.sent[out]) / static_cast<double>(outcome.measured);
}

/// Returns the utilization of a channel: its load relative to its capacity. Includes flits that are still
/// behind the switch at the end of the measurement.
double utilization(flit::FlitNetwork const& machine, Outcome const& outcome, std::uint32_t out) {
  return std::min(1.0, use(outcome, out) * machine.pace(out) / flit::ChannelTimes::cycle);
}

/// Returns the latency distribution, in about 40 equal steps of integer cycles.
Table latency_distribution(Outcome const& outcome) {
  Table table{"latencies",
              "Packet latencies",
              {{"from", "cycles"},
               {"to", "cycles"},
               {"packets"},
               {"share", "", "fraction of packets with at most this latency", 4}},
              {}};
  auto const& latencies = outcome.tally.latencies;
  auto const step = (latencies.max() - latencies.min()) / 40 + 1;
  std::uint64_t sum = 0, from = latencies.min(), packets = 0;
  auto const add = [&] {
    if (packets == 0) return;
    sum += packets;
    table.add_row(
        {from, from + step - 1, packets, static_cast<double>(sum) / static_cast<double>(latencies.count())});
    packets = 0;
  };
  for (auto const& bin : latencies.bins()) {
    if (bin.value >= from + step) {
      add();
      from += (bin.value - from) / step * step;
    }
    packets += bin.times;
  }
  add();
  return table;
}

Table class_table(FlitAssembly const& setting, flit::FlitNetwork const& machine, Outcome const& outcome) {
  auto const& network = *setting.network;
  struct Sum {
    std::uint64_t channels = 0;
    double sum = 0, maximum = -1;
    std::uint32_t most_loaded = 0;
  };
  std::vector<Sum> sums(network.classes().size());
  auto const add = [&](std::size_t of_class, std::uint32_t out) {
    auto& sum = sums[of_class];
    auto const used = utilization(machine, outcome, out);
    ++sum.channels;
    sum.sum += used;
    if (used > sum.maximum) {
      sum.maximum = used;
      sum.most_loaded = out;
    }
  };
  for (std::uint32_t r = 0; r < machine.num_routers(); ++r)
    for (std::uint32_t p = 0; p < machine.outputs(r); ++p) {
      bool const ejects = p >= machine.channels(r);
      auto const c = ejects ? ChannelIndex{} : network.channel({r}, PortId{static_cast<std::uint16_t>(p)});
      if (ejects ? network.router_failed({r}) : network.channel_failed(c)) continue;
      add(ejects ? network.ejection_class().v : network.class_of(c).v, machine.first_out(r) + p);
    }
  Table table{"channels",
              "Channel utilization, by class",
              {{"class"},
               {"channels"},
               {"mean", "", "share of the cycles in which a flit is sent", 4},
               {"max", "", "", 4},
               {"fullest", "", "the channel with the highest utilization"}},
              {}};
  for (std::size_t i = 0; i < sums.size(); ++i)
    if (sums[i].channels > 0)
      table.add_row({network.classes()[i].name, sums[i].channels,
                     sums[i].sum / static_cast<double>(sums[i].channels), sums[i].maximum,
                     channel_name(setting, machine, sums[i].most_loaded)});
  return table;
}

/// Returns, for each class, the distribution of channel utilization, in steps of 1/50.
Table load_distribution(FlitAssembly const& setting, flit::FlitNetwork const& machine,
                        Outcome const& outcome) {
  constexpr std::size_t steps = 50;
  auto const& network = *setting.network;
  std::vector<std::vector<std::uint64_t>> counts(network.classes().size(),
                                                 std::vector<std::uint64_t>(steps + 1));
  for (std::uint32_t r = 0; r < machine.num_routers(); ++r)
    for (std::uint32_t p = 0; p < machine.channels(r); ++p) {
      auto const c = network.channel({r}, PortId{static_cast<std::uint16_t>(p)});
      if (network.channel_failed(c)) continue;
      auto const used = utilization(machine, outcome, machine.first_out(r) + p);
      ++counts[network.class_of(c).v][static_cast<std::size_t>(std::round(used * steps))];
    }
  Table table{"channel_loads",
              "Channels by utilization",
              {{"class"}, {"utilization", "", "utilization, rounded to the nearest 1/50", 2}, {"channels"}},
              {}};
  for (std::size_t i = 0; i < counts.size(); ++i)
    for (std::size_t step = 0; step <= steps; ++step)
      if (counts[i][step] > 0)
        table.add_row({network.classes()[i].name, static_cast<double>(step) / steps, counts[i][step]});
  return table;
}

Table vc_table(Outcome const& outcome) {
  Table table{"virtual_channels",
              "Occupancy of the input buffers",
              {{"vc"},
               {"flits", "flits",
                "mean number of flits in a buffer of this virtual channel, over all "
                "input ports",
                4},
               {"plus_minus", "flits", "half-width of the 95 % confidence interval", 4}},
              {}};
  for (std::size_t v = 0; v < outcome.vc_occupancy.size(); ++v) {
    auto const& [mean, half_width] = outcome.vc_occupancy[v];
    table.add_row(
        {static_cast<std::int64_t>(v), mean, std::isfinite(half_width) ? Value(half_width) : Value()});
  }
  return table;
}

/// Adds a row on the fairness among terminals, measured by the flits that they send or receive.
void add_fairness(std::string const& side, std::span<Outcome::Sender const> terminals, Outcome const& outcome,
                  Table& table) {
  if (terminals.empty()) return;
  double sum = 0, squares = 0;
  for (auto const& terminal : terminals) {
    auto const flits = static_cast<double>(terminal.flits);
    sum += flits;
    squares += flits * flits;
  }
  auto const n = static_cast<double>(terminals.size());
  auto const per_cycle = [&](double flits) {
    return flits / static_cast<double>(std::max<std::uint64_t>(outcome.measured, 1));
  };
  auto const [minimum, maximum] = std::ranges::minmax_element(terminals, {}, &Outcome::Sender::flits);
  table.add_row({side, minimum->terminal, per_cycle(static_cast<double>(minimum->flits)), per_cycle(sum) / n,
                 maximum->terminal, per_cycle(static_cast<double>(maximum->flits)),
                 squares > 0 ? sum * sum / (n * squares) : 1.0});
}

Table fairness_table(Outcome const& outcome) {
  Table table{"fairness",
              "Fairness among terminals",
              {{"side", "", "terminals with traffic to send; all that receive"},
               {"lowest_terminal"},
               {"lowest", "flits/cycle", "", 5},
               {"mean", "flits/cycle", "", 5},
               {"highest_terminal"},
               {"highest", "flits/cycle", "", 5},
               {.name = "jain",
                .doc = "fairness index: 1 if all terminals have the same rate, 1/n if one terminal has all",
                .decimals = 4,
                .heading = "Jain index"}},
              {}};
  std::vector<Outcome::Sender> receivers;
  for (std::uint32_t e = 0; e < outcome.accepted_by_terminal.size(); ++e)
    receivers.push_back({e, outcome.accepted_by_terminal[e]});
  add_fairness("send", outcome.senders, outcome, table);
  add_fairness("receive", receivers, outcome, table);
  return table;
}

/// Returns the name of an input port for display: the channel that leads to it.
std::string input_name(FlitAssembly const& setting, flit::FlitNetwork const& machine, std::uint32_t in) {
  auto const source = machine.source(in);
  if ((source & flit::FlitNetwork::terminal_bit) != 0)
    return "injection of terminal " + std::to_string(source & ~flit::FlitNetwork::terminal_bit);
  return channel_name(setting, machine, source);
}

Table deadlock_table(FlitAssembly const& setting, flit::FlitNetwork const& machine,
                     flit::Deadlock const& deadlock) {
  Table table{"deadlock",
              fmt::format("Deadlock in clock cycle {}: packets that wait for each other", deadlock.cycle),
              {{"packet", "", "source and destination terminal"},
               {"holds", "", "the channel with the buffer that contains the packet"},
               {"vc"},
               {"waits_for", "", "the channel that the next packet occupies"},
               {"its_vc"}},
              {}};
  for (auto const& packet : deadlock.circle)
    table.add_row({fmt::format("{} -> {}", packet.source, packet.terminal),
                   input_name(setting, machine, packet.in), packet.vc,
                   input_name(setting, machine, packet.next_in), packet.next_vc});
  return table;
}

}  // namespace

std::vector<Column> point_columns() {
  constexpr auto low = Priority::low, high = Priority::high;
  auto const column = [](char const* name, char const* unit, char const* doc, int decimals, Priority priority,
                         char const* words = "") {
    return Column{name, unit, doc, decimals, words, priority};
  };
  return {column("rate", "flits/cycle", "requested rate per terminal", 5, high),
          column("offered", "flits/cycle", "created flits per terminal, in the measured cycles", 5,
                 Priority::normal),
          column("accepted", "flits/cycle", "arrived flits per terminal, in the measured cycles", 5, high),
          column("latency", "cycles",
                 "mean time from the creation of a packet to the arrival of its last flit", 3, high),
          column("plus_minus", "cycles", "half-width of the 95 % confidence interval", 3, high, "+-"),
          column("network", "cycles",
                 "mean time from the departure of the head flit from the source queue "
                 "to the arrival of the last flit",
                 3, low, "network latency"),
          column("head_latency", "cycles",
                 "mean time from the creation of a packet to the arrival of its "
                 "head flit",
                 3, low),
          column("p50", "cycles", "", -1, low),
          column("p99", "cycles", "", -1, Priority::normal),
          column("max", "cycles", "", -1, low),
          column("hops", "", "mean number of channels crossed, without injection and ejection channels", 4,
                 Priority::normal),
          column("packets", "", "measured", -1, low),
          column("warm_up", "cycles", "", -1, low),
          column("cycles", "cycles", "cycles simulated in total", -1, low),
          column("ending", "", "", -1, high)};
}

std::vector<Value> point_row(flit::FlitParams const& params, Outcome const& outcome) {
  auto const& tally = outcome.tally;
  bool const batch = params.injection == flit::Injection::batch || params.injection == flit::Injection::timed;
  auto const plus_minus = std::isfinite(outcome.half_width) ? Value(outcome.half_width) : Value();
  auto const of_packets = [&](Value value) { return tally.latency.count == 0 ? Value() : value; };
  bool const unmeasured = outcome.measured == 0;
  return {batch ? Value() : Value(params.rate),
          batch || unmeasured ? Value() : Value(outcome.offered),
          unmeasured ? Value() : Value(outcome.accepted),
          of_packets(tally.latency.mean()),
          of_packets(plus_minus),
          of_packets(tally.network.mean()),
          of_packets(tally.head.mean()),
          of_packets(tally.latencies.percentile(0.5)),
          of_packets(tally.latencies.percentile(0.99)),
          of_packets(tally.latencies.max()),
          of_packets(mean_hops(outcome)),
          tally.latency.count,
          outcome.warm_up,
          outcome.cycles,
          format_ending(outcome)};
}

void add_tables(FlitAssembly const& setting, flit::FlitNetwork const& machine, Outcome const& outcome,
                Result& result) {
  Table latency{"latency", "Latency and throughput", point_columns(), {}};
  latency.add_row(point_row(setting.params, outcome));
  result.tables.push_back(std::move(latency));
  if (!setting.params.classes.empty()) {
    auto classes = traffic_class_table(false);
    add_class_rows(setting.params, machine, outcome, false, classes);
    result.tables.push_back(std::move(classes));
  }
  if (outcome.deadlock) result.tables.push_back(deadlock_table(setting, machine, *outcome.deadlock));
  if (outcome.measured == 0) return;
  result.tables.push_back(class_table(setting, machine, outcome));
  result.tables.push_back(load_distribution(setting, machine, outcome));
  if (setting.bound->deflection() != nullptr)
    result.tables.push_back(deflection_table(outcome.flit_hops, outcome.deflections, outcome.tally.accepted));
  if (!outcome.vc_occupancy.empty()) result.tables.push_back(vc_table(outcome));
  if (!outcome.accepted_by_terminal.empty()) result.tables.push_back(fairness_table(outcome));
  result.tables.push_back(latency_distribution(outcome));
}

void add_channel_use(FlitAssembly const& setting, flit::FlitNetwork const& machine, Outcome const& outcome,
                     bool as_table, Result& result) {
  auto const& network = *setting.network;
  if (outcome.measured == 0 || network.num_channels() > max_channel_values) return;
  std::vector<double> values;
  values.reserve(network.num_channels());
  for (std::uint32_t r = 0; r < machine.num_routers(); ++r)
    for (std::uint32_t p = 0; p < machine.channels(r); ++p) {
      auto const c = network.channel({r}, PortId{static_cast<std::uint16_t>(p)});
      values.push_back(network.channel_failed(c) ? std::numeric_limits<double>::quiet_NaN()
                                                 : utilization(machine, outcome, machine.first_out(r) + p));
    }
  if (as_table)
    result.tables.push_back(
        channel_table(*setting.topology, values, "channel_use", "Utilization of every channel",
                      {"utilization", "", "share of the cycles in which a flit is sent", 4}));
  auto const count = values.size();
  result.arrays.push_back(
      {"channel_use",
       "Utilization of every channel",
       "",
       "share of the measured cycles in which a flit is sent; channels by router, then by port; "
       "NaN: failed",
       {count},
       std::move(values)});
}

void add_latency_by_hops(Outcome const& outcome, Result& result) {
  auto const& by_hops = outcome.tally.by_hops;
  if (by_hops.empty()) return;
  std::vector<double> values;
  for (auto const& sum : by_hops) values.push_back(static_cast<double>(sum.count));
  for (auto const& sum : by_hops)
    values.push_back(sum.count > 0 ? sum.mean() : std::numeric_limits<double>::quiet_NaN());
  result.arrays.push_back({"latency_by_hops",
                           "Latency by hops",
                           "",
                           "measured packets by the channels of the network that they crossed, from 0; and "
                           "their mean latency in cycles",
                           {2, by_hops.size()},
                           std::move(values),
                           {"packets", "latency"}});
}

Table work_table(FlitAssembly const& setting, flit::FlitNetwork const& machine, Outcome const& outcome) {
  Table table{"work",
              "Work of the simulation",
              {{"cycles"},
               {"flit_hops", "", "flits over channels of the network in the measured cycles"},
               {"bytes_per_terminal", "", "memory of routers, channels and sources", 0}},
              {}};
  auto const terminals = std::max(machine.num_terminals(), 1u);
  table.add_row({outcome.cycles, outcome.flit_hops,
                 static_cast<double>(
                     flit::bytes_needed({machine, setting.params}, setting.bound->traits(), setting.params) *
                     num_ranks()) /
                     terminals});
  return table;
}

}  // namespace weft
