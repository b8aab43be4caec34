// SPDX-License-Identifier: Apache-2.0
#include "weft/verb/judge/tables.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

namespace weft::verb {
namespace {

/// A cable, identified by one of its channels, and the number of routes over each of its channels.
struct CarriedPairs {
  ChannelIndex channel;
  std::uint64_t there = 0, back = 0;
  std::uint64_t lost() const { return there + back; }
};

/// Returns the cables by the number of pairs that use them, in descending order. Delivered routes visit no
/// switch twice, so no pair uses both directions of a cable.
std::vector<CarriedPairs> carried_pairs(fabric::JudgedRouting const& routing, Network const& network) {
  std::vector<CarriedPairs> cables;
  for (std::uint32_t c = 0; c < network.num_channels(); ++c) {
    auto const back = network.reverse({c});
    if (c < back.v && !network.channel_failed({c}))
      cables.push_back({{c}, routing.load[c], routing.load[back.v]});
  }
  std::ranges::stable_sort(cables, std::ranges::greater(), &CarriedPairs::lost);
  return cables;
}

double share_of(CarriedPairs const& cable, fabric::JudgedRouting const& routing) {
  return static_cast<double>(cable.lost()) /
         static_cast<double>(std::max<std::uint64_t>(1, routing.delivery.pairs));
}

}  // namespace

Table each_failure_table(std::span<fabric::JudgedRouting const> routings,
                         fabric::JudgedFabric const& fabric) {
  Table table{"each_failure",
              "Pairs that the failure of a single cable between switches disconnects, without rerouting",
              {{"routing"},
               {"from", "", "switch at one end"},
               {"port", "", "port of the switch at the first end"},
               {"to", "", "switch at the other end"},
               {"to_port", "", "port of the switch at the other end"},
               {"pairs_lost", "", "ordered pairs with a route over the cable in either direction"},
               {"fraction", "", "fraction of all pairs"},
               {"load", "", "routes over the more loaded direction"}},
              {}};
  for (auto const& routing : routings)
    for (auto const& cable : carried_pairs(routing, *fabric.network)) {
      auto const& [from, to] = fabric.names.ends(cable.channel);
      table.add_row({routing.name, fabric.names.device(from.device), from.port,
                     fabric.names.device(to.device), to.port, cable.lost(), share_of(cable, routing),
                     std::max(cable.there, cable.back)});
    }
  return table;
}

std::string format_worst_failure(fabric::JudgedRouting const& routing, fabric::JudgedFabric const& fabric) {
  auto const cables = carried_pairs(routing, *fabric.network);
  if (cables.empty()) return {};
  auto const& [from, to] = fabric.names.ends(cables.front().channel);
  return fmt::format(", the failure of cable {} - {} disconnects the most pairs: {} ({:.3g} %)",
                     fabric.names.port(from), fabric.names.port(to), cables.front().lost(),
                     100 * share_of(cables.front(), routing));
}

namespace {

constexpr std::size_t max_hops_shown = 12;

template <class T, class Number>
Value cell_of(std::optional<T> const& measured, Number T::*member) {
  return measured ? Value{(*measured).*member} : Value{};
}

std::string_view name_of(routing::FabricEnds ends) {
  return ends == routing::FabricEnds::all ? "all" : "hosts";
}

std::string_view name_of(fabric::LostPair::LossReason reason) {
  constexpr std::array<std::string_view, 4> names{"no LFT entry", "unconnected port", "loops",
                                                  "misdelivered"};
  return names[static_cast<std::size_t>(reason)];
}

std::vector<Column> routing_columns() {
  return {{"routing"},
          {"ends", "", "ports that send and receive"},
          {"pairs", "", "ordered pairs of distinct ends"},
          {"reachable", "", "pairs whose packets arrive"},
          {"no_lft_entry", "", "pairs whose packets reach a switch without an entry for the destination"},
          {"unconnected_port", "",
           "pairs whose packets reach a switch whose entry names a port without "
           "a cable"},
          {"loops", "", "pairs whose packets loop forever"},
          {"misdelivered", "", "pairs whose packets arrive at another end"},
          {"not_shortest", "", "reachable pairs whose path is not a shortest path"},
          {"max_hops", "", "channels between switches"},
          {"sum_hops"},
          {"mean_hops"},
          {"load_max", "", "routes of all reachable pairs over the most loaded channel"},
          {"load_mean", "", "mean over all channels"},
          {"load_at_max", "", "channels with the maximum load"},
          {"load_idle", "", "channels without a route"},
          {"ebb_mean", "", "effective bisection: mean bandwidth share of a pair in a random matching"},
          {"ebb_sd", "", "standard deviation between matchings"},
          {"ebb_worst", "", "mean share of a pair in the worst matching"},
          {"ebb_worst_pair", "", "smallest share of a pair in any matching"},
          {"ebb_max_flows", "", "maximum number of routes of a matching over a channel"},
          {"ebb_weighted_mean", "", "ebb_mean, weighted by the rates of cables"},
          {"load_max_weighted", "", "load_max, weighted by the rates of cables"},
          {"shift_mean", "", "mean share of a pair over all shifts"},
          {"shift_worst", "", "mean share of a pair in the worst shift"},
          {"shift_worst_k", "", "number of ends by which the worst shift shifts"},
          {"shift_max_flows", "", "maximum number of routes of a shift over a channel"},
          {"shift_contention_free", "", "shifts in which no channel carries two routes"},
          {"shift_whole", "", "contention-free shifts in which every pair is reachable"},
          {"cdg_channels", "", "channels with dependencies, virtual lanes ignored"},
          {"cdg_arcs", "", "dependencies between these channels or lanes"},
          {"cdg_components", "", "strongly connected components with a cycle"},
          {"cdg_in_cycles", "", "channels in these components"},
          {"cdg_shortest", "", "number of channels in a shortest cycle; 0: no cycle"},
          {"vl_used", "", "virtual lanes that packets use"},
          {"vl_list", "", "numbers of the virtual lanes that packets use"},
          {"vl_channels", "", "virtual lanes of channels with dependencies"},
          {"vl_arcs", "", "dependencies between these channels or lanes"},
          {"vl_components", "", "strongly connected components with a cycle"},
          {"vl_in_cycles", "", "virtual lanes of channels in these components"},
          {"vl_shortest", "", "length of a shortest cycle; 0: no cycle"}};
}

/// A column shown by default, with its heading.
struct MainColumn {
  std::string_view name, heading;
};
constexpr std::array main_columns{MainColumn{"routing", "routing"},
                                  MainColumn{"pairs", "pairs"},
                                  MainColumn{"reachable", "reachable"},
                                  MainColumn{"max_hops", "max. hops"},
                                  MainColumn{"mean_hops", "mean hops"},
                                  MainColumn{"load_max", "max. link load"},
                                  MainColumn{"load_mean", "mean link load"},
                                  MainColumn{"ebb_mean", "effective bisection"},
                                  MainColumn{"shift_mean", "mean over shifts"},
                                  MainColumn{"vl_used", "virtual lanes"}};

void add_delivery(fabric::DeliveryCounts const& it, std::vector<Value>& row) {
  row.insert(row.end(), {it.pairs, it.reachable, it.no_entry, it.dead_port, it.loops, it.wrong_host,
                         it.not_shortest, it.max_hops, it.sum_hops});
  row.push_back(it.reachable == 0
                    ? Value{}
                    : Value{static_cast<double>(it.sum_hops) / static_cast<double>(it.reachable)});
}

void add_loads(fabric::JudgedRouting const& it, std::vector<Value>& row) {
  if (it.load.empty()) {
    row.insert(row.end(), {0, 0, 0, 0});
    return;
  }
  std::uint64_t sum = 0;
  for (auto const load : it.load) sum += load;
  auto const maximum = std::ranges::max(it.load);
  row.insert(row.end(), {maximum, static_cast<double>(sum) / static_cast<double>(it.load.size()),
                         std::ranges::count(it.load, maximum), std::ranges::count(it.load, 0U)});
}

void add_contention(fabric::JudgedRouting const& it, std::vector<Value>& row) {
  using fabric::EffectiveBisection, fabric::Shifts;
  row.insert(row.end(), {cell_of(it.bisection, &EffectiveBisection::mean),
                         cell_of(it.bisection, &EffectiveBisection::deviation),
                         cell_of(it.bisection, &EffectiveBisection::worst),
                         cell_of(it.bisection, &EffectiveBisection::worst_pair),
                         cell_of(it.bisection, &EffectiveBisection::max_flows),
                         cell_of(it.weighted_bisection, &EffectiveBisection::mean),
                         it.weighted_load_max ? Value{*it.weighted_load_max} : Value{},
                         cell_of(it.shifts, &Shifts::mean), cell_of(it.shifts, &Shifts::worst),
                         cell_of(it.shifts, &Shifts::worst_k), cell_of(it.shifts, &Shifts::max_flows),
                         cell_of(it.shifts, &Shifts::contention_free), cell_of(it.shifts, &Shifts::whole)});
}

void add_dependencies(fabric::JudgedRouting const& it, std::vector<Value>& row) {
  auto const& cycles = it.channel_cycles;
  auto const& lanes = it.lanes;
  row.insert(row.end(),
             {it.channels, it.dependencies, cycles.components, cycles.vertices, cycles.shortest.size(),
              lanes.used, lanes.lanes.empty() ? Value{} : Value{lanes.lanes}, lanes.channels,
              lanes.dependencies, lanes.components, lanes.in_cycles, lanes.cycle.size()});
}

/// Returns the ports through which packets leave the switches, and the switch in which the route ends.
std::string format_route(fabric::LostPair const& lost, fabric::FabricNames const& names) {
  std::string text;
  for (std::size_t i = 0; i < lost.route.size() && i < max_hops_shown; ++i)
    text += names.port(names.ends(lost.route[i]).first) + " -> ";
  if (lost.route.size() > max_hops_shown)
    text += fmt::format("{} more -> ", lost.route.size() - max_hops_shown);
  return text + names.router(lost.router);
}

void add_cycle(std::string const& routing, std::string_view ends, fabric::LaneVerdict const& verdict,
               fabric::FabricNames const& names, Table& table) {
  std::size_t step = 0;
  for (auto const& [channel, lane] : verdict.cycle) {
    auto const& [from, to] = names.ends(channel);
    table.add_row({routing, ends, ++step, names.device(from.device), from.port, names.device(to.device),
                   to.port, unsigned{lane}});
  }
}

}  // namespace

Table routings_table(std::span<fabric::JudgedRouting const> routings, routing::FabricEnds ends) {
  Table table{"routings", "Routings", routing_columns(), {}};
  table.digest.role = Digest::Role::main;
  for (auto& column : table.columns) {
    auto const shown = std::ranges::find(main_columns, column.name, &MainColumn::name);
    column.priority = shown == main_columns.end() ? Priority::low : Priority::high;
    if (shown != main_columns.end()) column.heading = shown->heading;
  }
  for (auto const& routing : routings) {
    std::vector<Value> row{routing.name, name_of(ends)};
    add_delivery(routing.delivery, row);
    add_loads(routing, row);
    add_contention(routing, row);
    add_dependencies(routing, row);
    table.add_row(std::move(row));
  }
  return table;
}

Table bounds_table(fabric::RouteBounds const& bounds, std::optional<double> minimum,
                   std::optional<double> min_shortest_load, fabric::FabricNames const& names) {
  Table table{"load_bounds",
              "Lower bounds on the maximum link load",
              {{"bound"}, {"load", "", "routes over a channel"}, {"why"}},
              {}};
  table.add_row({"bound_mean", bounds.mean, "the sum of distances over the number of channels"});
  if (bounds.at_switch > 0)
    table.add_row({"bound_switch", bounds.at_switch,
                   "pairs that must leave " + names.router(bounds.router) + " over its channels"});
  if (minimum) table.add_row({"least_load", *minimum, "traffic split over any paths (linear program)"});
  if (min_shortest_load)
    table.add_row(
        {"least_load_shortest", *min_shortest_load, "traffic split over minimal paths (linear program)"});
  return table;
}

Table lost_table(std::span<fabric::JudgedRouting const> routings, fabric::JudgedFabric const& fabric) {
  Table table{"lost",
              "First pairs that are not delivered",
              {{"routing"}, {"fate"}, {"from"}, {"to"}, {"route", "", "switches and output ports"}},
              {}};
  for (auto const& it : routings)
    for (auto const& lost : it.lost)
      table.add_row({it.name, name_of(lost.reason), fabric.names.port(it.ends.ports[lost.from]),
                     fabric.names.port(it.ends.ports[lost.to]), format_route(lost, fabric.names)});
  return table;
}

Table verdicts_table(std::span<fabric::JudgedRouting const> routings, routing::FabricEnds ends) {
  Table table{"verdict",
              "Deadlock (channel dependency graph, Dally & Seitz)",
              {{"routing"},
               {"ends", "", "ports that send and receive"},
               {"deadlock", "", "possible, none, or no route"},
               {"vl_used", "", "virtual lanes that packets use"},
               {"vl_in_cycles", "", "virtual lanes of channels in cycles"},
               {"vl_shortest", "", "length of a shortest cycle; 0: no cycle"},
               {"dropped", "", "channels at which packets are dropped: lane 15"}},
              {}};
  auto const add = [&](fabric::JudgedRouting const& routing, routing::FabricEnds of,
                       fabric::LaneVerdict const& it) {
    auto const free = has_route(routing) ? "none" : "no route";
    table.add_row({routing.name, name_of(of), it.free ? free : "possible", it.used, it.in_cycles,
                   it.cycle.size(), it.dropped});
  };
  for (auto const& it : routings) {
    add(it, ends, it.lanes);
    if (it.with_all) add(it, routing::FabricEnds::all, *it.with_all);
  }
  return table;
}

Table cycles_table(std::span<fabric::JudgedRouting const> routings, fabric::FabricNames const& names,
                   routing::FabricEnds ends) {
  Table table{"cycle",
              "Cycles of packets: each occupies a channel and waits for the next one, the last for the first",
              {{"routing"},
               {"ends", "", "ports that send and receive"},
               {"step"},
               {"from", "", "switch that the occupied channel leaves"},
               {"port", "", "port by which the channel leaves the switch"},
               {"to", "", "switch that the channel enters"},
               {"to_port", "", "port by which the channel enters the switch"},
               {"vl", "", "virtual lane"}},
              {}};
  table.digest.role = Digest::Role::main;
  for (auto const& it : routings) {
    add_cycle(it.name, name_of(ends), it.lanes, names, table);
    if (it.with_all && it.lanes.free)
      add_cycle(it.name, name_of(routing::FabricEnds::all), *it.with_all, names, table);
  }
  return table;
}

}  // namespace weft::verb
