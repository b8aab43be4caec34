#include "weft/verb/load/load_assembly.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>
#include <span>
#include <type_traits>

#include <fmt/format.h>

#include "weft/collective/program/communication_of.hpp"
#include "weft/core/error.hpp"
#include "weft/core/memory.hpp"
#include "weft/engine/load/percs/load.hpp"
#include "weft/engine/load/worst_case.hpp"
#include "weft/experiment/setup.hpp"
#include "weft/mapping/catalog.hpp"
#include "weft/routing/percs/percs_paths.hpp"
#include "weft/topology/family/percs.hpp"
#include "weft/traffic/catalog.hpp"
#include "weft/traffic/communication/catalog.hpp"
#include "weft/verb/load/load_jobs.hpp"
#include "weft/verb/load/loaded_channels.hpp"
#include "weft/verb/load/mapping_candidates.hpp"
#include "weft/verb/load/node_places.hpp"
#include "weft/verb/simulate/stopwatch.hpp"

namespace weft::verb {
namespace {

/// The PERCS that some terminals of a larger one are, in ascending order: consecutive whole supernodes, the
/// first a multiple of those that one node has D links to. Nothing otherwise.
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

/// The communication pattern of that name, or the traffic pattern among the tasks.
Spec communication_spec(std::string const& text) {
  auto spec = Spec::parse(text);
  auto const known = [&](std::vector<std::string> const& names) {
    return std::ranges::find(names, spec.name) != names.end();
  };
  if (known(Communications::names()) || !known(Patterns::names_and_aliases())) return spec;
  return {std::string(task::Traffic::name), {{"of", "[" + text + "]"}}};
}

/// The requested grid, that of a pattern with its own, or the default.
Sides grid_of(Load::Params const& request, std::function<Sides()> const& by_default) {
  if (request.grid != Sides{0}) return request.grid;
  return at_place("pattern", [&] {
    return Communications::pick_params(
        communication_spec(request.pattern),
        [&]<class P>(std::type_identity<P>, typename P::Params const& params) -> Sides {
          if constexpr (requires(P const& pattern) { pattern.own_grid(); })
            return P{params}.own_grid();
          else
            return by_default();
        },
        "communication pattern");
  });
}

/// Throws InputError for a grid with more tasks than terminals, or than its mapping names, before memory is
/// allocated.
void check_grid(Sides const& grid, std::uint64_t terminals) {
  unsigned __int128 tasks = 1;
  for (auto const side : grid) {
    tasks *= static_cast<std::uint64_t>(side);
    if (side == 0) throw InputError("grid=" + sides_text(grid), "0 must stand alone", "", "grid");
    if (tasks > terminals)
      throw InputError("grid=" + sides_text(grid),
                       "has more tasks than the machine's " + std::to_string(terminals) + " terminals", "",
                       "grid");
  }
}

Communication make_communication(Load::Params const& request, TaskContext const& context,
                                 std::string& resolved) {
  return at_place("pattern", [&] {
    return Communications::pick_params(
        communication_spec(request.pattern),
        [&]<class P>(std::type_identity<P>, typename P::Params const& params) {
          resolved = to_spec<P>(params, true).to_string();
          return P{params}.communicate(context);
        },
        "communication pattern");
  });
}

/// The context of a mapping on all terminals, or on some.
mapping::MappingContext context_of(LoadMachine const& machine, Sides const& grid, std::uint64_t seed,
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
        context.machine = Machine(forget_type(*std::move(part)));
      }
    context.network = [&machine, some,
                       part = std::make_shared<std::optional<Network>>()]() -> Network const& {
      if (!*part) *part = machine.network().with_terminals(*some);
      return **part;
    };
  }
  return context;
}

/// The terminals of the machine for those of a part of it.
mapping::Placement on_machine(mapping::Placement placement, Terminals const* some) {
  if (some != nullptr)
    for (auto& terminal : placement) terminal = (*some)[terminal];
  return placement;
}

load::Loads evaluated(LoadMachine const& machine, Communication const& communication,
                      mapping::Placement const& placement, Progress& progress) {
  if (auto const& paths = machine.percs_paths())
    return load::percs_loads(*paths, {communication, placement, paths->supernodes()});
  return machine.loads({communication, placement, machine.network()}, progress).loads;
}

/// The functions for mappings that use others; the context must stay in place.
void add_answers(mapping::MappingContext& context, LoadMachine const& machine, Terminals const* some,
                 std::vector<Table>& tables) {
  context.place = [&context](Spec const& mapping, Progress& progress) {
    auto listened = context;
    listened.progress = &progress;
    listened.report = {};
    return place_by(mapping, listened);
  };
  context.candidates = [&context] { return mapping_candidates(context); };
  context.report = [&tables](Table table) { tables.push_back(std::move(table)); };
  context.evaluate = [&context, &machine, some](mapping::Placement const& placement, Progress& progress) {
    return evaluated(machine, *context.communication, on_machine(placement, some), progress);
  };
}

/// The mapping with all its parameters.
std::string resolved_mapping(Spec const& mapping) {
  return mapping::Mappings::pick_params(
      mapping,
      []<class M>(std::type_identity<M>, typename M::Params const& params) {
        return to_spec<M>(params, true).to_string();
      },
      "mapping");
}

/// `terminals`: of the job; none: all. `room`: see room_for_tasks.
LoadJob make_job(LoadMachine const& machine, Load::Params const& request, Sides const& grid,
                 std::optional<Terminals> terminals, std::uint64_t room, bool draws) {
  check_grid(grid, room);
  constexpr std::uint64_t bytes_per_task = 40;  // with its place and a flow
  require_memory(size_of(grid) * bytes_per_task, fmt::format("traffic among {} tasks", size_of(grid)));
  bool const in_order =
      !terminals && request.mapping == Load::Params{}.mapping && request.ranks_per_node == 0;
  std::string pattern;
  auto communication =
      make_communication(request,
                         {grid, static_cast<std::uint64_t>(request.seed),
                          [&] { return load::worst_permutation(machine.network(), machine.shares()); },
                          communication_of_program, draws, in_order ? &machine.machine() : nullptr},
                         pattern);
  auto job = job_of_tasks(grid, std::move(communication), request.mapping);
  job.terminals = std::move(terminals);
  job.ranks_per_node = static_cast<std::uint64_t>(request.ranks_per_node);
  job.pattern_text = std::move(pattern);
  return job;
}

LoadJob make_job_of_several(LoadMachine const& machine, Load::Params const& request, Spec const& spec,
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
    terminals = free.take(params.terminals);
  else if (named)
    terminals = free.take(JobTerminals::text(JobTerminals::each_once(*named)));
  auto const grid = grid_of(one, [&] {
    if (!terminals)
      throw InputError("neither grid nor terminals", "the size of the job is unknown", "", "grid");
    return square_grid(named ? named->size() : room());
  });
  if (!terminals) {
    check_grid(grid, per_node > 0 ? room() : free.left());
    terminals = per_node > 0 ? free.take_hosts(machine.hosts(), size_of(grid), per_node)
                             : free.take_lowest(size_of(grid));
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

/// The jobs of a request for several, and their resolved text.
std::vector<LoadJob> make_jobs(LoadMachine const& machine, Load::Params const& request, std::string& resolved,
                               bool draws) {
  JobTerminals free(machine.terminals(), machine.failed_terminals());
  std::vector<LoadJob> jobs;
  for (auto const& spec : read_jobs(request)) try {
      jobs.push_back(make_job_of_several(machine, request, spec, free, resolved, draws));
    } catch (InputError const& error) { throw error.within("job " + spec.name); }
  resolved += "]";
  return jobs;
}

/// The terminals of a job without those of failed routers; nullopt if none has failed, or if too few are
/// left.
std::optional<Terminals> working_terminals(LoadMachine const& machine, LoadJob const& job) {
  auto const failed = machine.failed_terminals();
  if (failed.empty()) return {};
  Terminals working;
  auto const all = job.terminals ? job.terminals->size() : machine.terminals();
  for (std::uint32_t i = 0; i < all; ++i)
    if (auto const terminal = job.terminals ? (*job.terminals)[i] : i; !failed[terminal])
      working.push_back(terminal);
  auto const room = job.ranks_per_node == 0 ? working.size()
                                            : num_node_places(machine.hosts(), &working, job.ranks_per_node);
  if (working.size() == all || room < size_of(job.grid)) return {};
  return working;
}

mapping::Placement placement_on(LoadMachine const& machine, LoadJob& job, Terminals const* some,
                                std::uint64_t seed, Progress& progress) {
  NodePlaces places;
  if (job.ranks_per_node > 0) places = node_places(machine.hosts(), some, job.ranks_per_node);
  auto const all = some == nullptr ? machine.terminals() : some->size();
  bool const as_terminals = places.terminals.size() == all && places.are_terminals();
  if (job.ranks_per_node > 0 && !as_terminals) some = &places.terminals;
  auto context = context_of(machine, job.grid, seed, some);
  if (some == &places.terminals) context.order = std::move(places.by_host);
  context.communication = &job.communication;
  context.progress = &progress;
  job.tables.clear();
  add_answers(context, machine, some, job.tables);
  return on_machine(at_place("mapping", [&] { return place_by(job.mapping, context, nullptr); }), some);
}

/// Places the tasks on some terminals. Returns false if the mapping cannot use only these.
bool place_on(LoadMachine const& machine, LoadJob& job, Terminals const* some, std::uint64_t seed,
              Progress& progress) {
  try {
    job.placement = placement_on(machine, job, some, seed, progress);
    return true;
  } catch (InputError const&) { return false; }
}

/// Throws InputError for a task with traffic on a failed router.
void require_working_routers(LoadMachine const& machine, LoadJob const& job) {
  if (!machine.machine().has_failures()) return;  // needs no network
  auto const& network = machine.network();
  auto const& communication = job.communication;
  for (std::uint32_t task = 0; task < communication.num_tasks(); ++task) {
    TerminalId const terminal{job.placement[task]};
    for (auto const router : {network.injection_router(terminal), network.ejection_router(terminal)})
      if (network.router_failed(router) &&
          !(communication.flows_of(task).empty() && communication.flows_to(task).empty() &&
            communication.groups_of(task).empty()))
        throw InputError(fmt::format("task {} on terminal {}", task, terminal.v),
                         fmt::format("its router {} has failed", router.v),
                         "place the tasks of the job on terminals of working routers, as with mapping file",
                         "mapping");
  }
}

}  // namespace

std::optional<mapping::Placement> named_terminals(Machine const& machine, std::string const& mapping) {
  return at_place("mapping", [&] {
    return mapping::Mappings::pick_params(
        Spec::parse(mapping),
        [&]<class M>(std::type_identity<M>,
                     typename M::Params const& params) -> std::optional<mapping::Placement> {
          if constexpr (requires(M const& it) { it.terminals(machine.hosts()); })
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
    throw InputError("ranks_per_node beside a mapping that names the hosts",
                     "its file says how many each takes", "write NODE slots=N there, and omit it",
                     "ranks_per_node");
  return num_node_places(machine.hosts(), some, ranks_per_node);
}

void require_own_terminals(LoadJob const& job, std::string const& why) {
  auto const once = JobTerminals::each_once({job.placement.begin(), job.placement.end()});
  if (once.size() < job.placement.size())
    throw InputError(fmt::format("{} tasks on {} terminals", job.placement.size(), once.size()), why,
                     "name as many terminals as tasks", "mapping");
}

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
    if constexpr (requires { M::worth_trying(context); }) worth = M::worth_trying(context);
    for (auto& params : worth) {
      mapping::MappingCandidate candidate;
      if constexpr (requires { params.start; }) {
        params.start = typename M::Params{}.start;
        candidate.improves = true;
        if constexpr (requires(load::Loads const& loads) { M::most(loads); }) candidate.most = M::most;
      }
      if constexpr (requires { M{params}.seconds(context.num_tasks()); })
        candidate.seconds = M{params}.seconds(context.num_tasks());
      candidate.spec = to_spec<M>(params);
      all.push_back(std::move(candidate));
    }
  });
  return all;
}

std::vector<mapping::MappingCandidate> mapping_candidates(LoadMachine const& machine, LoadJob const& job) {
  auto context = context_of(machine, job.grid, 0, job.terminals ? &*job.terminals : nullptr);
  context.communication = &job.communication;
  return mapping_candidates(context);
}

double LoadAssembly::mapping_seconds() const {
  double seconds = 0;
  for (auto const& job : jobs) seconds += job.mapping_seconds;
  return seconds;
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

LoadJob assemble_job(LoadMachine const& machine, Load::Params const& request, std::string const& terminals,
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
    return JobTerminals(machine.terminals(), machine.failed_terminals()).take(terminals);
  });
  auto const room = room_for_tasks(machine.machine(), &some, named, per_node);
  auto const grid = grid_of(request, [&] { return square_grid(named ? named->size() : room); });
  return make_job(machine, request, grid, std::move(some), room, draws);
}

void place_job(LoadMachine const& machine, LoadJob& job, std::uint64_t seed, Progress& progress) {
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

LoadAssembly assemble_load(Load::Params const& request, bool draws) {
  auto machine = std::make_shared<LoadMachine const>(request.topology, request.routing,
                                                     failures_of(request, request.seed));
  auto assembly = assemble_load(std::move(machine), request, draws);
  add_failures(request, assembly.scenario);
  return assembly;
}

LoadAssembly assemble_load(std::shared_ptr<LoadMachine const> machine, Load::Params const& request,
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
                                     {"grid", sides_text(jobs[0].grid)}});
    if (request.ranks_per_node > 0)
      scenario.push_back({"ranks_per_node", std::to_string(request.ranks_per_node)});
  } else {
    std::string resolved;
    jobs = make_jobs(*machine, request, resolved, draws);
    scenario.push_back({"jobs", resolved});
  }
  return {std::move(machine), std::move(jobs), std::move(scenario)};
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

}  // namespace weft::verb
