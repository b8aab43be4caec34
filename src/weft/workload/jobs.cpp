// SPDX-License-Identifier: Apache-2.0
#include "weft/workload/jobs.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>
#include <type_traits>

#include <fmt/format.h>

#include "weft/collective/program/catalog.hpp"
#include "weft/collective/program/communication_of.hpp"
#include "weft/core/error.hpp"
#include "weft/core/memory.hpp"
#include "weft/engine/load/worst_case.hpp"
#include "weft/experiment/setup.hpp"
#include "weft/mapping/catalog.hpp"
#include "weft/traffic/catalog.hpp"
#include "weft/traffic/communication/catalog.hpp"
#include "weft/workload/job_list.hpp"
#include "weft/workload/loaded_channels.hpp"
#include "weft/workload/task_slots.hpp"

namespace weft {

bool names_program(std::string const& name) {
  auto const names = Programs::names();
  return std::ranges::find(names, name) != names.end();
}

namespace {

using Terminals = std::vector<std::uint32_t>;

/// Returns the spec of the communication pattern; if the text names a traffic pattern or a program, a spec of
/// the pattern `traffic` or `program`.
Spec communication_spec(std::string const& text) {
  auto spec = Spec::parse(text);
  Spec const derived{"", {{"of", "[" + text + "]"}}};
  auto const known = [&](std::vector<std::string> const& names) {
    return std::ranges::find(names, spec.name) != names.end();
  };
  if (known(Communications::names())) return spec;
  if (known(Patterns::names_and_aliases())) return {std::string(task::Traffic::name), derived.arguments};
  if (names_program(spec.name)) return {std::string(task::ProgramMessages::name), derived.arguments};
  return spec;
}

/// Returns the grid of the request if specified, else the grid of the pattern if it has one, else the
/// default.
Sides grid_of(LoadParams const& request, std::function<Sides()> const& by_default) {
  if (request.grid != Sides{0}) return request.grid;
  return at_place("pattern", [&] {
    return Communications::pick_params(
        communication_spec(request.pattern),
        [&]<class P>(std::type_identity<P>, typename P::Params const& params) -> Sides {
          if constexpr (requires(P const& pattern) { pattern.default_grid(); })
            return P{params}.default_grid();
          else
            return by_default();
        },
        "communication pattern");
  });
}

/// Throws InputError if a grid has more than `terminals` tasks. Called before memory is allocated.
void check_grid(Sides const& grid, std::uint64_t terminals) {
  unsigned __int128 tasks = 1;
  for (auto const side : grid) {
    tasks *= static_cast<std::uint64_t>(side);
    if (side == 0)
      throw InputError("grid=" + format_sides(grid), "0 (automatic) cannot be combined with other sides", "",
                       "grid");
    if (tasks > terminals)
      throw InputError("grid=" + format_sides(grid),
                       "has more tasks than the machine's " + std::to_string(terminals) + " terminals", "",
                       "grid");
  }
}

Communication make_communication(LoadParams const& request, TaskContext const& context,
                                 std::string& resolved) {
  return at_place("pattern", [&] {
    return Communications::pick_params(
        communication_spec(request.pattern),
        [&]<class P>(std::type_identity<P>, typename P::Params const& params) {
          if constexpr (requires { P::resolved(params, context); })
            resolved = to_spec<P>(P::resolved(params, context), true).to_string();
          else
            resolved = to_spec<P>(params, true).to_string();
          return P{params}.communicate(context);
        },
        "communication pattern");
  });
}

/// Formats a mapping with all parameters.
std::string resolved_mapping(Spec const& mapping) {
  return mapping::Mappings::pick_params(
      mapping,
      []<class M>(std::type_identity<M>, typename M::Params const& params) {
        return to_spec<M>(params, true).to_string();
      },
      "mapping");
}

/// Creates a job. `terminals`: of the job; nullopt: all. `room`: maximum number of tasks, see
/// room_for_tasks().
LoadJob make_job(RoutedMachine const& machine, LoadParams const& request, Sides const& grid,
                 std::optional<Terminals> terminals, std::uint64_t room, bool draws) {
  check_grid(grid, room);
  constexpr std::uint64_t bytes_per_task = 40;  // including its terminal and a flow
  require_memory(size_of(grid) * bytes_per_task, fmt::format("traffic among {} tasks", size_of(grid)));
  bool const in_order = !terminals && request.mapping == LoadParams{}.mapping && request.ranks_per_node == 0;
  std::string pattern;
  auto communication =
      make_communication(request,
                         {grid, static_cast<std::uint64_t>(request.seed),
                          [&] { return load::worst_permutation(machine.network(), machine.shares()); },
                          communication_of_program, draws, in_order ? &machine.machine() : nullptr,
                          tasks_per_group(machine.topology(), machine.machine(),
                                          static_cast<std::uint64_t>(request.ranks_per_node))},
                         pattern);
  auto job = job_of_tasks(grid, std::move(communication), request.mapping);
  job.terminals = std::move(terminals);
  job.ranks_per_node = static_cast<std::uint64_t>(request.ranks_per_node);
  job.pattern_text = std::move(pattern);
  return job;
}

LoadJob make_job_of_several(RoutedMachine const& machine, LoadParams const& request, Spec const& spec,
                            JobTerminals& free, std::string& resolved, bool draws) {
  auto params = read_params<JobRequest>(job_schema, spec);
  auto one = request;
  one.pattern = unbracketed(params.pattern);
  one.mapping = unbracketed(params.mapping);
  one.grid = params.grid;
  one.ranks_per_node = params.ranks_per_node;
  auto const per_node = static_cast<std::uint64_t>(params.ranks_per_node);
  std::optional<Terminals> terminals;
  auto const named = named_terminals(machine.machine(), one.mapping);
  auto const room = [&] {
    return room_for_tasks(machine.machine(), terminals ? &*terminals : nullptr, named, per_node);
  };
  if (!params.terminals.empty())
    terminals = free.reserve(params.terminals);
  else if (named)
    terminals = free.reserve(JobTerminals::text(JobTerminals::distinct(*named)));
  auto const grid = grid_of(one, [&] {
    if (!terminals)
      throw InputError("grid or terminals is missing", "the size of the job is unknown",
                       "specify e.g. grid=8x8", "grid");
    return square_grid(named ? named->size() : room());
  });
  if (!terminals) {
    check_grid(grid, per_node > 0 ? room() : free.left());
    terminals = per_node > 0 ? free.reserve_hosts(machine.hosts(), size_of(grid), per_node)
                             : free.reserve_lowest(size_of(grid));
  }
  params.terminals = JobTerminals::text(*terminals);
  params.grid = grid;
  auto const places = room();
  auto job = make_job(machine, one, grid, std::move(terminals), places, draws);
  job.name = spec.name;
  job.rate = params.rate;
  params.pattern = "[" + job.pattern_text + "]";
  params.mapping = "[" + job.mapping_text + "]";
  resolved +=
      (resolved.empty() ? "[" : ",") + Spec{spec.name, write_params(job_schema, params, true)}.to_string();
  return job;
}

/// Creates the jobs of a request for several jobs. `resolved` receives their resolved text.
std::vector<LoadJob> make_jobs(RoutedMachine const& machine, LoadParams const& request, std::string& resolved,
                               bool draws) {
  JobTerminals free(machine.terminals(), machine.failed_terminals());
  std::vector<LoadJob> jobs;
  for (auto const& spec : read_jobs(request)) try {
      jobs.push_back(make_job_of_several(machine, request, spec, free, resolved, draws));
    } catch (InputError const& error) { throw error.within("job " + spec.name); }
  resolved += "]";
  return jobs;
}

}  // namespace

std::optional<mapping::Placement> named_terminals(Machine const& machine, std::string const& mapping) {
  return at_place("mapping", [&] {
    return mapping::Mappings::pick_params(
        Spec::parse(mapping),
        [&]<class M>(std::type_identity<M>,
                     typename M::Params const& params) -> std::optional<mapping::Placement> {
          if constexpr (requires(M const& candidate) { candidate.terminals(machine.hosts()); })
            return M{params}.terminals(machine.hosts());
          else
            return {};
        },
        "mapping");
  });
}

std::uint64_t room_for_tasks(std::uint64_t terminals, std::optional<mapping::Placement> const& named) {
  return std::max<std::uint64_t>(terminals, named ? named->size() : 0);
}

std::uint64_t room_for_tasks(Machine const& machine, std::vector<std::uint32_t> const* some,
                             std::optional<mapping::Placement> const& named, std::uint64_t ranks_per_node) {
  if (ranks_per_node == 0)
    return room_for_tasks(some != nullptr ? some->size() : machine.num_terminals(), named);
  if (named)
    throw InputError("ranks_per_node conflicts with a mapping that lists the hosts",
                     "the list specifies the tasks of each host",
                     fmt::format("omit it, and write :{0} after each name or range, or slots={0} in a file",
                                 ranks_per_node),
                     "ranks_per_node");
  return num_task_slots(machine.hosts(), some, ranks_per_node);
}

std::uint64_t tasks_per_group(AnyTopology const& topology, Machine const& machine,
                              std::uint64_t ranks_per_node) {
  auto const copies = topology.copies();
  if (copies.size() < 2) return 0;
  return room_for_tasks(machine, nullptr, {}, ranks_per_node) / copies[copies.size() - 2];
}

void require_own_terminals(LoadJob const& job, std::string const& why) {
  auto const once = JobTerminals::distinct({job.placement.begin(), job.placement.end()});
  if (once.size() < job.placement.size())
    throw InputError(fmt::format("{} tasks are on {} terminals", job.placement.size(), once.size()), why,
                     "specify one terminal per task", "mapping");
}

Sides square_grid(std::uint64_t tasks) {
  auto rows = static_cast<std::uint64_t>(std::sqrt(static_cast<double>(tasks)));
  while (tasks % rows != 0) --rows;
  return {static_cast<std::int64_t>(rows), static_cast<std::int64_t>(tasks / rows)};
}

Sides default_grid(AnyTopology const& topology) {
  auto const sides = topology.sides();
  if (sides.empty() || topology.num_routers() != topology.num_terminals())
    return square_grid(topology.num_terminals());
  return {sides.rbegin(), sides.rend()};
}

LoadJob job_of_tasks(Sides const& grid, Communication communication, std::string const& mapping) {
  auto const spec = at_place("mapping", [&] { return Spec::parse(mapping); });
  auto text = at_place("mapping", [&] { return resolved_mapping(spec); });
  return {.name = {},
          .grid = grid,
          .communication = std::move(communication),
          .terminals = {},
          .mapping = spec,
          .pattern_text = {},
          .mapping_text = std::move(text)};
}

LoadJob assemble_job(RoutedMachine const& machine, LoadParams const& request, std::string const& terminals,
                     bool draws) {
  auto const named = named_terminals(machine.machine(), request.mapping);
  auto const per_node = static_cast<std::uint64_t>(request.ranks_per_node);
  if (terminals.empty()) {
    auto const room = room_for_tasks(machine.machine(), nullptr, named, per_node);
    auto const grid = grid_of(request, [&] {
      return named || per_node > 0 ? square_grid(named ? named->size() : room)
                                   : default_grid(machine.topology());
    });
    return make_job(machine, request, grid, {}, room, draws);
  }
  auto some = at_place("terminals", [&] {
    return JobTerminals(machine.terminals(), machine.failed_terminals()).reserve(terminals);
  });
  auto const room = room_for_tasks(machine.machine(), &some, named, per_node);
  auto const grid = grid_of(request, [&] { return square_grid(named ? named->size() : room); });
  return make_job(machine, request, grid, std::move(some), room, draws);
}

std::shared_ptr<RoutedMachine const> make_machine(LoadParams const& request) {
  return std::make_shared<RoutedMachine const>(request.topology, request.routing,
                                               failures_of(request, request.seed));
}

LoadAssembly assemble_load(LoadParams const& request, bool draws) {
  auto assembly = assemble_load(make_machine(request), request, draws);
  add_failures(request, assembly.scenario);
  return assembly;
}

LoadAssembly assemble_load(std::shared_ptr<RoutedMachine const> machine, LoadParams const& request,
                           bool draws) {
  if (machine->percs_paths()) {
    auto const channels = LoadedChannels(*machine).size();
    require_memory(channels * sizeof(std::uint64_t), fmt::format("a load for each of {} channels", channels));
  }
  std::vector<Setting> scenario{{"topology", machine->topology().spec(true)},
                                {"routing", machine->routing().to_string()}};
  std::vector<LoadJob> jobs;
  if (request.jobs.empty()) {
    jobs.push_back(assemble_job(*machine, request, {}, draws));
    scenario.insert(scenario.end(), {{"pattern", jobs[0].pattern_text},
                                     {"mapping", jobs[0].mapping_text},
                                     {"grid", format_sides(jobs[0].grid)}});
    if (request.ranks_per_node > 0)
      scenario.push_back({"ranks_per_node", std::to_string(request.ranks_per_node)});
  } else {
    std::string resolved;
    jobs = make_jobs(*machine, request, resolved, draws);
    scenario.push_back({"jobs", resolved});
  }
  return {std::move(machine), std::move(jobs), std::move(scenario)};
}

}  // namespace weft
