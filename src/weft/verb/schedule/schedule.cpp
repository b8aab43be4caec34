// SPDX-License-Identifier: Apache-2.0
#include "weft/verb/schedule/schedule.hpp"

#include <algorithm>
#include <optional>

#include <fmt/format.h>

#include "weft/core/quantity.hpp"
#include "weft/core/stopwatch.hpp"
#include "weft/experiment/assemble.hpp"
#include "weft/experiment/channels.hpp"
#include "weft/experiment/setup.hpp"
#include "weft/traffic/schedule/sparse_torus/catalog.hpp"
#include "weft/traffic/schedule/sparse_torus/states_file.hpp"
#include "weft/verb/schedule/applications.hpp"
#include "weft/verb/schedule/tables.hpp"
#include "weft/verb/schedule/transfers_schedule.hpp"
#include "weft/workload/slots_array.hpp"

namespace weft::verb {
namespace {

// Maximum number of processors; with more, executing all messages takes minutes.
constexpr std::uint64_t max_literal = 4096;
constexpr std::size_t max_shown_rows = 64;  // maximum size of tables shown by default

bool runs_literally(ScheduleVerb::Params const& request, topology::SparseTorus const& torus) {
  if (request.verify == Verification::automatic) return torus.num_terminals() <= max_literal;
  return request.verify == Verification::literal;
}

template <class T>
void check_options(ScheduleVerb::Params const& request, topology::SparseTorus const& torus) {
  if (request.packets > 0 && request.relations != 1)
    throw InputError(
        fmt::format("relations={} conflicts with packets={}", request.relations, request.packets),
        "an h-relation determines the number of packets", "omit relations", "relations");
  if (request.packets > 0 && std::same_as<T, StatesSchedule>)
    throw InputError(fmt::format("packets={} conflicts with states from a file", request.packets),
                     "the file determines the messages", "omit packets", "packets");
  if (request.verify == Verification::none && std::same_as<T, StatesSchedule>)
    throw InputError("verify=none conflicts with states from a file", "such schedules have no closed forms",
                     "omit verify", "verify");
  if (request.verify == Verification::none && request.details == Details::slots)
    throw InputError("details=slots conflicts with verify=none", "the schedule is not computed",
                     "omit verify", "details");
  if (request.packets > 0 && torus.num_terminals() == 1)
    throw InputError(fmt::format("packets={} has no effect", request.packets),
                     "the machine has one processor", "omit packets", "packets");
  if (request.sources != ScheduleVerb::Params{}.sources &&
      (request.verify == Verification::none || runs_literally(request, torus)))
    throw InputError(fmt::format("sources={}", request.sources),
                     "only the execution by symmetry compares sources", "add verify=symmetry", "sources");
}

/// Throws InputError for a violation, because the schedule is user input or cannot be repaired by Weft.
void require_kept(schedule::RouterExecution const& execution, std::string const& what) {
  if (execution.violation)
    throw InputError(execution.violation->what, "the schedule violates its postcondition", "", what);
}

void add_details(ScheduleVerb::Params const& request, ExecutedSchedule const& it, Result& result) {
  auto const add = [&](std::uint64_t rows, auto const& table) {
    bool const if_short = request.details == Details::automatic || request.details == Details::slots;
    if (request.details == Details::all || (if_short && rows <= max_shown_rows))
      result.tables.push_back(table());
  };
  if (it.schedule) add(it.schedule->program.slots() - 1, [&] { return launch_table(it); });
  if (it.execution && it.relations > 1) add(it.relations, [&] { return relation_table(*it.execution); });
  add(it.torus.diameter() + std::uint64_t{1}, [&] { return level_table(it.torus); });
}

/// Builds and executes the schedule. Returns the times of both in seconds.
template <class T>
std::pair<double, double> execute_schedule(T const& schedule, ScheduleVerb::Params const& request,
                                           ExecutedSchedule& it, Progress& progress) {
  Stopwatch const watch;
  auto const sources = static_cast<std::uint64_t>(request.sources);
  bool const literal = runs_literally(request, it.torus);
  if (!literal && it.forms.makespan)
    schedule::expect_by_symmetry(it.torus.shape().dims(), it.torus.shape().side(0), *it.forms.makespan,
                                 sources, progress);
  it.schedule = schedule.on(it.torus, it.relations);
  it.relations = it.schedule->program.relations;
  auto const making = watch.seconds();
  auto const& program = it.schedule->program;
  it.execution = literal ? schedule::execute_literally(program, progress)
                         : schedule::execute_by_symmetry(program, sources,
                                                         static_cast<std::uint64_t>(request.seed), progress);
  require_kept(*it.execution, request.schedule);
  return {making, watch.seconds() - making};
}

/// Returns the verdict, from the table `schedule`: the makespan, executed or in closed form, and the lower
/// bound by links.
std::string verdict(Table const& quantities) {
  auto const value = [&](std::string_view quantity) {
    for (std::size_t row = 0; row < quantities.rows.size(); ++row)
      if (quantities.at(row, "quantity") == Value{quantity}) {
        auto const executed = quantities.at(row, "executed");
        return executed.is_empty() ? quantities.at(row, "closed_form") : executed;
      }
    return Value{};
  };
  std::string text;
  if (auto const makespan = value("makespan"); makespan.is_number())
    text = fmt::format("makespan {} slots", format_rounded(makespan.number()));
  if (auto const messages = value("messages"); messages.is_number())
    text += fmt::format(" for {} messages per processor", format_rounded(messages.number()));
  if (auto const bound = value("link_bound"); bound.is_number())
    text += fmt::format("; link lower bound {} slots", format_rounded(bound.number()));
  if (auto const used = value("utilization"); used.is_number())
    text += fmt::format(", utilization {:.1f} %", 100 * used.number());
  return text;
}

/// The experiment of a schedule given by the router states of a sparse torus.
template <class T>
class RouterScheduleExperiment final : public Experiment {
 public:
  RouterScheduleExperiment(ScheduleVerb::Params const& params, TopologyPtr topology,
                           topology::SparseTorus const& torus, typename T::Params const& schedule)
      : Experiment(ScheduleVerb::name),
        params_(params),
        topology_(std::move(topology)),
        torus_(torus),
        schedule_(schedule) {
    check_options<T>(params_, torus_);
    times_ = link_times(params_, *topology_);
    forms_ = schedule_.forms(torus_, static_cast<std::uint64_t>(params_.relations));
    auto resolved = params_;
    resolved.topology = topology_->spec(true);
    resolved.schedule = to_spec<T>(schedule, true).to_string();
    auto settings = settings_of(ScheduleVerb::request_schema, resolved);
    add_times(times_, settings);
    resolve(std::move(settings), params_.seed);
  }

  std::vector<OutputFile> attachments() const override {
    if (!program_) return {};
    auto const title = fmt::format("{} on {}", params_.schedule, params_.topology);
    return {
        {"states.csv", format_states(*program_, fmt::format("{}, relations={}", title, params_.relations))}};
  }

  Estimate estimate() const override {
    auto const packets = static_cast<double>(params_.packets),
               processors = static_cast<double>(torus_.num_terminals());
    auto const drawn = packets > 0 ? estimate_random_relation(processors, packets) : Estimate{};
    if (params_.verify == Verification::none) return short_run.then(drawn);
    auto const dims = torus_.shape().dims(), side = torus_.shape().side(0);
    auto const relations = packets > 0 ? max_messages_of_pair(processors, packets) : 1;
    auto const slots = relations * static_cast<double>(forms_.makespan.value_or(processors));
    auto const run =
        runs_literally(params_, torus_)
            ? schedule::estimate_literally(dims, side, slots)
            : schedule::estimate_by_symmetry(dims, side, slots, static_cast<double>(params_.sources));
    return short_run.then(drawn).and_then(run);
  }

 private:
  void execute(Result& result, Progress& progress) override {
    auto relations = static_cast<std::uint64_t>(params_.relations);
    auto const packets = static_cast<std::uint64_t>(params_.packets);
    std::optional<RandomRelation> relation;
    if (packets > 0) {
      relation.emplace(torus_.num_terminals(), packets, seed(), progress);
      relations = std::max<std::uint64_t>(relation->relations(), 1);
    }
    ExecutedSchedule it{torus_, schedule_.forms(torus_, relations), relations, times_};
    if (params_.verify != Verification::none) {
      auto const [making, executing] = execute_schedule(schedule_, params_, it, progress);
      result.timings = {{"schedule", making}, {"execution", executing}};
    }
    bool const literal = runs_literally(params_, torus_);
    result.tables = {quantity_table(it), execution_table(it, literal)};
    result.answer = verdict(result.tables.front());
    if (it.execution)
      result.tables.push_back(
          utilization_table(it.execution->by_dimension, "Channels by dimension", "messages"));
    if (relation) add_random_relation(*relation, packets, it, result);
    add_details(params_, it, result);
    result.notes.push_back(execution_note(it, literal));
    if (relation)
      result.notes.emplace_back(
          "the all-to-alls were executed with a message for every pair; the messages of the h-relation "
          "are a subset of these, in the same slots");
    if (std::same_as<T, GeneralSchedule> && torus_.num_terminals() > 1)
      result.notes.push_back(theorem_note(torus_));
    if (it.schedule) program_ = std::move(it.schedule->program);
    if (!it.execution) return;
    if (params_.details == Details::slots)
      add_slots(*program_, torus_, "slots", "Channels in use, slot by slot", result);
    add_utilization(it.execution->by_dimension, "utilization_dimensions", "Channels in use, by dimensions",
                    result);
    add_utilization(it.execution->by_level, "utilization_levels", "Channels in use, by levels", result);
  }

  ScheduleVerb::Params params_;
  TopologyPtr topology_;
  topology::SparseTorus const& torus_;
  T schedule_;
  ScheduleForms forms_;  ///< closed forms for params_.relations
  LinkTimes times_;
  std::optional<RouterProgram> program_;
};

ExperimentPtr assemble_router_schedule(ScheduleVerb::Params const& params, Spec const& spec) {
  auto topology = make_topology(params.topology);
  return Schedules::pick_params(
      spec,
      [&]<class T>(std::type_identity<T>, typename T::Params const& schedule) -> ExperimentPtr {
        auto const* const torus = topology->get_if<topology::SparseTorus>();
        if (torus == nullptr)
          throw InputError(fmt::format("{} cannot run on {}", T::name, topology->name()),
                           "needs sparse_torus", "use weft collective for other topologies", "schedule");
        return std::make_unique<RouterScheduleExperiment<T>>(params, topology, *torus, schedule);
      },
      "schedule");
}

}  // namespace

std::vector<chart::Figure> ScheduleVerb::figures(Result const& result) {
  return slot_utilization_figures(
      result, fmt::format("{} on {}", result.setting("schedule"), title_of(result, topology_of(result))));
}

ExperimentPtr ScheduleVerb::assemble(Params const& request) {
  auto params = request;
  params.schedule = unbracketed(params.schedule);
  auto const spec = parse_spec(params.schedule, "schedule");
  return at_place("schedule", [&]() -> ExperimentPtr {
    if (spec.name == TransfersSchedule::name) return assemble_transfers_schedule(params);
    auto names = Schedules::names();
    if (std::ranges::find(names, spec.name) != names.end()) return assemble_router_schedule(params, spec);
    auto const applications = application_names();
    if (std::ranges::find(applications, spec.name) != applications.end())
      return assemble_application_schedule(params);
    names.emplace_back(TransfersSchedule::name);
    names.insert(names.end(), applications.begin(), applications.end());
    detail::unknown_name("schedule", spec.name, names);
  });
}

}  // namespace weft::verb
