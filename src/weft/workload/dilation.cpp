// SPDX-License-Identifier: Apache-2.0
#include "weft/workload/dilation.hpp"

#include <algorithm>
#include <atomic>

#include "weft/core/parallel.hpp"
#include "weft/engine/load/farthest.hpp"

namespace weft {
namespace {

/// Returns the number of units that tasks send to other tasks.
double units_to_others(Communication const& communication) {
  std::uint64_t own = 0;
  for (auto const& flow : communication.flows())
    if (flow.from == flow.to) own += flow.units;
  for (std::size_t g = 0; g < communication.num_groups(); ++g) {
    auto const [units, members] = communication.group(g);
    std::vector<std::uint32_t> sorted(members.begin(), members.end());
    std::ranges::sort(sorted);
    for (auto at = sorted.begin(); at != sorted.end();) {
      auto const end = std::upper_bound(at, sorted.end(), *at);
      auto const times = static_cast<std::uint64_t>(end - at);
      own += units * times * times;
      at = end;
    }
  }
  return static_cast<double>(communication.total_units() - own);
}

/// Returns the mean hops of a unit. `own_too`: whether units that tasks send to themselves also cross
/// channels.
double mean_hops(Communication const& communication, load::Loads const& loads, bool own_too) {
  double hops = 0;
  for (auto const& one : loads.classes) hops += static_cast<double>(one.total);
  double const of_task = loads.task_load / static_cast<double>(communication.total_units()) *
                         static_cast<double>(communication.num_tasks());  // load of one unit over one hop
  auto const units =
      own_too ? static_cast<double>(communication.total_units()) : units_to_others(communication);
  return units == 0 ? 0 : hops / of_task / units;
}

/// Returns the distinct routers of some tasks.
std::vector<RouterId> routers_of(std::span<std::uint32_t const> tasks, auto router_of) {
  std::vector<RouterId> routers;
  for (auto const task : tasks) routers.push_back(router_of(task));
  std::ranges::sort(routers);
  routers.erase(std::ranges::unique(routers).begin(), routers.end());
  return routers;
}

/// A router that sends to all target routers of a group.
struct Sender {
  RouterId from;
  std::size_t group;
};

/// Returns the maximum distance between tasks that communicate, using closed-form distances; stops when the
/// diameter is reached.
std::uint32_t farthest_of(AnyTopology const& topology, LoadJob const& job, Progress& progress) {
  auto const diameter = topology.diameter();
  auto const source = [&](std::uint32_t task) { return topology.injection_router({job.placement[task]}); };
  auto const target = [&](std::uint32_t task) { return topology.ejection_router({job.placement[task]}); };
  std::vector<Sender> senders;
  std::vector<std::vector<RouterId>> targets(job.communication.num_groups());
  for (std::size_t g = 0; g < targets.size(); ++g) {
    auto const [units, members] = job.communication.group(g);
    if (units == 0) continue;
    targets[g] = routers_of(members, target);
    for (auto const from : routers_of(members, source)) senders.push_back({from, g});
  }
  std::vector<std::uint32_t> of_worker(num_threads(), 0);
  std::atomic<bool> reached = false;
  auto const see = [&](RouterId from, RouterId to, unsigned worker) {
    auto& maximum = of_worker[worker];
    maximum = std::max(maximum, topology.distance(from, to));
    if (maximum == diameter) reached = true;
  };
  auto const flows = job.communication.flows();
  progress.start("farthest partners", flows.size() + senders.size(), "senders");
  parallel_chunks(flows.size(), 4096, [&](std::size_t begin, std::size_t end, unsigned worker) {
    for (auto i = begin; i < end && !reached; ++i)
      if (flows[i].units > 0) see(source(flows[i].from), target(flows[i].to), worker);
    progress.advance(end - begin);
  });
  parallel_for(senders.size(), [&](std::size_t i, unsigned worker) {
    auto const& [from, group] = senders[i];
    for (auto to = targets[group].begin(); to != targets[group].end() && !reached; ++to)
      see(from, *to, worker);
    progress.advance();
  });
  progress.finish();
  return std::ranges::max(of_worker);
}

}  // namespace

Dilation compute_dilation(RoutedMachine const& machine, LoadJob const& job, load::Loads const& loads,
                          Progress& progress) {
  bool const own_too = !machine.machine().has_two_way_terminals();
  Dilation dilation{.mean_hops = mean_hops(job.communication, loads, own_too)};
  if (!own_too)
    dilation.own_share =
        1 - units_to_others(job.communication) / static_cast<double>(job.communication.total_units());
  // Paths on PERCS do not depend on failures and need no network.
  if (machine.topology().has_distance() && (machine.percs_paths() || !machine.machine().has_failures()))
    dilation.farthest = farthest_of(machine.topology(), job, progress);
  else
    dilation.farthest = load::farthest_hops({job.communication, job.placement, machine.network()}, progress);
  return dilation;
}

Table dilation_table(std::vector<LoadJob> const& jobs, std::vector<Dilation> const& dilations) {
  Table table{
      "dilation",
      "Distance of traffic (dilation)",
      {{"mean_hops", "hops", "mean hops of a unit sent to another task, under the routing", 4},
       {"max_distance", "hops",
        "shortest path between the farthest tasks that communicate, whichever path the traffic takes"}},
      {}};
  bool const several = jobs.size() > 1;
  if (several) table.columns.insert(table.columns.begin(), {"job"});
  for (std::size_t i = 0; i < jobs.size(); ++i) {
    std::vector<Value> row{dilations[i].mean_hops, dilations[i].farthest};
    if (several) row.insert(row.begin(), jobs[i].name);
    table.add_row(std::move(row));
  }
  return table;
}

}  // namespace weft
