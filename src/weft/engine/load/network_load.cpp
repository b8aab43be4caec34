// SPDX-License-Identifier: Apache-2.0
#include "weft/engine/load/network_load.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>

#include "weft/core/parallel.hpp"
#include "weft/core/parallel_backend.hpp"

namespace weft::load {
namespace {

/// Summarizes the loads per class, excluding failed channels, and computes the traffic of the mean task in
/// units of the loads.
void summarize(RouterTraffic const& traffic, NetworkLoads& result) {
  auto const& network = traffic.network();
  for (auto const& group : network.groups())
    result.loads.classes.push_back({network.classes()[group.of_class.v].name, group.bandwidth});
  for (std::uint32_t c = 0; c < network.num_channels(); ++c)
    if (!network.channel_failed({c})) result.loads.classes[network.group_of({c})].add(result.channel[c]);
  auto const& communication = traffic.communication();
  result.loads.task_load = static_cast<double>(communication.total_units()) /
                           static_cast<double>(communication.num_tasks()) * result.denominator;
  std::uint64_t with_terminals = 0;
  for (std::uint32_t r = 0; r < network.num_routers(); ++r)
    with_terminals += network.terminals_at({r}).count > 0;
  result.loads.terminals_per_node = static_cast<double>(network.num_terminals()) /
                                    static_cast<double>(std::max<std::uint64_t>(with_terminals, 1));
  result.loads.tasks_per_node = traffic.tasks_per_terminal() * result.loads.terminals_per_node;
  result.loads.terminal_load = traffic.max_terminal_units() * result.denominator;
}

/// Computes the loads, one destination after the other.
template <class Number>
NetworkLoads add_by_shares(RouterTraffic const& traffic, routing::Shares const& shares, Progress& progress) {
  auto const& network = traffic.network();
  ChannelSums<Number> sums(network.num_channels());
  std::atomic<bool> exact = true;
  struct Scratch {
    RouterUnits from;
    std::vector<routing::ChannelShare> shares;
  };
  std::vector<Scratch> scratch(num_threads(), {RouterUnits(network.num_routers()), {}});
  TrafficTargets const targets(traffic, shares);
  progress.start("loads", num_shared_tasks(targets.size()), targets.unit());
  shared_parallel_for(targets.size(), [&](std::size_t to, unsigned worker) {
    auto& mine = scratch[worker];
    auto& channel = sums.of(worker);
    targets.collect_received(to, mine.from);
    for (auto const from : mine.from.routers()) {
      Number const units = mine.from[from];
      if (units == 0) continue;
      mine.shares.clear();
      if (!targets.append({from}, to, mine.shares)) exact = false;
      for (auto const& share : mine.shares) channel[share.channel.v] += units * share.numerator;
    }
    progress.advance();
  });
  progress.finish();
  return finished_loads(traffic, sums.total(), static_cast<double>(shares.denominator()),
                        on_all_ranks(exact));
}

}  // namespace

void add_over_ranks(std::vector<unsigned __int128>& numbers) {
  if (num_ranks() == 1) return;
  std::vector<std::uint64_t> parts(numbers.size());
  std::vector<unsigned __int128> sums(numbers.size());
  for (int shift = 0; shift < 128; shift += 32) {  // sums of 32-bit parts do not overflow
    for (std::size_t i = 0; i < numbers.size(); ++i)
      parts[i] = static_cast<std::uint32_t>(numbers[i] >> shift);
    sum_over_ranks(parts);
    for (std::size_t i = 0; i < numbers.size(); ++i)
      sums[i] += static_cast<unsigned __int128>(parts[i]) << shift;
  }
  numbers = std::move(sums);
}

NetworkLoads finished_loads(RouterTraffic const& traffic, std::vector<std::uint64_t> sums, double denominator,
                            bool exact) {
  NetworkLoads result{{}, std::move(sums), denominator, exact};
  summarize(traffic, result);
  return result;
}

NetworkLoads finished_loads(RouterTraffic const& traffic, std::vector<unsigned __int128> const& sums,
                            double denominator, bool exact) {
  unsigned __int128 maximum = 0;
  for (auto const sum : sums) maximum = std::max(maximum, sum);
  int halvings = 0;
  while (maximum >> halvings >> 62 != 0) ++halvings;
  unsigned __int128 const half = halvings == 0 ? 0 : static_cast<unsigned __int128>(1) << (halvings - 1);
  std::vector<std::uint64_t> channel(sums.size());
  for (std::size_t c = 0; c < sums.size(); ++c) {
    channel[c] = static_cast<std::uint64_t>((sums[c] + half) >> halvings);
    exact = exact && static_cast<unsigned __int128>(channel[c]) << halvings == sums[c];
  }
  return finished_loads(traffic, std::move(channel), std::ldexp(denominator, -halvings), exact);
}

NetworkLoads loads_by_shares(RouterTraffic const& traffic, routing::Shares const& shares,
                             Progress& progress) {
  auto const maximum = RouterDemand(traffic).max_units() * shares.denominator();
  return with_number_for(
      maximum, [&]<class Number>(Number) { return add_by_shares<Number>(traffic, shares, progress); });
}

NetworkLoads network_loads(RouterTraffic const& traffic, routing::Shares const& shares, Progress& progress) {
  auto const structure = shares.structure();
  RouterDemand const demand(traffic, structure.intermediate);
  if (structure.tree) return tree_loads(demand, *structure.tree, progress);
  if (!structure.graph) return loads_by_shares(traffic, shares, progress);
  if (auto const* grid = structure.graph->grid(); grid != nullptr && boxes_are_small(*grid, demand))
    return box_loads(*grid, structure.by_port, demand, progress);
  return structure.by_port ? split_loads(*structure.graph, demand, progress)
                           : shortest_path_loads(*structure.graph, demand, progress);
}

/// Assumes that traffic that meets on its way to a destination is merged, and that a search per destination
/// covers every router, except on grids.
Estimate estimate_network_loads(NetworkSize const& size, LoadWork const& work) {
  constexpr double seconds_per_pair = 60e-9, seconds_per_flow = 250e-9, seconds_per_arc = 8e-9,
                   bytes_per_channel = 16, bytes_per_searched_channel = 8, bytes_per_flow = 24;
  auto const routers = static_cast<double>(size.routers), channels = static_cast<double>(size.channels);
  auto const targets = std::min({routers, static_cast<double>(size.terminals), work.flows});
  auto const pairs = std::min(work.flows * std::max(work.hops, 1.0), targets * routers);
  auto const searching = work.grid ? 0 : targets * channels * seconds_per_arc;
  auto const flows = std::min(work.flows, routers * 64);
  auto const seconds = pairs * seconds_per_pair + flows * seconds_per_flow + searching;
  return {channels * (bytes_per_channel + (work.grid ? 0 : bytes_per_searched_channel * num_threads())) +
              flows * bytes_per_flow,
          seconds, useful_threads(targets, seconds)};
}

}  // namespace weft::load
