#include "weft/verb/schedule/schedule.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "weft/experiment/assemble.hpp"
#include "weft/experiment/new_result.hpp"
#include "weft/topology/family/sparse_torus.hpp"
#include "weft/verb/schedule/applications/application_parts.hpp"
#include "weft/verb/schedule/applications/application_schedule.hpp"
#include "weft/verb/schedule/schedule_tables.hpp"
#include "weft/verb/schedule/schedules.hpp"
#include "weft/verb/schedule/transfers_schedule.hpp"
#include "weft/verb/simulate/summary.hpp"

namespace weft {
namespace {

constexpr std::uint64_t most_literal = 4096;  // processors: beyond, all messages take minutes
constexpr std::size_t most_rows = 64;         // of tables shown unasked

bool runs_literally(ScheduleRequest const& request, SparseTorus const& torus) {
  if (request.verify == Verification::automatic) return torus.num_terminals() <= most_literal;
  return request.verify == Verification::literal;
}

template <class T>
void check_options(ScheduleRequest const& request, SparseTorus const& torus) {
  if (request.packets > 0 && request.relations != 1)
    throw InputError(fmt::format("relations = {} with packets = {}", request.relations, request.packets),
                     "an h-relation takes as many as it needs", "leave relations away", "relations");
  if (request.packets > 0 && std::same_as<T, StatesSchedule>)
    throw InputError(fmt::format("packets = {} with states from a file", request.packets),
                     "the file says what is sent", "leave packets away", "packets");
  if (request.verify == Verification::none && std::same_as<T, StatesSchedule>)
    throw InputError("verify = none with states from a file", "nothing is known of them beforehand",
                     "leave verify away", "verify");
  if (request.packets > 0 && torus.num_terminals() == 1)
    throw InputError(fmt::format("packets = {}", request.packets), "there is one processor only", "",
                     "packets");
  if (request.sources != ScheduleRequest{}.sources &&
      (request.verify == Verification::none || runs_literally(request, torus)))
    throw InputError(fmt::format("sources = {}", request.sources),
                     "only the execution by symmetry compares sources", "add verify=symmetry", "sources");
}

/// Throws for a violation, as wrong input: the schedule was given, or is not ours to mend.
void require_kept(schedule::RouterExecution const& execution, std::string const& what) {
  if (execution.violation)
    throw InputError(execution.violation->what, "the schedule does not keep its promise", "", what);
}

void add_details(ScheduleRequest const& request, ExecutedSchedule const& it, Result& result) {
  auto const add = [&](std::uint64_t rows, auto const& table) {
    if (request.details == Details::all || (request.details == Details::automatic && rows <= most_rows))
      result.tables.push_back(table());
  };
  if (it.schedule) add(it.schedule->program.slots() - 1, [&] { return launch_table(it); });
  if (it.execution && it.relations > 1) add(it.relations, [&] { return relation_table(*it.execution); });
  add(it.torus.diameter() + std::uint64_t{1}, [&] { return level_table(it.torus); });
}

/// Makes the schedule and executes it. Returns how long both took.
template <class T>
std::pair<double, double> execute(T const& schedule, ScheduleRequest const& request, ExecutedSchedule& it,
                                  Progress& progress) {
  Stopwatch const watch;
  it.schedule = schedule.on(it.torus, it.relations);
  it.relations = it.schedule->program.relations;
  auto const making = watch.seconds();
  auto const& program = it.schedule->program;
  it.execution = runs_literally(request, it.torus)
                     ? schedule::execute_literally(program, progress)
                     : schedule::execute_by_symmetry(program, static_cast<std::uint64_t>(request.sources),
                                                     static_cast<std::uint64_t>(request.seed), progress);
  require_kept(*it.execution, request.schedule);
  return {making, watch.seconds() - making};
}

/// A schedule that is states of routers, executed.
template <class T>
Result run_on(SparseTorus const& torus, T const& schedule, ScheduleRequest const& request,
              ScheduleFiles& files, Progress& progress) {
  auto const seed = static_cast<std::uint64_t>(request.seed);
  Result result = new_result(seed);
  auto relations = static_cast<std::uint64_t>(request.relations);
  std::optional<RandomRelation> relation;
  if (request.packets > 0) {
    relation.emplace(torus.num_terminals(), static_cast<std::uint64_t>(request.packets), seed, progress);
    relations = std::max<std::uint64_t>(relation->relations(), 1);
  }
  ExecutedSchedule it{torus, schedule.forms(torus, relations), relations};
  std::pair<double, double> seconds;
  if (request.verify != Verification::none) {
    seconds = execute(schedule, request, it, progress);
    result.timings = {{"schedule", seconds.first}, {"execution", seconds.second}};
  }
  bool const literal = runs_literally(request, torus);
  result.tables = {quantity_table(it), execution_table(it, literal, seconds.second)};
  if (it.execution)
    result.tables.push_back(channel_table(it.execution->by_dimension, "Channels by dimension", "messages"));
  if (relation) add_random_relation(*relation, static_cast<std::uint64_t>(request.packets), it, result);
  add_details(request, it, result);
  result.notes.push_back(execution_note(it, literal));
  if (relation)
    result.notes.emplace_back(
        "All-to-alls were executed with a message for every pair; those of the h-relation are some of them, in the same slots.");
  if (std::same_as<T, GeneralSchedule> && torus.num_terminals() > 1)
    result.notes.push_back(theorem_note(torus));
  if (it.execution)
    files.utilisations = {{"dimensions", it.execution->by_dimension}, {"levels", it.execution->by_level}};
  if (it.schedule) files.program = std::move(it.schedule->program);
  return result;
}

/// Refuses what is no name of a schedule of any kind.
void check_name(std::string const& name) {
  auto names = Schedules::names();
  std::ranges::move(TransferSchedules::names(), std::back_inserter(names));
  for (auto const& application : application_names()) names.push_back(application);
  if (std::ranges::find(names, name) == names.end()) detail::unknown_name("schedule", name, names);
}

/// Calls `visit(torus, schedule, params)` with what the request names.
template <class Visit>
auto with_schedule(ScheduleRequest const& request, Visit const& visit) {
  auto const topology = make_topology(request.topology);
  auto const spec = parse_spec(request.schedule, "schedule");
  try {
    check_name(spec.name);
    return Schedules::pick_params(
        spec,
        [&]<class T>(std::type_identity<T>, typename T::Params const& params) {
          auto const* const torus = topology->get_if<SparseTorus>();
          if (torus == nullptr)
            throw InputError(fmt::format("{} on {}", T::name, topology->name()),
                             "is a schedule of sparse_torus", "see weft collective for other topologies",
                             "schedule");
          check_options<T>(request, *torus);
          return visit(*topology, *torus, T{params}, to_spec<T>(params, true).to_string());
        },
        "schedule");
  } catch (InputError const& error) { throw error.at("schedule"); }
}

}  // namespace

void check_schedule(ScheduleRequest const& request) {
  if (is_application_schedule(request)) return check_application_schedule(request);
  if (is_transfers_schedule(request)) return check_transfers_schedule(request);
  with_schedule(request,
                [&](AnyTopology const&, SparseTorus const& torus, auto const& schedule, std::string const&) {
                  return schedule.forms(torus, static_cast<std::uint64_t>(request.relations));
                });
}

Result run_schedule(ScheduleRequest const& request, ScheduleFiles& files, Progress& progress) {
  if (is_application_schedule(request)) return run_application_schedule(request, files, progress);
  if (is_transfers_schedule(request)) return run_transfers_schedule(request, files, progress);
  return with_schedule(request, [&](AnyTopology const& topology, SparseTorus const& torus,
                                    auto const& schedule, std::string const& spec) {
    auto result = run_on(torus, schedule, request, files, progress);
    auto resolved = request;
    resolved.topology = topology.spec(true);
    resolved.schedule = spec;
    for (auto const& [key, value] : write_params(schedule_schema, resolved, true))
      if (key != "seed") result.scenario.push_back({key, value});
    return result;
  });
}

Result run_schedule(ScheduleRequest const& request, Progress& progress) {
  ScheduleFiles files;
  return run_schedule(request, files, progress);
}

}  // namespace weft
