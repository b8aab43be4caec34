// SPDX-License-Identifier: Apache-2.0
#include "weft/verb/collective/collective.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <filesystem>
#include <numeric>
#include <optional>
#include <ranges>
#include <stdexcept>

#include <fmt/format.h>

#include "weft/analysis/metrics.hpp"
#include "weft/collective/catalog.hpp"
#include "weft/core/error.hpp"
#include "weft/core/stopwatch.hpp"
#include "weft/engine/schedule/execute.hpp"
#include "weft/experiment/assemble.hpp"
#include "weft/experiment/channels.hpp"
#include "weft/experiment/link_times.hpp"
#include "weft/experiment/setup.hpp"
#include "weft/io/file.hpp"
#include "weft/network/network.hpp"
#include "weft/network/topology_facts.hpp"
#include "weft/traffic/schedule/schedule_file.hpp"
#include "weft/verb/collective/assembly.hpp"
#include "weft/verb/collective/tables.hpp"
#include "weft/workload/load_arrays.hpp"
#include "weft/workload/rounds/catalog.hpp"
#include "weft/workload/slots_array.hpp"

namespace weft::verb {
namespace {

using collective::AlgorithmPtr;
using collective::Task;

/// The search does not double the packet count again once an execution has more transfers than this.
constexpr std::uint64_t max_transfers = std::uint64_t{1} << 27;
/// The same limit for routings that choose each hop at random.
constexpr std::uint64_t max_drawn_transfers = std::uint64_t{1} << 18;
/// Minimum relative gain: a number of packets is faster if it reduces the time of some size by this much.
constexpr double min_gain = 0.01;
/// Number of transfers in an execution beyond which the search ends if the last doubling brought no gain.
constexpr std::uint64_t max_transfers_without_gain = std::uint64_t{1} << 22;

/// Returns the number of successive doublings of the packet count without gain after which the search ends.
/// `blocks`: the number of blocks at the last gain. A channel of bandwidth b transfers n blocks in ceil(n /
/// b) slots. For integer b, the time per block decreases within at most log2(b) doublings. Otherwise it can
/// decrease further by the fraction b / n, until this fraction is below the minimum gain.
std::uint32_t doublings_without_gain(TransferNetwork const& network, std::uint64_t blocks) {
  double maximum = 1;
  bool whole = true;
  for (std::uint32_t c = 0; c < network.num_channels(); ++c) {
    maximum = std::max(maximum, network.bandwidth(c));
    whole = whole && network.bandwidth(c) == std::floor(network.bandwidth(c));
  }
  auto const steps = whole ? maximum : maximum / (min_gain * static_cast<double>(blocks));
  return 1 + static_cast<std::uint32_t>(std::ceil(std::log2(std::max(steps, 1.0))));
}

/// Returns the text with all characters except letters and digits replaced by underscores.
std::string stem_of(std::string text) {
  std::ranges::replace_if(
      text, [](unsigned char c) { return std::isalnum(c) == 0; }, '_');
  return text;
}

/// Returns the terminals of the ranks of all groups.
std::vector<std::uint32_t> terminals_of(CollectiveAssembly const& parts) {
  if (parts.job) return parts.job->placement;
  if (parts.working) return *parts.working;
  std::vector<std::uint32_t> all(parts.topology->num_terminals());
  std::iota(all.begin(), all.end(), 0u);
  return all;
}

/// Returns the ranks of the first group at the vertices of their terminals, with their routing.
collective::Ranks make_ranks(CollectiveAssembly const& parts) {
  collective::Ranks ranks(parts.machine ? parts.machine->machine() : Machine(parts.topology));
  if (parts.job || parts.working || parts.groups > 1) {
    auto terminals = terminals_of(parts);
    terminals.resize(num_ranks(parts));
    std::vector<std::uint32_t> vertices;
    for (auto const terminal : terminals) vertices.push_back(ranks.network().vertex(TerminalId{terminal}));
    ranks = {ranks, std::move(vertices)};
  }
  if (parts.routing) ranks.route_by(*parts.routing);
  return ranks;
}

/// Returns the number of vertices with a working channel.
std::uint32_t num_working(TransferNetwork const& network) {
  std::uint32_t working = 0;
  for (std::uint32_t v = 0; v < network.num_vertices(); ++v) {
    std::ranges::iota_view const channels(network.first_channel(v), network.first_channel(v + 1));
    working += std::ranges::any_of(channels, [&](std::uint32_t c) { return network.bandwidth(c) > 0; });
  }
  return working;
}

/// Executes the algorithms of a request one by one.
class CollectiveRunner {
 public:
  CollectiveRunner(CollectiveAssembly const& parts, Progress& progress)
      : parts_(parts), progress_(progress) {}

  void run_all() {
    notes = parts_.omitted;
    for (auto const& spec : parts_.algorithms) try {
        run(spec);
      } catch (InputError const& error) {
        if (!parts_.all_algorithms) throw error.at("algorithm");
        notes.push_back(fmt::format("without {}: {}", spec.name, error.what()));
      }
    if (outcomes.empty())
      throw InputError(
          fmt::format("no algorithm supports {} on {}", collective::operation_name(parts_.task.operation),
                      parts_.topology->spec(false)),
          notes.back(), "", "algorithm");
  }

  /// Writes the schedule of an algorithm for `packets` packets in the text format of
  /// traffic/schedule/schedule_file.hpp.
  void write_transfers(Spec const& algorithm, std::uint32_t packets,
                       std::filesystem::path const& path) const {
    write_schedule(path, *plan(algorithm, packets, collective::Switching::store_and_forward).schedule,
                   ranks_->network());
  }
  /// Adds an array with the channels that an algorithm uses in every slot.
  void add_slots_of(CollectiveOutcome const& outcome, std::uint32_t packets, Result& result) const {
    add_slots(*plan(outcome.spec, packets, parts_.task.switching).schedule, ranks_->network(),
              "slots_" + stem_of(outcome.algorithm),
              "Channels in use, slot by slot, with " + outcome.algorithm, result);
  }

  std::string conditions() const {
    return format_conditions(ranks_ ? &*ranks_ : nullptr, *parts_.topology, parts_.bytes.back(), parts_.cost);
  }

  std::vector<CollectiveOutcome> outcomes;
  std::vector<std::string> notes;
  std::vector<Table> tables;
  std::vector<TreeFlitsRow> flit_rows;

 private:
  collective::Plan plan(Spec const& algorithm, std::uint32_t packets, collective::Switching switching) const {
    auto task = parts_.task;
    task.switching = switching;
    task.packets = packets;
    return collective::make_algorithm(algorithm)->plan(*ranks_, task);
  }

  void run(Spec const& spec) {
    auto const name = shortened(spec);
    auto outcome = runs_in_rounds(spec) ? run_rounds(spec) : run_schedules(spec);
    outcome.spec = spec;
    outcome.algorithm = name;
    outcomes.push_back(std::move(outcome));
    if (parts_.flits) run_flits(outcomes.back());
  }
  /// Returns the spec with default parameters omitted.
  static std::string shortened(Spec const& spec) {
    auto const shorten = []<class A>(std::type_identity<A>, typename A::Params const& params) {
      return to_spec<A>(params, false).to_string();
    };
    return runs_in_rounds(spec) ? RoundsCollectives::pick_params(spec, shorten)
                                : CollectiveAlgorithms::pick_params(spec, shorten);
  }

  void run_flits(CollectiveOutcome const& outcome) {
    if (!flits_) flits_.emplace(*parts_.flits, parts_.topology, *ranks_, terminals_of(parts_), parts_.groups);
    for (auto const size : parts_.bytes) {
      auto const bytes = static_cast<double>(size);
      flit_rows.push_back({outcome.algorithm, size,
                           outcome.best(bytes, parts_.cost).seconds(bytes, parts_.cost),
                           flits_->run(outcome.spec, parts_.task, bytes, progress_)});
    }
  }

  CollectiveOutcome run_rounds(Spec const& spec) {
    if (parts_.routing)
      throw InputError(spec.name + " conflicts with routing=" + parts_.routing->name,
                       "the algorithm has its own paths, and its bound is valid only for these",
                       "omit routing, or use an algorithm that sends messages between ranks");
    if (parts_.job)
      throw InputError(spec.name + " conflicts with a placement of ranks",
                       "the algorithm runs on all terminals, in their order",
                       "omit mapping, grid and terminals");
    if (parts_.task.sends > 0)
      throw InputError("sends conflicts with algorithm=" + spec.name,
                       "the algorithm uses all channels of a node", "omit sends", "sends");
    if (parts_.task.packets > 1)
      throw InputError(
          "packets=" + std::to_string(parts_.task.packets) + " conflicts with algorithm=" + spec.name,
          spec.name + " sends whole messages", "use packets=best", "packets");
    CollectiveOutcome outcome{.algorithm = {}, .engine = "rounds"};
    if (parts_.rest->num_terminals() < 2) {
      outcome.runs.emplace_back();
      return outcome;
    }
    if (parts_.task.operation == collective::Operation::all_to_all) expect(spec, sum_of_distances());
    progress_.start(spec.name, 0);
    RoundsSetting const setting{parts_.task.seed, parts_.layout.value_or(LayoutParams{})};
    auto run = RoundsCollectives::pick(
        spec, [&](auto const& it) { return it.run(parts_.rest, setting, progress_); });
    progress_.finish();
    outcome.bounds = {.steps = distance_to_farthest(), .network = run.bound};
    outcome.runs.push_back({.steps = run.rounds, .slots = run.rounds, .utilization = run.utilization});
    std::ranges::move(run.tables, std::back_inserter(tables));
    std::ranges::move(run.notes, std::back_inserter(notes));
    return outcome;
  }

  /// Returns the sum of the distances of all ordered pairs of terminals; 0 if unknown.
  double sum_of_distances() const {
    auto const measures = measure(parts_.rest->facts(), {.keys = {"term_avg_dist"}}, progress_);
    auto const* metric = measures.find("term_avg_dist");
    auto const terminals = static_cast<double>(parts_.rest->num_terminals());
    return metric == nullptr ? 0 : metric->value.number() * terminals * (terminals - 1);
  }
  /// Returns the maximum distance between the routers of two terminals, or 1 if unknown. Rounds exclude
  /// injection and ejection hops.
  std::uint64_t distance_to_farthest() const {
    auto const measures = measure(parts_.rest->facts(), {.keys = {"term_diameter"}}, progress_);
    auto const* metric = measures.find("term_diameter");
    return metric != nullptr && metric->value.is_number() ? static_cast<std::uint64_t>(metric->value.number())
                                                          : 1;
  }

  /// Reports the expected time of an execution, which is proportional to the number of block hops. With
  /// `all`, an algorithm may use at most a tenth of the time limit.
  void expect(Spec const& spec, double transfers) const {
    progress_.expect(schedule::estimate_execution(transfers, 0, 0).seconds,
                     fmt::format("{} of {} on {}, at least {:.2g} transfers,", spec.name,
                                 collective::operation_name(parts_.task.operation),
                                 parts_.topology->spec(false), transfers),
                     parts_.all_algorithms ? 0.1 : 1);
  }

  void expect_bounds() const {
    auto const estimate =
        collective::estimate_bounds(parts_.task.operation, static_cast<double>(num_ranks(parts_)),
                                    static_cast<double>(size_of(*parts_.topology).channels));
    progress_.expect(estimate.seconds, "the distances between all ranks of " + parts_.topology->spec(false));
  }

  CollectiveOutcome run_schedules(Spec const& spec) {
    collective::check_size(num_ranks(parts_), parts_.task);
    if (!ranks_) {
      expect_bounds();
      ranks_.emplace(make_ranks(parts_));
    }
    auto const algorithm = collective::make_algorithm(spec);
    auto task = parts_.task;
    algorithm->check(*ranks_, task);
    if (!bounds_) bounds_ = collective::lower_bounds(*ranks_, task, progress_);
    expect(spec, bounds_->transfers * algorithm->detour() * task.packets);
    CollectiveOutcome outcome{.algorithm = {}, .bounds = *bounds_};
    std::uint32_t without_gain = 0, patience = 0;
    while (auto run = run_schedule(*algorithm, task, outcome)) {
      without_gain = outcome.runs.empty() || gains(*run, outcome) ? 0 : without_gain + 1;
      if (without_gain == 0) patience = doublings_without_gain(ranks_->network(), run->blocks_per_message);
      bool const ends =
          without_gain >= patience || (without_gain > 0 && run->transfers > max_transfers_without_gain);
      auto const more = std::bit_floor(run->blocks_per_message) * std::uint64_t{2};
      bool const too_long = run->transfers > (parts_.routing ? max_drawn_transfers : max_transfers);
      outcome.runs.push_back(std::move(*run));
      if (!parts_.best_packets || ends) break;
      if (too_long) {
        notes.push_back(fmt::format(
            "{}: more than {} blocks per message were not tried: {} blocks already took {} transfers",
            spec.name, outcome.runs.back().blocks_per_message, outcome.runs.back().blocks_per_message,
            outcome.runs.back().transfers));
        break;
      }
      task.packets = static_cast<std::uint32_t>(
          std::min(std::max(more, std::uint64_t{2} * task.packets), std::uint64_t{0x80000000}));
    }
    return outcome;
  }

  /// Returns nullopt if the algorithm divides messages no further than in the last run, or if more packets do
  /// not fit in memory.
  std::optional<CollectiveRun> run_schedule(collective::AnyAlgorithm const& algorithm, Task const& task,
                                            CollectiveOutcome& outcome) {
    try {
      algorithm.check(*ranks_, task);
      auto const plan = algorithm.plan(*ranks_, task);
      if (!outcome.runs.empty() && plan.blocks_per_message <= outcome.runs.back().blocks_per_message)
        return {};
      if (plan.schedule->postcondition().holdings != Holdings::one_place)
        outcome.adds_in =
            plan.adds_in_routers || (plan.rounds == 0 && ranks_->size() < num_working(ranks_->network()))
                ? "switch"
                : "host";
      if (outcome.runs.empty() && !plan.text.empty())
        notes.push_back(fmt::format("{}: {}", algorithm.name(), plan.text));
      progress_.start(
          fmt::format("{}, {} packets", algorithm.name(), task.packets),
          expected_slots(algorithm, outcome.bounds.slots(plan.blocks_per_message, task.switching)), "slots");
      auto executed = schedule::execute(ranks_->network(), *plan.schedule, {.sends = task.sends}, progress_);
      progress_.finish();
      if (executed.violation)
        throw std::logic_error(
            fmt::format("{} breaks its promise: {}", algorithm.spec(true), executed.violation->what));
      return CollectiveRun{.packets = task.packets,
                           .blocks_per_message = plan.blocks_per_message,
                           .steps = executed.steps,
                           .slots = executed.slots,
                           .transfers = executed.transfers,
                           .utilization = executed.utilization.mean(),
                           .by_class = std::move(executed.utilization),
                           .max_load = std::move(executed.max_load),
                           .rounds = plan.rounds,
                           .hops_per_round = plan.hops_per_round};
    } catch (InputError const& error) {
      if (outcome.runs.empty()) throw;
      notes.push_back(fmt::format("{}: more than {} blocks per message were not tried: {}", algorithm.name(),
                                  outcome.runs.back().blocks_per_message, error.what()));
      return {};
    }
  }

  /// Returns the expected number of slots, from the lower bound `least`: for the display of the remaining
  /// time, and to reject runs that are too slow.
  static std::uint64_t expected_slots(collective::AnyAlgorithm const& algorithm, std::uint64_t minimum) {
    return static_cast<std::uint64_t>(algorithm.detour() * static_cast<double>(minimum));
  }

  bool gains(CollectiveRun const& run, CollectiveOutcome const& outcome) const {
    return std::ranges::any_of(parts_.bytes, [&](std::uint64_t bytes) {
      auto const size = static_cast<double>(bytes);
      return run.seconds(size, parts_.cost) <
             (1 - min_gain) * outcome.best(size, parts_.cost).seconds(size, parts_.cost);
    });
  }

  CollectiveAssembly const& parts_;
  Progress& progress_;
  std::optional<collective::Ranks> ranks_;
  std::optional<collective::LowerBounds> bounds_;
  std::optional<TreeFlits> flits_;
};

std::vector<Setting> settings_of(Collective::Params const& request, CollectiveAssembly const& parts) {
  std::vector<Setting> settings{{"operation", std::string(collective::operation_name(request.operation))},
                                {"topology", parts.topology->spec(true)}};
  std::string algorithms;
  for (auto const& spec : parts.algorithms) algorithms += (algorithms.empty() ? "" : ",") + spec.to_string();
  settings.push_back({"algorithm", "[" + algorithms + "]"});
  settings.push_back({"engine", parts.flits ? parts.flits->resolved() : "schedule"});
  settings.push_back({"routing", parts.routing ? parts.routing->to_string() : "default"});
  settings.push_back({"mapping", parts.job ? parts.job->mapping_text : default_mapping});
  if (parts.job) settings.push_back({"grid", format_sides(parts.job->grid)});
  if (parts.layout) settings.push_back({"layout", resolved_layout(*parts.layout)});
  constexpr std::array resolved{"operation", "topology", "algorithm", "engine",   "routing",
                                "mapping",   "grid",     "layout",    "transfers"};
  for (auto& [key, value] : weft::settings_of(Collective::request_schema, request))
    if (std::ranges::find(resolved, key) == resolved.end() && (key != "terminals" || !value.empty()))
      settings.push_back({key, std::move(value)});
  if (request.details == CollectiveDetails::slots) settings.push_back({"details", "slots"});
  return settings;
}

class CollectiveExperiment final : public Experiment {
 public:
  explicit CollectiveExperiment(Collective::Params const& params)
      : Experiment(Collective::name), params_(params), assembly_(assemble_collective(params)) {
    if (!params.transfers.empty()) check_transfers();
    resolve(settings_of(params, assembly_), params.seed);
  }

  Estimate estimate() const override { return short_run.and_then(estimate_collective(assembly_)); }

 private:
  void check_transfers() const {
    if (assembly_.algorithms.size() != 1)
      throw InputError(
          fmt::format("transfers needs exactly one algorithm, not {}", assembly_.algorithms.size()),
          "a file contains one schedule", "select it with --algorithm", "transfers");
    if (runs_in_rounds(assembly_.algorithms.front()))
      throw InputError("transfers conflicts with algorithm=" + assembly_.algorithms.front().name,
                       "this algorithm has no schedule", "choose another algorithm", "transfers");
    require_writable_parent(params_.transfers);
  }

  void execute(Result& result, Progress& progress) override {
    if (assembly_.job) {
      place_job(*assembly_.machine, *assembly_.job, seed(), progress);
      require_own_terminals(*assembly_.job,
                            "each rank of a collective operation has its own terminal; weft replay "
                            "runs several on one");
      result.timings.push_back({"mapping", assembly_.job->mapping_seconds});
    }
    Stopwatch const watch;
    CollectiveRunner runner(assembly_, progress);
    runner.run_all();
    result.answer = verdict_of(collective::operation_name(assembly_.task.operation), num_ranks(assembly_),
                               runner.outcomes, assembly_.bytes, assembly_.cost);
    result.answer += "; " + runner.conditions();
    result.tables = collective_tables(runner.outcomes, assembly_.bytes, assembly_.cost);
    if (assembly_.flits) result.tables.push_back(tree_flits_table(runner.flit_rows));
    std::ranges::move(runner.tables, std::back_inserter(result.tables));
    if (assembly_.job) {
      std::ranges::move(assembly_.job->tables, std::back_inserter(result.tables));
      result.arrays.push_back(placement_array(*assembly_.job));
    }
    result.notes = std::move(runner.notes);
    if (assembly_.routing) add_note(assembly_.machine->routing_note(), result);
    if (params_.bandwidth > 0)
      add_rate_note(*assembly_.topology, params_.bandwidth, result);
    else if (params_.beta > 0 && params_.beta != Collective::Params{}.beta)
      add_rate_note(*assembly_.topology, 1 / params_.beta, result, "beta=" + format_number(params_.beta));
    result.timings.push_back({"execute", watch.seconds()});
    auto const largest = static_cast<double>(assembly_.bytes.back());
    std::optional<std::uint32_t> packets;
    for (auto const& outcome : runner.outcomes)
      if (auto const& best = outcome.best(largest, assembly_.cost); best.by_class) {
        if (!packets) packets = best.packets;
        add_utilization(*best.by_class, "utilization_" + stem_of(outcome.algorithm),
                        "by " + outcome.algorithm, result);
        if (params_.details == CollectiveDetails::slots) runner.add_slots_of(outcome, best.packets, result);
      }
    if (!params_.transfers.empty() && packets)
      runner.write_transfers(assembly_.algorithms.front(), *packets, params_.transfers);
  }

  Collective::Params params_;
  CollectiveAssembly assembly_;
};

}  // namespace

std::vector<chart::Figure> Collective::figures(Result const& result) {
  auto const title =
      fmt::format("{} on {}", result.setting("operation"), title_of(result, topology_of(result)));
  auto figures = time_figures(result, title);
  for (auto& figure : slot_utilization_figures(result, title)) figures.push_back(std::move(figure));
  return figures;
}

ExperimentPtr Collective::assemble(Params const& params) {
  return std::make_unique<CollectiveExperiment>(params);
}

}  // namespace weft::verb
