#include "weft/verb/load/dilation.hpp"

#include <algorithm>

#include "weft/engine/load/farthest.hpp"
#include "weft/topology/family/clex.hpp"
#include "weft/topology/family/percs.hpp"

namespace weft::verb {
namespace {

/// The units that tasks send to others than themselves.
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

/// `own_too`: what tasks send to themselves crosses channels, too.
double mean_hops(Communication const& communication, load::Loads const& loads, bool own_too) {
  double hops = 0;
  for (auto const& one : loads.classes) hops += static_cast<double>(one.total);
  double const of_task = loads.task_load / static_cast<double>(communication.total_units()) *
                         static_cast<double>(communication.num_tasks());  // the load of one unit over one hop
  auto const units =
      own_too ? static_cast<double>(communication.total_units()) : units_to_others(communication);
  return units == 0 ? 0 : hops / of_task / units;
}

/// On a topology that knows distances and diameter in closed form.
template <class T>
std::uint32_t farthest_on(T const& topology, LoadJob const& job) {
  std::uint32_t farthest = 0;
  auto const diameter = topology.diameter();
  auto const router = [&](std::uint32_t task) { return topology.injection_router({job.placement[task]}); };
  auto const see = [&](std::uint32_t from, std::uint32_t to) {
    farthest = std::max(farthest, topology.distance(router(from), router(to)));
    return farthest == diameter;
  };
  for (auto const& flow : job.communication.flows())
    if (flow.units > 0 && see(flow.from, flow.to)) return farthest;
  for (std::size_t g = 0; g < job.communication.num_groups(); ++g)
    for (auto const members = job.communication.group(g).members; auto const from : members)
      for (auto const to : members)
        if (see(from, to)) return farthest;
  return farthest;
}

}  // namespace

Dilation dilation_of(LoadMachine const& machine, LoadJob const& job, load::Loads const& loads,
                     Progress& progress) {
  Dilation dilation{mean_hops(job.communication, loads, !machine.machine().has_two_way_terminals()), 0};
  auto const* clex = machine.topology().get_if<topology::Clex>();
  if (machine.percs_paths())
    dilation.farthest = farthest_on(*machine.topology().get_if<topology::Percs>(), job);
  else if (clex != nullptr && clex->knows_distance() && !machine.machine().has_failures())
    dilation.farthest = farthest_on(*clex, job);
  else
    dilation.farthest = load::farthest_hops({job.communication, job.placement, machine.network()}, progress);
  return dilation;
}

Table dilation_table(std::vector<LoadJob> const& jobs, std::vector<Dilation> const& dilations) {
  Table table{"dilation",
              "How far the traffic goes",
              {{"mean_hops", "hops", "of a unit sent to another task, under the routing", 4},
               {"max_distance", "hops",
                "shortest path between the farthest tasks that exchange something, whatever path they take"}},
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

}  // namespace weft::verb
