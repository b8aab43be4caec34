// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <optional>
#include <span>
#include <type_traits>

#include <fmt/format.h>

#include "weft/core/error.hpp"
#include "weft/core/stopwatch.hpp"
#include "weft/engine/load/percs/load.hpp"
#include "weft/mapping/catalog.hpp"
#include "weft/routing/percs/percs.hpp"
#include "weft/topology/family/percs.hpp"
#include "weft/workload/jobs.hpp"
#include "weft/workload/loaded_channels.hpp"
#include "weft/workload/task_slots.hpp"

namespace weft {
namespace {

/// Returns the PERCS that `terminals` (in ascending order) of a larger PERCS form: they must be consecutive
/// complete supernodes, the first with an index that is a multiple of the number of supernodes to which one
/// node has D links. Returns nullopt for other terminals.
std::optional<topology::Percs> percs_part(topology::Percs const& whole,
                                          std::span<std::uint32_t const> terminals) {
  constexpr std::uint32_t of_supernode =
      topology::Percs::processors_per_node * topology::Percs::nodes_per_supernode;
  auto const width = topology::Percs::nodes_per_supernode / static_cast<std::uint32_t>(whole.params().links);
  if (terminals.empty() || terminals.size() % of_supernode != 0 ||
      terminals[0] % (of_supernode * width) != 0 || terminals.back() - terminals[0] != terminals.size() - 1)
    return {};
  auto params = whole.params();
  params.supernodes = static_cast<std::int64_t>(terminals.size() / of_supernode);
  return topology::Percs(params);
}

using Terminals = std::vector<std::uint32_t>;

/// Returns the context of a mapping on all terminals, or on the terminals `some`.
mapping::MappingContext context_of(RoutedMachine const& machine, Sides const& grid, std::uint64_t seed,
                                   Terminals const* some) {
  mapping::MappingContext context{grid, some == nullptr ? machine.terminals() : some->size(), seed};
  context.part = some;
  context.whole = machine.machine();
  context.hosts = [&machine]() -> Hosts const& { return machine.hosts(); };
  context.shares = [&machine]() -> routing::Shares const& { return machine.shares(); };
  if (some == nullptr) {
    context.network = [&machine]() -> Network const& { return machine.network(); };
    context.machine = machine.machine();
    context.percs_paths = machine.percs_paths();
  } else {
    if (auto const percs = machine.machine().as<topology::Percs>())
      if (auto part = percs_part(*percs, *some)) {
        if (auto const& paths = machine.percs_paths())
          context.percs_paths = std::make_shared<PercsPaths const>(*part, paths->params(), paths->direct());
        context.machine = Machine(erase_type(*std::move(part)));
      }
    context.network = [&machine, some,
                       part = std::make_shared<std::optional<Network>>()]() -> Network const& {
      if (!*part) *part = machine.network().with_terminals(*some);
      return **part;
    };
  }
  return context;
}

/// Converts terminals of a part of the machine to terminals of the whole machine.
mapping::Placement on_machine(mapping::Placement placement, Terminals const* some) {
  if (some != nullptr)
    for (auto& terminal : placement) terminal = (*some)[terminal];
  return placement;
}

load::Loads evaluated(RoutedMachine const& machine, Communication const& communication,
                      mapping::Placement const& placement, Progress& progress) {
  if (auto const& paths = machine.percs_paths())
    return load::percs_loads(*paths, {communication, placement, paths->supernodes()});
  return machine.loads({communication, placement, machine.network()}, progress).loads;
}

mapping::Placement place_on_hosts(RoutedMachine const& machine, LoadJob const& job, Terminals const* some,
                                  Spec const& mapping, mapping::MappingContext const& context);

/// Sets the functions of a context for mappings that use other mappings. The context must not be moved
/// afterwards.
void add_answers(mapping::MappingContext& context, RoutedMachine const& machine, LoadJob const& job,
                 Terminals const* some) {
  context.communication = &job.communication;
  context.place = [&context, &machine, &job, some](Spec const& mapping, Progress& progress) {
    auto listened = context;
    listened.progress = &progress;
    listened.report = {};
    return place_on_hosts(machine, job, some, mapping, listened);
  };
  context.candidates = [&context] { return mapping_candidates(context); };
  context.evaluate = [&context, &machine, some](mapping::Placement const& placement, Progress& progress) {
    return evaluated(machine, *context.communication, on_machine(placement, some), progress);
  };
}

/// Converts terminals of the machine to indices in `some`; repeated terminals become successive indices.
mapping::Placement positions_in(Terminals const* some, mapping::Placement terminals) {
  if (some == nullptr) return terminals;
  std::vector<std::uint32_t> used(some->size(), 0);
  for (auto& terminal : terminals) {
    auto const first = static_cast<std::size_t>(std::ranges::lower_bound(*some, terminal) - some->begin());
    terminal = static_cast<std::uint32_t>(first + used[first]++);
  }
  return terminals;
}

/// Returns the placement that a mapping computes, with the same number of tasks on each host if the job
/// specifies this number: a mapping that distributes the tasks in another way is applied again to the hosts
/// that it used most. The context has the terminals `some`.
mapping::Placement place_on_hosts(RoutedMachine const& machine, LoadJob const& job, Terminals const* some,
                                  Spec const& mapping, mapping::MappingContext const& context) {
  if (job.ranks_per_node == 0) return place_by(mapping, context);
  std::vector<Table> reports;
  auto first = context;
  if (context.report) first.report = [&](Table table) { reports.push_back(std::move(table)); };
  auto placement = place_by(mapping, first);
  auto slots = whole_host_slots(machine.hosts(), some, job.ranks_per_node, on_machine(placement, some));
  if (!slots) {
    for (auto& table : reports) context.report(std::move(table));
    return placement;
  }
  auto hosts = context_of(machine, job.grid, context.seed, &slots->terminals);
  hosts.order = std::move(slots->by_host);
  hosts.progress = context.progress;
  hosts.report = context.report;
  add_answers(hosts, machine, job, &slots->terminals);
  try {
    return positions_in(some, on_machine(place_by(mapping, hosts), &slots->terminals));
  } catch (InputError const& error) {
    throw InputError(fmt::format("{} does not place {} tasks on each host", mapping.name, job.ranks_per_node),
                     error.why.empty() ? error.problem : error.problem + ", " + error.why,
                     "omit ranks_per_node, or use another mapping", "mapping");
  }
}

/// Returns the terminals of a job except those on failed routers; nullopt if no router has failed or if too
/// few terminals remain.
std::optional<Terminals> working_terminals(RoutedMachine const& machine, LoadJob const& job) {
  auto const failed = machine.failed_terminals();
  if (failed.empty()) return {};
  Terminals working;
  auto const all = job.terminals ? job.terminals->size() : machine.terminals();
  for (std::uint32_t i = 0; i < all; ++i)
    if (auto const terminal = job.terminals ? (*job.terminals)[i] : i; !failed[terminal])
      working.push_back(terminal);
  auto const room = job.ranks_per_node == 0 ? working.size()
                                            : num_task_slots(machine.hosts(), &working, job.ranks_per_node);
  if (working.size() == all || room < size_of(job.grid)) return {};
  return working;
}

mapping::Placement placement_on(RoutedMachine const& machine, LoadJob& job, Terminals const* some,
                                std::uint64_t seed, Progress& progress) {
  TaskSlots slots;
  if (job.ranks_per_node > 0) slots = task_slots(machine.hosts(), some, job.ranks_per_node);
  auto const all = some == nullptr ? machine.terminals() : some->size();
  bool const as_terminals = slots.terminals.size() == all && slots.are_terminals();
  if (job.ranks_per_node > 0 && !as_terminals) some = &slots.terminals;
  auto context = context_of(machine, job.grid, seed, some);
  if (some == &slots.terminals) context.order = std::move(slots.by_host);
  context.progress = &progress;
  context.report = [&tables = job.tables](Table table) { tables.push_back(std::move(table)); };
  job.tables.clear();
  add_answers(context, machine, job, some);
  return on_machine(
      at_place("mapping", [&] { return place_on_hosts(machine, job, some, job.mapping, context); }), some);
}

/// Maps the tasks to the terminals `some`. Returns false if the mapping does not support them.
bool place_on(RoutedMachine const& machine, LoadJob& job, Terminals const* some, std::uint64_t seed,
              Progress& progress) {
  try {
    job.placement = placement_on(machine, job, some, seed, progress);
    return true;
  } catch (InputError const&) { return false; }
}

/// Throws InputError if a task with traffic is on a failed router.
void require_working_routers(RoutedMachine const& machine, LoadJob const& job) {
  if (!machine.machine().has_failures()) return;  // avoids building the network
  auto const& network = machine.network();
  auto const& communication = job.communication;
  for (std::uint32_t task = 0; task < communication.num_tasks(); ++task) {
    TerminalId const terminal{job.placement[task]};
    for (auto const router : {network.injection_router(terminal), network.ejection_router(terminal)})
      if (network.router_failed(router) &&
          !(communication.flows_of(task).empty() && communication.flows_to(task).empty() &&
            communication.groups_of(task).empty()))
        throw InputError(fmt::format("task {} is on terminal {}", task, terminal.v),
                         fmt::format("router {} of this terminal has failed", router.v),
                         "place tasks only on terminals of working routers, e.g. with mapping file",
                         "mapping");
  }
}

}  // namespace

mapping::Placement place_by(Spec const& mapping, mapping::MappingContext const& context,
                            std::string* resolved) {
  return mapping::Mappings::pick_params(
      mapping,
      [&]<class M>(std::type_identity<M>, typename M::Params const& params) {
        if (resolved != nullptr) *resolved = to_spec<M>(params, true).to_string();
        return M{params}.place(context);
      },
      "mapping");
}

std::vector<mapping::MappingCandidate> mapping_candidates(mapping::MappingContext const& context) {
  std::vector<mapping::MappingCandidate> all;
  mapping::Mappings::for_each([&]<class M>(std::type_identity<M>) {
    std::vector<typename M::Params> worth{{}};
    if constexpr (requires { M::candidate_params(context); }) worth = M::candidate_params(context);
    for (auto& params : worth) {
      mapping::MappingCandidate candidate;
      if constexpr (requires { params.start; }) {
        params.start = typename M::Params{}.start;
        candidate.improves = true;
        if constexpr (requires(load::Loads const& loads) { M::throughput_bound(loads); })
          candidate.throughput_bound = M::throughput_bound;
      }
      if constexpr (requires { M{params}.seconds(context.num_tasks()); })
        candidate.seconds = M{params}.seconds(context.num_tasks());
      candidate.spec = to_spec<M>(params);
      all.push_back(std::move(candidate));
    }
  });
  return all;
}

std::vector<mapping::MappingCandidate> mapping_candidates(RoutedMachine const& machine, LoadJob const& job) {
  auto context = context_of(machine, job.grid, 0, job.terminals ? &*job.terminals : nullptr);
  context.communication = &job.communication;
  return mapping_candidates(context);
}

double LoadAssembly::mapping_seconds() const {
  double seconds = 0;
  for (auto const& job : jobs) seconds += job.mapping_seconds;
  return seconds;
}

void place_job(RoutedMachine const& machine, LoadJob& job, std::uint64_t seed, Progress& progress) {
  Stopwatch const watch;
  auto const* some = job.terminals ? &*job.terminals : nullptr;
  auto const working = working_terminals(machine, job);
  if (!working || !place_on(machine, job, &*working, seed, progress)) {
    job.placement = placement_on(machine, job, some, seed, progress);
    require_working_routers(machine, job);
  }
  job.mapping_seconds = watch.seconds();
  if (machine.percs_paths()) require_own_terminals(job, "a processor of percs runs one task");
}

void place_jobs(LoadAssembly& assembly, std::uint64_t seed, Progress& progress) {
  for (auto& job : assembly.jobs) try {
      place_job(*assembly.machine, job, seed, progress);
    } catch (InputError const& error) {
      if (!assembly.several()) throw;
      throw error.within("job " + job.name);
    }
}

void add_mapping_tables(LoadAssembly const& assembly, Result& result) {
  for (auto const& job : assembly.jobs)
    for (auto table : job.tables) {
      if (assembly.several()) {
        table.name += "_" + job.name;
        table.title += ", job " + job.name;
      }
      result.tables.push_back(std::move(table));
    }
}

}  // namespace weft
