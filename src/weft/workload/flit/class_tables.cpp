// SPDX-License-Identifier: Apache-2.0
#include "weft/workload/flit/class_tables.hpp"

#include <algorithm>
#include <limits>
#include <span>

namespace weft {
namespace {

/// Statistics of the flits sent by the terminals of a class.
struct Sent {
  double terminals = 0, sum = 0, squares = 0;
  double minimum = std::numeric_limits<double>::infinity();

  Sent(std::span<std::uint64_t const> flits, Traffic const& traffic) {
    for (std::uint32_t e = 0; e < flits.size(); ++e) {
      if (traffic.messages({e}) == 0) continue;
      auto const sent = static_cast<double>(flits[e]);
      ++terminals;
      sum += sent;
      squares += sent * sent;
      minimum = std::min(minimum, sent);
    }
  }
  double jain() const { return squares > 0 ? sum * sum / (terminals * squares) : 1; }
};

}  // namespace

Table traffic_class_table(bool of_sweep) {
  Table table{
      "classes",
      "Traffic classes",
      {{"class"},
       {"terminals", "", "terminals that send"},
       {"rate", "flits/cycle", "requested rate per sending terminal", 5},
       {"offered", "flits/cycle", "created flits per sending terminal, in the measured cycles", 5},
       {"accepted", "flits/cycle", "arrived flits per sending terminal, in the measured cycles", 5},
       {"latency", "cycles", "mean time from the creation of a packet to the arrival of its last flit", 3},
       {"network", "cycles",
        "mean time from the departure of the first flit from the source queue to "
        "the arrival of the last flit",
        3},
       {"p50", "cycles"},
       {"p99", "cycles"},
       {"max", "cycles"},
       {"packets", "", "measured packets"},
       {"lowest", "flits/cycle", "minimum rate sent by a terminal", 5},
       {"jain", "",
        "fairness of the flits sent per terminal: 1 if all are equal, 1/n if one terminal sent all", 4}},
      {}};
  if (of_sweep)
    table.columns.insert(table.columns.begin(), {"at", "flits/cycle", "offered rate of the sweep", 5});
  return table;
}

void add_class_rows(flit::FlitParams const& with, flit::FlitNetwork const& machine,
                    flit::Outcome const& outcome, bool of_sweep, Table& table) {
  auto const& classes = outcome.tally.classes;
  if (classes.empty() || outcome.measured == 0) return;
  bool const batch = with.injection == flit::Injection::batch;
  auto const terminals = std::size_t{machine.num_terminals()};
  for (std::size_t c = 0; c < classes.size(); ++c) {
    auto const& traffic_class = classes[c];
    Sent const sent(std::span(outcome.sent_by_terminal).subspan(c * terminals, terminals),
                    *with.classes[c].traffic);
    auto const per_cycle = [&](double flits) {
      return sent.terminals == 0 ? Value()
                                 : Value(flits / (sent.terminals * static_cast<double>(outcome.measured)));
    };
    auto const of_packets = [&](Value value) { return traffic_class.latency.count == 0 ? Value() : value; };
    std::vector<Value> row{
        with.classes[c].name,
        static_cast<std::uint64_t>(sent.terminals),
        batch ? Value() : Value(flit::params_of_class(with, c).rate),
        batch || outcome.offered_flits.empty() ? Value() : per_cycle(outcome.offered_flits[c]),
        per_cycle(static_cast<double>(traffic_class.accepted)),
        of_packets(traffic_class.latency.mean()),
        of_packets(traffic_class.network.mean()),
        of_packets(traffic_class.latencies.percentile(0.5)),
        of_packets(traffic_class.latencies.percentile(0.99)),
        of_packets(traffic_class.latencies.max()),
        traffic_class.latency.count,
        sent.terminals == 0 ? Value() : Value(sent.minimum / static_cast<double>(outcome.measured)),
        sent.jain()};
    if (of_sweep) row.insert(row.begin(), with.rate);
    table.add_row(std::move(row));
  }
}

Table classes_over_time(flit::FlitParams const& with, flit::FlitNetwork const& machine,
                        flit::Timeline const& figures) {
  Table table{"classes_over_time",
              "Traffic classes over time",
              {{"from", "cycles"},
               {"to", "cycles"},
               {"class"},
               {"offered", "flits/cycle", "created flits per sending terminal", 4},
               {"accepted", "flits/cycle", "arrived flits per sending terminal", 4},
               {"latency", "cycles", "mean latency of the packets that arrived", 2},
               {"packets", "", "packets that arrived"}},
              {}};
  std::vector<double> senders;
  for (auto const& traffic_class : with.classes) {
    senders.push_back(0);
    for (std::uint32_t e = 0; e < machine.num_terminals(); ++e)
      senders.back() += traffic_class.traffic->messages({e}) > 0;
  }
  for (std::size_t i = 0; i < figures.size(); ++i)
    for (std::size_t c = 0; c < figures.num_classes; ++c) {
      auto const& interval = figures.classes[i * figures.num_classes + c];
      auto const cycles = static_cast<double>(figures.length(i)) * std::max(senders[c], 1.0);
      table.add_row({figures.from(i), figures.to(i), with.classes[c].name,
                     static_cast<double>(interval.offered) / cycles,
                     static_cast<double>(interval.received) / cycles,
                     interval.delivered == 0
                         ? Value()
                         : static_cast<double>(interval.latency) / static_cast<double>(interval.delivered),
                     interval.delivered});
    }
  return table;
}

}  // namespace weft
