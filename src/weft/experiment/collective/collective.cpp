#include "weft/experiment/collective/collective.hpp"

#include <algorithm>
#include <bit>
#include <optional>
#include <stdexcept>

#include <fmt/format.h>

#include "weft/analysis/metrics.hpp"
#include "weft/collective/catalog.hpp"
#include "weft/core/error.hpp"
#include "weft/engine/schedule/execute.hpp"
#include "weft/experiment/collective/collective_machine.hpp"
#include "weft/experiment/collective/collective_parts.hpp"
#include "weft/experiment/collective/collective_tables.hpp"
#include "weft/experiment/collective/rounds/catalog.hpp"
#include "weft/experiment/new_result.hpp"
#include "weft/experiment/summary.hpp"
#include "weft/traffic/schedule/schedule_file.hpp"

namespace weft {
namespace {

using collective::AlgorithmPtr;
using collective::Task;

/// No more packets are tried after an execution with so many transfers.
constexpr std::uint64_t most_transfers = std::uint64_t{1} << 27;
/// A number of packets that is faster by less than this, for every size, ends the search.
constexpr double least_gain = 0.01;

/// Executes the algorithms of a request one by one.
class CollectiveRunner {
 public:
  CollectiveRunner(CollectiveParts const& parts, Progress& progress) : parts_(parts), progress_(progress) {}

  void run_all() {
    for (auto const& spec : parts_.algorithms) try {
        run(spec);
      } catch (InputError const& error) {
        if (!parts_.all_algorithms) throw error.at("algorithm");
        notes.push_back(fmt::format("without {}: {}", spec.name, error.what()));
      }
    if (outcomes.empty())
      throw InputError(
          fmt::format("{} on {}", collective::name_of(parts_.task.operation), parts_.topology->spec(false)),
          "no algorithm fits", notes.back(), "algorithm");
  }

  std::vector<CollectiveOutcome> outcomes;
  std::vector<std::string> notes;
  std::vector<Table> tables;

 private:
  void run(Spec const& spec) {
    auto const name = shortened(spec);
    auto outcome = runs_in_rounds(spec) ? run_rounds(spec) : run_schedules(spec);
    outcome.algorithm = name;
    outcomes.push_back(std::move(outcome));
  }
  /// Without the parameters that are the default.
  static std::string shortened(Spec const& spec) {
    auto const shorten = []<class A>(std::type_identity<A>, typename A::Params const& params) {
      return to_spec<A>(params, false).to_string();
    };
    return runs_in_rounds(spec) ? RoundsCollectives::pick_params(spec, shorten)
                                : CollectiveAlgorithms::pick_params(spec, shorten);
  }

  CollectiveOutcome run_rounds(Spec const& spec) {
    if (parts_.task.sends > 0) throw InputError("sends with " + spec.name, "it uses all channels of a node");
    if (parts_.task.packets > 1)
      throw InputError("packets with " + spec.name, "it sends whole messages", "take packets=best");
    CollectiveOutcome outcome{.algorithm = {}, .engine = "rounds"};
    if (parts_.topology->num_terminals() < 2) {
      outcome.runs.emplace_back();
      return outcome;
    }
    progress_.start(spec.name, 0);
    auto run = RoundsCollectives::pick(
        spec, [&](auto const& it) { return it.run(*parts_.topology, parts_.task.seed, progress_); });
    progress_.finish();
    outcome.bounds = {.steps = distance_to_farthest(), .network = run.bound};
    outcome.runs.push_back({.steps = run.rounds, .slots = run.rounds, .utilisation = run.utilisation});
    std::ranges::move(run.tables, std::back_inserter(tables));
    std::ranges::move(run.notes, std::back_inserter(notes));
    return outcome;
  }

  /// Between the routers of two terminals, where the topology knows; rounds count no hops between terminals and routers.
  std::uint64_t distance_to_farthest() const {
    auto const measures = measure(parts_.topology->subject(), {.keys = {"term_diameter"}}, progress_);
    auto const* metric = measures.find("term_diameter");
    return metric != nullptr && metric->exact() ? static_cast<std::uint64_t>(metric->value.number()) : 1;
  }

  CollectiveOutcome run_schedules(Spec const& spec) {
    collective::check_size(parts_.topology->num_terminals(), parts_.task);
    if (!machine_) machine_.emplace(parts_.topology);
    auto const algorithm = collective::make_algorithm(spec);
    auto task = parts_.task;
    algorithm->check(**machine_, task);
    if (!bounds_) bounds_ = collective::lower_bounds(**machine_, task, progress_);
    CollectiveOutcome outcome{.algorithm = {}, .bounds = *bounds_};
    while (auto run = run_schedule(*algorithm, task, outcome)) {
      bool const better = outcome.runs.empty() || gains(*run, outcome);
      auto const more = std::bit_floor(run->blocks_per_message) * std::uint64_t{2};
      bool const too_long = run->transfers > most_transfers;
      outcome.runs.push_back(std::move(*run));
      if (!parts_.best_packets || !better) break;
      if (too_long) {
        notes.push_back(
            fmt::format("{}: messages cut into more than {} blocks were not tried: these took {} transfers",
                        spec.name, outcome.runs.back().blocks_per_message, outcome.runs.back().transfers));
        break;
      }
      task.packets = static_cast<std::uint32_t>(
          std::min(std::max(more, std::uint64_t{2} * task.packets), std::uint64_t{0x80000000}));
    }
    return outcome;
  }

  /// Nothing if the algorithm cuts messages no further than in the last run, or there is no memory for more packets.
  std::optional<CollectiveRun> run_schedule(collective::AnyAlgorithm const& algorithm, Task const& task,
                                            CollectiveOutcome& outcome) {
    try {
      algorithm.check(**machine_, task);
      auto const plan = algorithm.plan(**machine_, task);
      if (!outcome.runs.empty() && plan.blocks_per_message <= outcome.runs.back().blocks_per_message)
        return {};
      if (collective::adds(task.operation))
        outcome.adds_in = plan.rounds == 0 && (**machine_).ranks.size() < machine_->network().num_vertices()
                              ? "routers"
                              : "ranks";
      if (outcome.runs.empty() && !plan.text.empty())
        notes.push_back(fmt::format("{}: {}", algorithm.name(), plan.text));
      progress_.start(fmt::format("{}, {} packets", algorithm.name(), task.packets), 0, "slots");
      auto executed =
          schedule::execute(machine_->network(), *plan.schedule, {.sends = task.sends}, progress_);
      progress_.finish();
      if (executed.violation)
        throw std::logic_error(
            fmt::format("{} breaks its promise: {}", algorithm.spec(true), executed.violation->what));
      return CollectiveRun{.packets = task.packets,
                           .blocks_per_message = plan.blocks_per_message,
                           .steps = executed.steps,
                           .slots = executed.slots,
                           .transfers = executed.transfers,
                           .utilisation = executed.utilisation.mean(),
                           .by_class = std::move(executed.utilisation),
                           .fullest = std::move(executed.fullest),
                           .rounds = plan.rounds,
                           .hops_per_round = plan.hops_per_round};
    } catch (InputError const& error) {
      if (outcome.runs.empty()) throw;
      notes.push_back(fmt::format("{}: messages cut into more than {} blocks were not tried: {}",
                                  algorithm.name(), outcome.runs.back().blocks_per_message, error.what()));
      return {};
    }
  }

  bool gains(CollectiveRun const& run, CollectiveOutcome const& outcome) const {
    return std::ranges::any_of(parts_.bytes, [&](std::uint64_t bytes) {
      auto const size = static_cast<double>(bytes);
      return run.seconds(size, parts_.cost) <
             (1 - least_gain) * outcome.best(size, parts_.cost).seconds(size, parts_.cost);
    });
  }

  CollectiveParts const& parts_;
  Progress& progress_;
  std::optional<CollectiveMachine> machine_;
  std::optional<collective::LowerBounds> bounds_;
};

std::vector<Setting> scenario_of(CollectiveRequest const& request, CollectiveParts const& parts) {
  std::vector<Setting> settings{{"collective", std::string(collective::name_of(request.operation))},
                                {"topology", parts.topology->spec(true)}};
  std::string algorithms;
  for (auto const& spec : parts.algorithms) algorithms += (algorithms.empty() ? "" : ",") + spec.to_string();
  settings.push_back({"algorithm", "[" + algorithms + "]"});
  for (auto const& argument : write_params(collective_schema, request, true))
    if (argument.key != "operation" && argument.key != "topology" && argument.key != "algorithm" &&
        argument.key != "seed")
      settings.push_back({argument.key, argument.value});
  return settings;
}

}  // namespace

void check_collective(CollectiveRequest const& request) { assemble_collective(request); }

void check_collective_transfers(CollectiveRequest const& request) {
  auto const parts = assemble_collective(request);
  if (parts.algorithms.size() != 1)
    throw InputError(fmt::format("transfers of {} algorithms", parts.algorithms.size()),
                     "a file holds one schedule", "name one by --algorithm", "--transfers");
  if (runs_in_rounds(parts.algorithms.front()))
    throw InputError("transfers of " + parts.algorithms.front().name, "it is no schedule", "", "--transfers");
}

void write_collective_transfers(CollectiveRequest const& request, std::uint32_t packets,
                                std::filesystem::path const& path) {
  auto const parts = assemble_collective(request);
  CollectiveMachine const machine(parts.topology);
  auto task = parts.task;
  task.packets = packets;
  auto const plan = collective::make_algorithm(parts.algorithms.front())->plan(*machine, task);
  write_schedule(path, *plan.schedule, machine.network());
}

Result run_collective(CollectiveRequest const& request, Progress& progress) {
  std::vector<CollectivePicture> pictures;
  return run_collective(request, pictures, progress);
}

Result run_collective(CollectiveRequest const& request, std::vector<CollectivePicture>& pictures,
                      Progress& progress) {
  auto const parts = assemble_collective(request);
  Stopwatch const watch;
  Result result = new_result(parts.task.seed);
  result.scenario = scenario_of(request, parts);
  CollectiveRunner runner(parts, progress);
  runner.run_all();
  result.tables = collective_tables(runner.outcomes, parts.bytes, parts.cost);
  std::ranges::move(runner.tables, std::back_inserter(result.tables));
  result.notes = std::move(runner.notes);
  result.timings.push_back({"execute", watch.seconds()});
  auto const largest = static_cast<double>(parts.bytes.back());
  for (auto const& outcome : runner.outcomes)
    if (auto const& best = outcome.best(largest, parts.cost); best.by_class)
      pictures.push_back({outcome.algorithm, best.packets, *best.by_class});
  return result;
}

}  // namespace weft
