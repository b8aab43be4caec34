// SPDX-License-Identifier: Apache-2.0
#include "weft/verb/schedule/applications.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>

#include <fmt/format.h>

#include "weft/collective/applications/application.hpp"
#include "weft/collective/applications/catalog.hpp"
#include "weft/collective/applications/folding.hpp"
#include "weft/collective/ranks.hpp"
#include "weft/engine/schedule/execute.hpp"
#include "weft/experiment/assemble.hpp"
#include "weft/experiment/setup.hpp"
#include "weft/network/channel_bandwidths.hpp"
#include "weft/network/network.hpp"
#include "weft/verb/schedule/transfers_schedule.hpp"
#include "weft/workload/application_phases.hpp"
#include "weft/workload/jobs.hpp"
#include "weft/workload/slots_array.hpp"

namespace weft::verb {
namespace {

/// The sum over all phases with one mapping.
struct MappingTotal {
  std::string mapping;
  collective::Embedding embedding;
  std::uint64_t rounds = 0;
  std::uint64_t steps = 0;  ///< for Embedding::rounds: contention-free time of the block paths, hop by hop
  std::uint64_t slots = 0;
  std::uint32_t widest = 0;  ///< number of slots of the longest step

  /// Requires at least one phase.
  explicit MappingTotal(std::vector<PhaseRun> const& runs)
      : mapping(runs.front().mapping), embedding(runs.front().embedding) {
    for (auto const& run : runs) {
      rounds += run.demand.rounds;
      steps += run.execution.steps;
      slots += run.execution.slots;
      widest = std::max(widest, run.widest);
    }
  }
  /// Returns the counts in one sentence.
  std::string text() const {
    auto const counted = fmt::format("{} round{}", rounds, rounds == 1 ? "" : "s");
    if (slots == rounds && widest <= 1)
      return fmt::format("mapping {}: {}, one slot each, free of contention", mapping, counted);
    auto const counts = fmt::format("mapping {}: {} slots for {}", mapping, slots, counted);
    if (embedding == collective::Embedding::slots)
      return counts + ", each block as early as channels are free";
    if (slots == steps) return counts + ", free of contention, but with paths of several hops";
    return fmt::format("{}, up to {} slots in a step", counts, widest);
  }
};

/// An algorithm of an application on a machine, with all names resolved.
struct ApplicationAssembly {
  Sides grid = {};
  std::string mapping = {};
  collective::Embedding embedding = collective::Embedding::rounds;
  double matrix_share = 0;  ///< size of a block relative to a matrix; 0: no matrices
  /// Function that returns the traffic of the tasks if they run on the vertices `places`.
  std::function<std::vector<collective::Phase>(std::vector<std::uint32_t> const& places)> phases = {};
  std::optional<std::vector<std::uint32_t>> natural = {};  ///< vertices of the natural mapping, if any
  std::vector<std::uint32_t> places = {};                  ///< vertices of the requested mapping
};

/// Returns the number of steps; empty if blocks do not move hop by hop, because every slot is then a step.
Value steps_of(collective::Embedding embedding, std::uint64_t steps) {
  return embedding == collective::Embedding::rounds ? Value{steps} : Value{};
}

Column const of_rounds{"rounds", "",
                       "rounds of the algorithm, if neighbors in the application are neighbors in the "
                       "network"},
    of_steps{"steps", "", "steps if the blocks follow their paths hop by hop without contention"},
    of_slots{"slots", "", "number of slots"};

/// Returns the table `contention`, with one row per mapping, and seconds if requested. `matrix_share`: size
/// of a block relative to a matrix; 0: no matrices.
Table contention_table(std::vector<MappingTotal> const& totals, double matrix_share, LinkTimes const& times) {
  Table table{"contention",
              "Contention by mapping",
              {{"mapping"},
               of_rounds,
               of_steps,
               of_slots,
               {"slots per round"},
               {"slots per step", "", "contention; 1 if no channel had to carry two blocks simultaneously"},
               {"widest step", "slots"}},
              {}};
  if (matrix_share > 0)
    table.columns.push_back(
        {"time", "matrices", "time of the slots, in units of the time of a whole matrix over one channel"});
  for (auto const& it : totals) {
    auto const slots = static_cast<double>(it.slots);
    auto const steps = steps_of(it.embedding, it.steps);
    std::vector<Value> row{it.mapping,
                           it.rounds,
                           steps,
                           it.slots,
                           slots / static_cast<double>(it.rounds),
                           steps.is_empty() ? Value{} : Value{slots / steps.number()},
                           it.widest};
    if (matrix_share > 0) row.emplace_back(slots * matrix_share);
    table.add_row(std::move(row));
  }
  std::vector<StepsAndSlots> taken;
  for (auto const& it : totals) taken.push_back({it.steps, it.slots});
  add_seconds(times, taken, table);
  return table;
}

/// Returns the table `phases`.
Table phases_table(std::vector<PhaseRun> const& runs, LinkTimes const& times) {
  Table table{"phases",
              "Phases, executed",
              {{"mapping"},
               {"phase"},
               of_rounds,
               of_steps,
               of_slots,
               {"widest step", "slots", "1 if no channel had to carry two blocks simultaneously"},
               {"bound", "slots",
                "slots in which the busiest task can send and receive its blocks, whatever "
                "the mapping"},
               {"blocks", "", "blocks sent between tasks"},
               {"hops", "", "mean hops of a block"},
               {"utilization", "", "mean over all channels"}},
              {}};
  for (auto const& run : runs)
    table.add_row({run.mapping, run.phase, run.demand.rounds, steps_of(run.embedding, run.execution.steps),
                   run.execution.slots, run.widest, run.demand.bound, run.demand.blocks,
                   static_cast<double>(run.execution.transfers) / static_cast<double>(run.demand.blocks),
                   run.execution.utilization.mean()});
  std::vector<StepsAndSlots> taken;
  for (auto const& run : runs) taken.push_back({run.execution.steps, run.execution.slots});
  add_seconds(times, taken, table);
  return table;
}

using collective::Applications;

collective::GridContext context_of(AnyTopology const& topology) {
  collective::GridContext context;
  context.tasks = topology.num_terminals();
  if (topology.num_terminals() != topology.num_routers()) return context;
  context.machine = topology.sides();
  std::ranges::reverse(context.machine);
  return context;
}

template <class A>
Sides grid_of(A const& application, AnyTopology const& topology) {
  auto const& asked = application.params().grid;
  auto const context = context_of(topology);
  auto grid = asked == Sides{0} ? application.default_grid(context) : asked;
  if (std::ranges::find(grid, 0) != grid.end())
    throw InputError("grid=" + format_sides(grid), "0 (automatic) cannot be combined with other sides",
                     "specify every side, or omit grid", "schedule");
  double tasks = 1;
  for (auto const side : grid) tasks *= static_cast<double>(side);
  if (tasks > static_cast<double>(context.tasks))
    throw InputError(fmt::format("grid={}", format_sides(grid)),
                     fmt::format("the machine has {} terminals", context.tasks), "choose a smaller grid",
                     "schedule");
  application.check_grid(grid);
  bool const natural = unbracketed(application.params().mapping) == collective::natural_mapping;
  if (natural && (context.machine.empty() || !collective::folds(context.machine, grid)))
    throw context.machine.empty()
        ? InputError(fmt::format("{} has no natural mapping", topology.spec(false)),
                     "the routers must form a grid with one terminal each",
                     "specify a mapping, e.g. mapping=linear", "schedule")
        : InputError(
              fmt::format("{} tasks cannot be folded onto {}", format_sides(grid), topology.spec(false)),
              "each side of the task grid must be the product of distinct sides of the machine, and all "
              "of these must be used",
              "choose another grid, or a mapping such as mapping=linear", "schedule");
  return grid;
}

/// Returns the result of `visit` for the application of the schedule, with its properties that do not depend
/// on the network.
template <class Visit>
auto with_application(Spec const& schedule, AnyTopology const& topology, Visit visit) {
  return at_place("schedule", [&] {
    return Applications::pick(
        schedule, [&](auto const& application) { return visit(application, grid_of(application, topology)); },
        "schedule");
  });
}

std::vector<std::uint32_t> places_by(std::string const& mapping, std::string const& topology,
                                     Sides const& grid, TransferNetwork const& network, std::int64_t seed,
                                     Progress& progress) {
  auto load = assemble_load({.topology = topology, .mapping = mapping, .grid = grid, .seed = seed});
  place_jobs(load, static_cast<std::uint64_t>(seed), progress);
  require_own_terminals(load.jobs.front(), "a schedule runs one task per terminal");
  std::vector<std::uint32_t> places;
  for (auto const terminal : load.jobs.front().placement) places.push_back(network.vertex({terminal}));
  return places;
}

/// Returns the schedule with every parameter written out and the grid resolved. Throws InputError at
/// `schedule` for errors that do not depend on the network.
std::string resolved_application(Spec const& schedule, AnyTopology const& topology) {
  return with_application(schedule, topology, []<class A>(A const& application, Sides const& grid) {
    auto params = application.params();
    params.grid = grid;
    return to_spec<A>(params, true).to_string();
  });
}

/// Assembles the application. Throws InputError at `schedule`, naming the error of the grid or the mapping.
ApplicationAssembly assemble_application(Spec const& schedule, std::string const& topology_spec,
                                         AnyTopology const& topology, collective::Ranks const& ranks,
                                         std::int64_t seed, Progress& progress) {
  auto parts = with_application(schedule, topology, [&]<class A>(A const& application, Sides const& grid) {
    auto const folding = ranks.grid() != nullptr && ranks.network().terminals_are_routers()
                             ? collective::fold(*ranks.grid(), grid)
                             : std::nullopt;
    auto const wraps = folding ? folding->wraps : std::vector<bool>(grid.size(), true);
    collective::TaskGrid const tasks(grid, wraps);
    auto params = application.params();
    params.grid = grid;
    ApplicationAssembly found;
    found.grid = grid;
    found.mapping = unbracketed(params.mapping);
    found.embedding = params.embedding;
    found.matrix_share = application.matrix_share(tasks);
    found.phases = [application, tasks](std::vector<std::uint32_t> const& places) {
      return application.phases(tasks, places);
    };
    if (folding && folding->router.size() == topology.num_routers()) found.natural = folding->router;
    return found;
  });
  if (parts.mapping != collective::natural_mapping)
    parts.places = places_by(parts.mapping, topology_spec, parts.grid, ranks.network(), seed, progress);
  else if (parts.natural)
    parts.places = *parts.natural;
  else
    throw InputError(fmt::format("{} has no natural mapping", topology_spec),
                     "some neighbors have no link between them", "specify a mapping, e.g. mapping=linear",
                     "schedule");
  return parts;
}

class ApplicationExperiment final : public Experiment {
 public:
  explicit ApplicationExperiment(ScheduleVerb::Params const& request)
      : Experiment(ScheduleVerb::name),
        request_(request),
        topology_(make_topology(request.topology)),
        schedule_(parse_spec(request.schedule, "schedule")),
        times_(link_times(request, *topology_)) {
    check_no_sparse_torus_options(request);
    auto settings = with_slots(request.details, {{"topology", topology_->spec(true)},
                                                 {"schedule", resolved_application(schedule_, *topology_)}});
    add_times(times_, settings);
    resolve(std::move(settings), request.seed);
  }

  /// Assumes that each task sends to all tasks in its row and column of a square grid.
  Estimate estimate() const override {
    auto const size = size_of(*topology_);
    auto const tasks = static_cast<double>(size.terminals);
    auto const blocks = 2 * tasks * std::sqrt(tasks);
    return short_run.and_then(estimate_network(size))
        .and_then(schedule::estimate_execution(2 * blocks, tasks, tasks));
  }

 private:
  void execute(Result& result, Progress& progress) override {
    collective::Ranks const ranks{Machine(topology_)};
    auto const parts =
        assemble_application(schedule_, request_.topology, *topology_, ranks, request_.seed, progress);
    auto const run_on = [&](std::string const& mapping, std::vector<std::uint32_t> const& places,
                            bool slots) {
      return execute_phases(parts.phases(places), parts.embedding, ranks, mapping, places, progress,
                            [&](std::string const& phase, Schedule& schedule) {
                              if (slots)
                                add_slots(schedule, ranks.network(), "slots_of_" + phase,
                                          "Channels in use, slot by slot, of " + phase, result);
                            });
    };
    std::vector<std::vector<PhaseRun>> by_mapping{
        run_on(parts.mapping, parts.places, request_.details == Details::slots)};
    if (by_mapping.front().empty()) {
      result.answer = "no messages: no task has a neighbor";
      return;
    }
    if (parts.natural && parts.mapping != collective::natural_mapping)
      by_mapping.push_back(run_on(std::string(collective::natural_mapping), *parts.natural, false));
    std::vector<MappingTotal> totals;
    for (auto const& runs : by_mapping) totals.emplace_back(runs);
    result.answer = totals.front().text();
    if (totals.size() > 1)
      result.answer +=
          fmt::format("; {:.4g} times as many slots as with the natural mapping",
                      static_cast<double>(totals[0].slots) / static_cast<double>(totals[1].slots));
    for (auto const& run : by_mapping.front())
      add_utilization(run.execution.utilization, "utilization_classes_of_" + run.phase,
                      "Channels in use, by classes of " + run.phase, result);
    std::vector<PhaseRun> all;
    for (auto& runs : by_mapping)
      for (auto& run : runs) all.push_back(std::move(run));
    result.tables = {contention_table(totals, parts.matrix_share, times_), phases_table(all, times_)};
  }

  ScheduleVerb::Params request_;
  TopologyPtr topology_;
  Spec schedule_;
  LinkTimes times_;
};

}  // namespace

std::vector<std::string> application_names() { return Applications::names(); }

ExperimentPtr assemble_application_schedule(ScheduleVerb::Params const& request) {
  return std::make_unique<ApplicationExperiment>(request);
}

}  // namespace weft::verb
