// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <memory>
#include <optional>
#include <span>
#include <string_view>

#include <fmt/format.h>

#include "weft/core/memory.hpp"
#include "weft/core/number.hpp"
#include "weft/core/stopwatch.hpp"
#include "weft/experiment/assemble.hpp"
#include "weft/experiment/setup.hpp"
#include "weft/io/program/goal.hpp"
#include "weft/network/failures.hpp"
#include "weft/network/topologies.hpp"
#include "weft/routing/bind.hpp"
#include "weft/verb/replay/engine.hpp"
#include "weft/verb/replay/jobs.hpp"
#include "weft/verb/replay/tables.hpp"
#include "weft/workload/call_algorithms.hpp"
#include "weft/workload/load_arrays.hpp"

namespace weft::verb {
namespace {

constexpr double nanosecond = 1e-9;

replay::RankModel model_of(replay::RankCosts const& costs) {
  return {.o = costs.o * nanosecond,
          .O = costs.O * nanosecond,
          .g = costs.g * nanosecond,
          .eager = costs.eager,
          .buffered = costs.buffered,
          .compute = costs.compute};
}

replay::TransportCosts costs_of_network(replay::RankCosts const& costs) {
  return {.L = costs.L * nanosecond,
          .G = costs.G * nanosecond,
          .handshake = costs.handshake,
          .memory = costs.memory};
}

ReplayEnginePtr engine_of(Replay::Params const& params, TopologyPtr const& topology,
                          RoutedMachine const& machine) {
  auto const name = parse_spec(params.engine, "engine").name;
  if (name == "flow") return flow_replay_engine(params, topology, machine);
  if (name == "flit") return flit_replay_engine(params, topology, machine);
  throw InputError("engine " + name + " does not run programs", "programs run over flows or flits",
                   "use engine=flow or engine=flit", "engine");
}

/// Returns the machine with the routing by which tasks are mapped.
RoutedMachine placing_machine(Replay::Params const& params, TopologyPtr const& topology) {
  Machine machine(topology, failures_of(params, params.seed));
  auto routing = placement_routing(params.routing, machine);
  return {topology, std::move(machine), routing};
}

class TopologyExperiment final : public Experiment {
 public:
  explicit TopologyExperiment(Replay::Params const& params)
      : Experiment(Replay::name),
        params_(params),
        topology_(make_topology(params.topology)),
        machine_(placing_machine(params, topology_)),
        costs_(read_costs(params.costs)),
        engine_(engine_of(params, topology_, machine_)),
        jobs_(assemble_jobs(params, machine_)) {
    auto settings = jobs_.scenario;
    settings.insert(settings.begin(), {"topology", topology_->spec(true)});
    settings.insert(settings.end(), {{"routing", engine_->routing().to_string()},
                                     {"ranks_per_terminal", std::to_string(params.ranks_per_terminal)},
                                     {"network", "topology"},
                                     {"engine", engine_->resolved()},
                                     {"costs", resolved_costs(costs_)},
                                     {"collective", resolved_collective(read_collective(params.collective))},
                                     {"layout", resolved_layout(read_layout(params.layout))}});
    if (params.skip_critical_path) settings.push_back({"skip_critical_path", "true"});
    if (params.require_end) settings.push_back({"require_end", "true"});
    add_failures(params, settings);
    resolve(std::move(settings), params.seed);
  }

  Estimate estimate() const override {
    auto const operations = static_cast<double>(program().num_operations());
    constexpr double bytes_per_operation = 160, traced = 52, seconds_per_operation = 1e-6;
    auto all = engine_->estimate(program());
    all.bytes += operations * (bytes_per_operation + (params_.skip_critical_path ? 0 : traced));
    all.seconds += operations * seconds_per_operation * (jobs_.several() ? 2 : 1);
    return short_run.and_then(all);
  }
  bool meets_requirement(Result const& result) const override {
    return meets_end_requirement(params_, result);
  }

 private:
  Program const& program() const { return jobs_.several() ? jobs_.program : jobs_.jobs.front().program; }

  void execute(Result& result, Progress& progress) override {
    if (!params_.write.empty()) write_goal(params_.write, program());
    Stopwatch const set_up;
    jobs_.place(machine_, seed(), progress);
    progress.start("set up", 0);
    engine_->set_up();
    auto const terminals = jobs_.terminals();
    auto const parts = jobs_.parts();
    std::optional<replay::ReplayTrace> trace;
    if (!params_.skip_critical_path) trace.emplace(program().num_operations());
    progress.finish();
    result.timings.push_back({"set up", set_up.seconds()});
    Stopwatch const watch;
    auto const transport = engine_->transport(costs_of_network(costs_), progress);
    auto const outcome = replay::run_replay(
        {program(), terminals, model_of(costs_), progress, parts, trace ? &*trace : nullptr}, *transport);
    std::vector<std::optional<double>> alone;
    for (auto const& job : jobs_.jobs)
      if (jobs_.several()) alone.push_back(end_alone(job, progress));
    result.timings.push_back({"replay", watch.seconds()});
    add_replay_tables(program(), outcome, terminals, result);
    if (jobs_.several()) result.tables.push_back(jobs_table(jobs_, outcome, alone));
    if (trace) add_trace_tables(program(), *trace, outcome, result);
    result.answer = engine_->report(program(), *transport, outcome, add_conditions(result), result);
    for (auto& job : jobs_.jobs)
      for (auto& table : job.nodes.tables) {
        if (jobs_.several()) table.name += "_" + job.nodes.name;
        result.tables.push_back(std::move(table));
      }
    for (auto const& job : jobs_.jobs) result.arrays.push_back(placement_array(job.nodes));
    add_note(machine_.routing_note(), result);
  }

  /// Adds the algorithms of collective calls. Returns what the makespan depends on: algorithms, routing and
  /// rate.
  std::string add_conditions(Result& result) const {
    auto const others = fmt::format("routing {}, {}", engine_->routing().name,
                                    format_channel_rate(*topology_, engine_->bandwidth()));
    auto const calls = jobs_.algorithms();
    if (calls.empty()) return others;
    result.tables.push_back(call_algorithms_table(calls));
    return format_call_algorithms(result.tables.back()) + ", " + others;
  }

  /// Returns the time of a job without the others; nullopt if it never ends.
  std::optional<double> end_alone(ReplayedJob const& job, Progress& progress) const {
    auto const terminals = jobs_.terminals_of(job);
    auto const transport = engine_->transport(costs_of_network(costs_), progress);
    auto const outcome = replay::run_replay({job.program, terminals, model_of(costs_), progress}, *transport);
    if (!outcome.stuck.empty()) return {};
    return outcome.end();
  }

  Replay::Params params_;
  TopologyPtr topology_;
  RoutedMachine machine_;
  replay::RankCosts costs_;
  ReplayEnginePtr engine_;
  ReplayedJobs jobs_;
};

}  // namespace

bool depends_on_queues(Spec const& routing) { return routing::flow_form(routing) == routing::Form::channels; }

void check_options(Spec const& engine, std::span<std::string_view const> options) {
  for (auto const& [key, value] : engine.arguments)
    if (std::ranges::find(options, key) != options.end())
      throw InputError("a replay does not support " + key,
                       "the program determines the messages, and replay has options for failures",
                       "omit " + key);
}

ExperimentPtr topology_replay_experiment(Replay::Params const& params) {
  return std::make_unique<TopologyExperiment>(params);
}

}  // namespace weft::verb
