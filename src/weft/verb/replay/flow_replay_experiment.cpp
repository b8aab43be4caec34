#include <algorithm>
#include <array>
#include <string_view>

#include <fmt/format.h>

#include "weft/core/memory.hpp"
#include "weft/core/number.hpp"
#include "weft/engine/flow/chosen_paths.hpp"
#include "weft/engine/flow/flow_run.hpp"
#include "weft/engine/flow/message_model.hpp"
#include "weft/engine/replay/critical_path.hpp"
#include "weft/experiment/assemble.hpp"
#include "weft/experiment/setup.hpp"
#include "weft/io/program/goal_writer.hpp"
#include "weft/network/failures.hpp"
#include "weft/network/network_size.hpp"
#include "weft/routing/bind.hpp"
#include "weft/verb/replay/replay_experiments.hpp"
#include "weft/verb/replay/replay_jobs.hpp"
#include "weft/verb/replay/replay_tables.hpp"
#include "weft/verb/simulate/flow/flow_tables.hpp"
#include "weft/verb/simulate/stopwatch.hpp"

namespace weft::verb {
namespace {

/// Options of engine flow that concern its own messages, and its failures.
constexpr std::array<std::string_view, 8> not_of_programs{
    "bytes", "spread", "start", "rate", "deliveries", "failed_links", "failed_routers", "fail"};

flow::FlowParams read_engine(std::string const& text) {
  auto const spec = parse_spec(text, "engine");
  return at_place("engine", [&] {
    if (spec.name != "flow")
      throw InputError("engine " + spec.name, "programs run over flows", "use engine=flow");
    for (auto const& [key, value] : spec.arguments)
      if (std::ranges::find(not_of_programs, key) != not_of_programs.end())
        throw InputError(key + " = " + value, "the program says what is sent; replay has failures of its own",
                         "omit " + key);
    auto const params = read_params<flow::FlowParams>(flow::flow_schema, spec);
    flow::check_model(params);
    return params;
  });
}

std::string resolved_engine(flow::FlowParams const& params) {
  auto arguments = write_params(flow::flow_schema, params, true);
  std::erase_if(arguments, [](auto const& argument) {
    return std::ranges::find(not_of_programs, argument.key) != not_of_programs.end();
  });
  return Spec{"flow", std::move(arguments)}.to_string();
}

bool depends_on_queues(Spec const& routing) { return routing::flow_form(routing) == routing::Form::channels; }

replay::RankModel model_of(replay::RankCosts const& costs) {
  constexpr double nanosecond = 1e-9;
  return {.L = costs.L * nanosecond,
          .o = costs.o * nanosecond,
          .O = costs.O * nanosecond,
          .g = costs.g * nanosecond,
          .G = costs.G * nanosecond,
          .eager = costs.eager,
          .buffered = costs.buffered,
          .handshake = costs.handshake,
          .compute = costs.compute,
          .memory = costs.memory};
}

class FlowReplayExperiment final : public Experiment {
 public:
  explicit FlowReplayExperiment(Replay::Params const& params)
      : Experiment(Replay::name),
        params_(params),
        routing_(parse_spec(params.routing, "routing")),
        machine_(params.topology, depends_on_queues(routing_) ? "default" : params.routing,
                 failures_of(params, params.seed)),
        costs_(read_costs(params.costs)),
        engine_(read_engine(params.engine)),
        layout_(read_layout(params.layout)),
        jobs_(assemble_jobs(params, machine_)) {
    routing_ = depends_on_queues(routing_)
                   ? routing::resolve(routing_, machine_.machine(), routing::Form::channels)
                   : machine_.routing();
    auto settings = jobs_.scenario;
    settings.insert(settings.begin(), {"topology", machine_.topology().spec(true)});
    settings.insert(settings.end(), {{"routing", routing_.to_string()},
                                     {"ranks_per_terminal", std::to_string(params.ranks_per_terminal)},
                                     {"network", "flow"},
                                     {"engine", resolved_engine(engine_)},
                                     {"costs", resolved_costs(costs_)},
                                     {"collective", resolved_collective(read_collective(params.collective))},
                                     {"layout", resolved_layout(layout_)}});
    if (params.skip_critical_path) settings.push_back({"skip_critical_path", "true"});
    if (params.require_end) settings.push_back({"require_end", "true"});
    add_failures(params, settings);
    resolve(std::move(settings), params.seed);
  }

  Estimate estimate() const override {
    auto const size = size_of(machine_.topology());
    auto const operations = static_cast<double>(program().num_operations());
    auto const ranks = static_cast<double>(program().num_ranks());
    constexpr double bytes_per_operation = 160, traced = 52, seconds_per_operation = 1e-6,
                     messages_at_once = 4;
    auto flows = flow::estimate_flows(size, engine_, std::min(operations / 2, messages_at_once * ranks),
                                      mean_hops(machine_.topology()));
    flows.bytes += operations * (bytes_per_operation + (params_.skip_critical_path ? 0 : traced));
    flows.seconds += operations * seconds_per_operation * (jobs_.several() ? 2 : 1);
    return short_run.and_then(estimate_network(size).and_then(flows));
  }
  bool is_met(Result const& result) const override { return ends_as_required(params_, result); }

 private:
  Program const& program() const { return jobs_.several() ? jobs_.program : jobs_.jobs.front().program; }

  void execute(Result& result, Progress& progress) override {
    if (!params_.write.empty()) write_goal(params_.write, program());
    Stopwatch const set_up;
    jobs_.place(machine_, seed(), progress);
    auto const& machine = machine_.machine();
    flow::FlowChannels const channels(machine.network(), engine_.bandwidth, engine_.terminals);
    auto const paths =
        flow::paths_of(channels, machine_.topology().layout(layout_), engine_, routing_, machine, seed());
    auto const terminals = jobs_.terminals();
    auto const parts = jobs_.parts();
    std::optional<replay::ReplayTrace> trace;
    if (!params_.skip_critical_path) trace.emplace(program().num_operations());
    result.timings.push_back({"set up", set_up.seconds()});
    Stopwatch const watch;
    auto const outcome =
        replay::replay_over_flows({program(), terminals, channels, *paths, engine_, model_of(costs_),
                                   progress, parts, trace ? &*trace : nullptr});
    std::vector<std::optional<double>> alone;
    for (auto const& job : jobs_.jobs)
      if (jobs_.several()) alone.push_back(end_alone(job, channels, *paths, progress));
    result.timings.push_back({"replay", watch.seconds()});
    add_replay_tables(program(), outcome, terminals, result);
    if (jobs_.several()) result.tables.push_back(jobs_table(jobs_, outcome, alone));
    if (trace) add_trace_tables(program(), *trace, outcome, result);
    if (paths->looks_at_traffic())
      result.notes.push_back(flow::chosen_paths_note(routing_.name, outcome.detours, outcome.messages));
    flow::FlowOutcome use{.tallies = outcome.tallies, .capacities = channels.capacities()};
    use.last_finish = outcome.end();
    result.answer = answer_of(program(), outcome, worst_bottleneck(use, channels));
    add_channel_tables(use, channels, result);
    for (auto& job : jobs_.jobs)
      for (auto& table : job.nodes.tables) {
        if (jobs_.several()) table.name += "_" + job.nodes.name;
        result.tables.push_back(std::move(table));
      }
  }

  /// How long a job takes without the others; none if it never ends.
  std::optional<double> end_alone(ReplayedJob const& job, flow::FlowChannels const& channels,
                                  flow::MessagePaths const& paths, Progress& progress) const {
    auto const terminals = jobs_.terminals_of(job);
    auto const outcome = replay::replay_over_flows(
        {job.program, terminals, channels, paths, engine_, model_of(costs_), progress});
    if (!outcome.stuck.empty()) return {};
    return outcome.end();
  }

  Replay::Params params_;
  Spec routing_;
  /// Its routing is the default if that of the messages has no shares: mappings look at it.
  LoadMachine machine_;
  replay::RankCosts costs_;
  flow::FlowParams engine_;
  LayoutParams layout_;
  ReplayedJobs jobs_;
};

}  // namespace

ExperimentPtr flow_replay_experiment(Replay::Params const& params) {
  return std::make_unique<FlowReplayExperiment>(params);
}

}  // namespace weft::verb
