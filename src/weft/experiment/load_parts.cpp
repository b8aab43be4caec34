#include "weft/experiment/load_parts.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>
#include <type_traits>

#include "weft/engine/load/percs_load.hpp"
#include "weft/experiment/load_jobs.hpp"
#include "weft/experiment/mapping_choice.hpp"
#include "weft/experiment/router_grid.hpp"
#include "weft/experiment/summary.hpp"
#include "weft/mapping/catalog.hpp"
#include "weft/traffic/catalog.hpp"
#include "weft/traffic/communication/catalog.hpp"

namespace weft {
namespace {

using Terminals = std::vector<std::uint32_t>;

/// The widest grid of two dimensions with at most as many rows as columns.
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

template <class Body>
auto at_part(char const* part, Body body) {
  try {
    return body();
  } catch (InputError const& error) { throw error.at(part); }
}

/// The communication pattern of that name, or the traffic pattern among the tasks.
Spec communication_spec(std::string const& text) {
  auto spec = Spec::parse(text);
  auto const known = [&](std::vector<std::string> const& names) {
    return std::ranges::find(names, spec.name) != names.end();
  };
  if (known(Communications::names()) || !known(Patterns::names())) return spec;
  return {std::string(task::Traffic::name), {{"of", "[" + text + "]"}}};
}

/// The grid that is asked for, that of a pattern that brings its own, or the default.
Sides grid_of(LoadRequest const& request, std::function<Sides()> const& by_default) {
  if (request.grid != Sides{0}) return request.grid;
  return at_part("pattern", [&] {
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

/// Refuses a grid with more tasks than there are terminals, before anything is allocated.
void check_grid(Sides const& grid, std::uint64_t terminals) {
  unsigned __int128 tasks = 1;
  for (auto const side : grid) {
    tasks *= static_cast<std::uint64_t>(side);
    if (side == 0) throw InputError("grid = " + sides_text(grid), "0 must stand alone", "", "grid");
    if (tasks > terminals)
      throw InputError("grid = " + sides_text(grid),
                       "has more tasks than the machine's " + std::to_string(terminals) + " terminals", "",
                       "grid");
  }
}

Communication make_communication(LoadRequest const& request, TaskContext const& context,
                                 std::string& resolved) {
  return at_part("pattern", [&] {
    return Communications::pick_params(
        communication_spec(request.pattern),
        [&]<class P>(std::type_identity<P>, typename P::Params const& params) {
          resolved = to_spec<P>(params, true).to_string();
          return P{params}.communicate(context);
        },
        "communication pattern");
  });
}

/// What a mapping on all terminals, or on some, is told.
MappingContext context_of(LoadMachine const& machine, LoadRequest const& request, Sides const& grid,
                          Terminals const* some) {
  MappingContext context{grid, some == nullptr ? machine.terminals() : some->size(),
                         static_cast<std::uint64_t>(request.seed)};
  context.shares = [&machine]() -> load::PairShares const& { return machine.shares(); };
  if (some == nullptr) {
    context.network = [&machine]() -> Network const& { return machine.network(); };
    if (auto const* percs = machine.topology().get_if<Percs>()) context.percs = *percs;
    context.percs_paths = machine.percs_paths();
    context.machine = router_grid(machine.topology());
  } else {
    context.network = [&machine, some,
                       part = std::make_shared<std::optional<Network>>()]() -> Network const& {
      if (!*part) *part = machine.network().with_terminals(*some);
      return **part;
    };
  }
  return context;
}

/// The terminals of the machine for those of a part of it.
Placement on_machine(Placement placement, Terminals const* some) {
  if (some != nullptr)
    for (auto& terminal : placement) terminal = (*some)[terminal];
  return placement;
}

load::Loads evaluated(LoadMachine const& machine, Communication const& communication,
                      Placement const& placement, Progress& progress) {
  if (auto const& paths = machine.percs_paths())
    return load::percs_loads(*paths, {communication, placement, paths->supernodes()});
  return machine.loads({communication, placement, machine.network()}, progress).loads;
}

/// What mappings that look at others may ask, of a context that stays where it is.
void add_answers(MappingContext& context, LoadMachine const& machine, Terminals const* some,
                 std::vector<Table>& tables) {
  context.place = [&context](Spec const& mapping, Progress& progress) {
    auto listened = context;
    listened.progress = &progress;
    return place_by(mapping, listened);
  };
  context.candidates = [&context] { return mapping_candidates(context); };
  context.report = [&tables](Table table) { tables.push_back(std::move(table)); };
  context.evaluate = [&context, &machine, some](Placement const& placement, Progress& progress) {
    return evaluated(machine, *context.communication, on_machine(placement, some), progress);
  };
}

/// `some`: the terminals of the job in ascending order; null: all.
LoadJob make_job(LoadMachine const& machine, LoadRequest const& request, Sides const& grid,
                 Terminals const* some, Progress& progress) {
  check_grid(grid, some == nullptr ? machine.terminals() : some->size());
  std::string pattern, mapping;
  auto communication = make_communication(request, {grid, static_cast<std::uint64_t>(request.seed)}, pattern);
  auto context = context_of(machine, request, grid, some);
  context.communication = &communication;
  context.progress = &progress;
  std::vector<Table> tables;
  add_answers(context, machine, some, tables);
  Stopwatch const watch;
  auto placement =
      at_part("mapping", [&] { return place_by(Spec::parse(request.mapping), context, &mapping); });
  auto const seconds = watch.seconds();
  return {{},
          grid,
          std::move(communication),
          on_machine(std::move(placement), some),
          1,
          std::move(pattern),
          std::move(mapping),
          seconds,
          std::move(tables)};
}

/// The jobs of a request for several, and their resolved text.
std::vector<LoadJob> make_jobs(LoadMachine const& machine, LoadRequest const& request, std::string& resolved,
                               Progress& progress) {
  JobTerminals free(machine.terminals());
  std::vector<LoadJob> jobs;
  for (auto const& spec : read_jobs(request)) {
    try {
      auto params = read_params<JobRequest>(job_schema, spec);
      auto one = request;
      one.pattern = unbracketed(params.pattern);
      one.mapping = unbracketed(params.mapping);
      one.grid = params.grid;
      std::optional<Terminals> terminals;
      if (!params.terminals.empty()) terminals = free.take(params.terminals);
      auto const grid = grid_of(one, [&] {
        if (!terminals) throw InputError("neither grid nor terminals", "the size of the job is unknown");
        return square_grid(terminals->size());
      });
      if (!terminals) {
        check_grid(grid, free.left());
        terminals = free.take_lowest(size_of(grid));
      }
      params.terminals = JobTerminals::text(*terminals);
      params.grid = grid;
      jobs.push_back(make_job(machine, one, grid, &*terminals, progress));
      jobs.back().name = spec.name;
      jobs.back().rate = params.rate;
      params.pattern = "[" + jobs.back().pattern + "]";
      params.mapping = "[" + jobs.back().mapping + "]";
      resolved += (resolved.empty() ? "[" : ",") +
                  Spec{spec.name, write_params(job_schema, params, true)}.to_string();
    } catch (InputError const& error) { throw error.within("job " + spec.name); }
  }
  resolved += "]";
  return jobs;
}

}  // namespace

void check_load(LoadRequest const& request) {
  LoadMachine const machine(request.topology, request.routing);
  if (!request.jobs.empty()) {
    for (auto const& job : read_jobs(request))
      at_part("jobs", [&] { read_params<JobRequest>(job_schema, job); });
    return;
  }
  auto const grid = grid_of(request, [&] { return default_grid(machine.topology()); });
  check_grid(grid, machine.terminals());
  std::string pattern;
  make_communication(request, {grid, static_cast<std::uint64_t>(request.seed)}, pattern);
  at_part("mapping", [&] {
    Mappings::pick_params(
        Spec::parse(request.mapping), [](auto, auto const&) {}, "mapping");
  });
}

LoadParts assemble_load(LoadRequest const& request, Progress& progress) {
  auto machine = std::make_shared<LoadMachine const>(request.topology, request.routing);
  std::vector<Setting> scenario{{"topology", machine->topology().spec(true)},
                                {"routing", machine->routing().to_string()}};
  std::vector<LoadJob> jobs;
  if (request.jobs.empty()) {
    auto const grid = grid_of(request, [&] { return default_grid(machine->topology()); });
    jobs.push_back(make_job(*machine, request, grid, nullptr, progress));
    scenario.insert(scenario.end(),
                    {{"pattern", jobs[0].pattern}, {"mapping", jobs[0].mapping}, {"grid", sides_text(grid)}});
  } else {
    std::string resolved;
    jobs = make_jobs(*machine, request, resolved, progress);
    scenario.push_back({"jobs", resolved});
  }
  return {std::move(machine), std::move(jobs), std::move(scenario)};
}

}  // namespace weft
