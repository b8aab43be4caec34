// SPDX-License-Identifier: Apache-2.0
#include "weft/workload/estimate.hpp"

#include <algorithm>

#include "weft/engine/load/network_load.hpp"
#include "weft/engine/load/percs/load.hpp"
#include "weft/experiment/channels.hpp"
#include "weft/mapping/catalog.hpp"
#include "weft/network/network.hpp"
#include "weft/routing/binding_estimate.hpp"
#include "weft/workload/loaded_channels.hpp"

namespace weft {
namespace {

/// Returns whether the mapping searches for a placement with low loads.
bool searches(RoutedMachine const& machine, LoadJob const& job) {
  auto const takes_time = [](mapping::MappingCandidate const& candidate) { return candidate.seconds > 0; };
  if (job.mapping.name == mapping::Best::name)
    return std::ranges::any_of(mapping_candidates(machine, job), takes_time);
  return mapping::Mappings::pick_params(
      job.mapping,
      []<class M>(std::type_identity<M>, typename M::Params const& params) {
        return requires { M{params}.seconds(std::uint64_t{1}); };
      },
      "mapping");
}

/// Returns the mean hops of a flow: over a sample if tasks are mapped in order, otherwise over random pairs.
double hops_of_flows(AnyTopology const& topology, LoadJob const& job) {
  constexpr std::size_t samples = 32;
  auto const flows = job.communication.flows();
  bool const in_order = job.mapping.name == mapping::Linear::name && !job.terminals;
  if (!in_order || !topology.has_distance() || flows.empty()) return mean_hops(topology);
  double hops = 0;
  for (std::size_t i = 0; i < samples; ++i) {
    auto const& flow = flows[(2 * i + 1) * flows.size() / (2 * samples)];
    hops += topology.distance(topology.injection_router({flow.from}), topology.ejection_router({flow.to}));
  }
  return hops / samples;
}

Estimate estimate_loads(RoutedMachine const& machine, LoadJob const& job) {
  if (machine.percs_paths()) return load::estimate_percs_loads(LoadedChannels(machine).size());
  auto const& topology = machine.topology();
  return load::estimate_network_loads(size_of(topology), {.flows = num_flows(job.communication),
                                                          .hops = hops_of_flows(topology, job),
                                                          .grid = !topology.sides().empty()});
}

/// Returns the search time of a mapping, in seconds. `hops`: length of the paths; each move updates their
/// loads.
template <class M>
double search_seconds(M const& mapping, std::uint64_t tasks, double hops) {
  if constexpr (requires { mapping.seconds(tasks); })
    return mapping.seconds(tasks) * hops;
  else
    return 0;
}

/// Returns the time of the mapping `best`, in seconds, which evaluates each placement. A mapping that
/// improves others starts from up to `starts` placements.
double best_seconds(RoutedMachine const& machine, LoadJob const& job, mapping::Best::Params const& params,
                    double hops) {
  auto const evaluation = estimate_loads(machine, job).seconds;
  auto const candidates = mapping_candidates(machine, job);
  auto const plain = std::ranges::count(candidates, false, &mapping::MappingCandidate::improves);
  auto const starts = static_cast<double>(std::min<std::int64_t>(params.starts, plain));
  double seconds = 0;
  for (auto const& candidate : candidates)
    seconds += (candidate.improves ? starts : 1) * (candidate.seconds * hops + evaluation);
  return params.seconds > 0 ? std::min(seconds, params.seconds) : seconds;
}

/// Returns the time of any mapping, in seconds: several visits of each task, plus the search.
double placing_seconds(RoutedMachine const& machine, LoadJob const& job, double hops) {
  constexpr double seconds_per_task = 5e-7;
  auto const tasks = job.communication.num_tasks();
  return static_cast<double>(tasks) * seconds_per_task +
         mapping::Mappings::pick_params(
             job.mapping,
             [&]<class M>(std::type_identity<M>, typename M::Params const& params) {
               if constexpr (std::same_as<M, mapping::Best>)
                 return best_seconds(machine, job, params, hops);
               else
                 return search_seconds(M{params}, tasks, hops);
             },
             "mapping");
}

/// Returns the estimated memory of the arrays in the result.
Estimate estimate_arrays(LoadAssembly const& assembly) {
  constexpr double bytes_per_load = 8, bytes_per_task = 4;
  auto const channels = size_of(assembly.machine->topology()).channels;
  double bytes = channels > max_channel_values ? 0 : static_cast<double>(channels) * bytes_per_load;
  for (auto const& job : assembly.jobs)
    bytes += static_cast<double>(job.communication.num_tasks()) * bytes_per_task;
  return {bytes, 0};
}

}  // namespace

double num_flows(Communication const& communication) {
  auto flows = static_cast<double>(communication.flows().size());
  for (std::size_t g = 0; g < communication.num_groups(); ++g) {
    auto const members = static_cast<double>(communication.group(g).members.size());
    flows += members * members;
  }
  return flows;
}

Estimate estimate_placing(RoutedMachine const& machine, LoadJob const& job) {
  constexpr double bytes_per_flow = 24, bytes_per_task = 40, bytes_per_hop_of_a_pair = 24;
  auto const tasks = job.communication.num_tasks();
  auto const flows = static_cast<double>(job.communication.flows().size());
  auto const hops = std::max(mean_hops(machine.topology()), 1.0);
  Estimate placing{flows * bytes_per_flow + static_cast<double>(tasks) * bytes_per_task,
                   placing_seconds(machine, job, hops)};
  if (!searches(machine, job)) return placing;
  auto const size = size_of(machine.topology());
  auto const routers = static_cast<double>(size.routers);
  placing.bytes += routers * routers * hops * bytes_per_hop_of_a_pair;
  placing.useful_threads = 2;
  return estimate_network(size).and_then(placing);
}

Estimate estimate_loads(LoadAssembly const& assembly) {
  Estimate all;
  if (!assembly.machine->percs_paths())
    all = estimate_network(size_of(assembly.machine->topology()))
              .and_then(routing::estimate_binding(assembly.machine->routing(), assembly.machine->topology()));
  for (auto const& job : assembly.jobs)
    all = all.and_then(estimate_placing(*assembly.machine, job))
              .and_then(estimate_loads(*assembly.machine, job));
  return all.and_then(estimate_arrays(assembly));
}

}  // namespace weft
