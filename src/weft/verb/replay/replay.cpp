#include "weft/verb/replay/replay.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "weft/collective/program/catalog.hpp"
#include "weft/core/number.hpp"
#include "weft/engine/flow/flow_run.hpp"
#include "weft/engine/replay/flow_replay.hpp"
#include "weft/engine/replay/loggops.hpp"
#include "weft/experiment/assemble.hpp"
#include "weft/experiment/setup.hpp"
#include "weft/network/failures.hpp"
#include "weft/network/network_size.hpp"
#include "weft/routing/bind.hpp"
#include "weft/verb/load/load_assembly.hpp"
#include "weft/verb/replay/replay_tables.hpp"
#include "weft/verb/simulate/flow/flow_tables.hpp"
#include "weft/verb/simulate/stopwatch.hpp"

namespace weft::verb {
namespace {

constexpr double nanosecond = 1e-9;

/// Options of engine flow that concern its own messages, and its failures.
constexpr std::array<std::string_view, 8> not_of_programs{
    "bytes", "spread", "start", "rate", "deliveries", "failed_links", "failed_routers", "fail"};

flow::FlowParams read_engine(std::string const& text) {
  auto const spec = parse_spec(text, "engine");
  return at_place("engine", [&] {
    if (spec.name != "flow")
      throw InputError("engine " + spec.name, "programs run over flows", "use engine=flow");
    for (auto const& [key, value] : spec.arguments)
      for (char const* const own :
           {"bytes", "spread", "start", "rate", "deliveries", "failed_links", "failed_routers", "fail"})
        if (key == own)
          throw InputError(key + " = " + value,
                           "the program says what is sent; replay has failures of its own", "omit " + key);
    return read_params<flow::FlowParams>(flow::flow_schema, spec);
  });
}

std::string resolved_engine(flow::FlowParams const& params) {
  auto arguments = write_params(flow::flow_schema, params, true);
  std::erase_if(arguments, [](auto const& argument) {
    return std::ranges::find(not_of_programs, argument.key) != not_of_programs.end();
  });
  return Spec{"flow", std::move(arguments)}.to_string();
}

/// The bytes from rank to rank.
Communication communication_of(Program const& program) {
  Communication communication(program.num_ranks());
  std::map<std::pair<std::uint32_t, std::uint32_t>, double> bytes;
  for (std::uint32_t rank = 0; rank < program.num_ranks(); ++rank)
    for (auto i = program.first_operation(rank); i < program.first_operation(rank + 1); ++i)
      if (auto const& it = program.operation(i); it.kind == OperationKind::send)
        bytes[{rank, it.peer}] += std::max(1.0, it.amount);
  double total = 0;
  for (auto const& [pair, amount] : bytes) total += amount;
  constexpr double most = 1e18;  // Communication adds up below 2^62
  for (auto const& [pair, amount] : bytes) {
    auto const units = total > most ? amount * (most / total) : amount;
    communication.add({pair.first, pair.second, static_cast<std::uint64_t>(std::max(1.0, units))});
  }
  if (bytes.empty()) communication.add({0, 0, 1});
  communication.finish();
  return communication;
}

/// The program, among the tasks of the grid of the request or of one that suits the topology.
NamedProgram program_of(Replay::Params const& params, AnyTopology const& topology) {
  require_terminals(topology);
  bool const given = params.grid != Sides{0};
  if (given && size_of(params.grid) > topology.num_terminals())
    throw InputError("grid = " + sides_text(params.grid),
                     fmt::format("the network has {} terminals", topology.num_terminals()), "", "grid");
  auto named = make_program(params.program,
                            {.sides = given ? params.grid : default_grid(topology),
                             .seed = static_cast<std::uint64_t>(params.seed)},
                            read_collective(params.collective), read_costs(params.costs).gamma);
  if (given && size_of(params.grid) != named.program.num_ranks())
    throw InputError("grid = " + sides_text(params.grid),
                     fmt::format("the program has {} ranks", named.program.num_ranks()), "", "grid");
  return named;
}

/// The grid of a mapping: that of the request, or of the topology if the program fills it, else a row.
Sides grid_of_ranks(Replay::Params const& params, Program const& program, AnyTopology const& topology) {
  if (params.grid != Sides{0}) return params.grid;
  auto const grid = default_grid(topology);
  return size_of(grid) == program.num_ranks() ? grid : Sides{program.num_ranks()};
}

void check_ranks(Program const& program, AnyTopology const& topology) {
  if (program.num_ranks() > topology.num_terminals())
    throw InputError(fmt::format("a program of {} ranks", program.num_ranks()),
                     fmt::format("the network has {} terminals", topology.num_terminals()),
                     "take a larger network", "program");
}

/// A program over the channels of a machine.
class FlowReplayExperiment final : public Experiment {
 public:
  explicit FlowReplayExperiment(Replay::Params const& params)
      : Experiment(Replay::name),
        params_(params),
        machine_(params.topology, params.routing, failures_of(params, params.seed)),
        costs_(read_costs(params.costs)),
        engine_(read_engine(params.engine)),
        layout_(read_layout(params.layout)) {
    auto named = program_of(params, machine_.topology());
    program_ = std::move(named.program);
    check_ranks(program_, machine_.topology());
    auto const grid = grid_of_ranks(params, program_, machine_.topology());
    job_.emplace(job_of_tasks(grid, communication_of(program_), params.mapping));
    std::vector<Setting> settings{{"topology", machine_.topology().spec(true)},
                                  {"program", named.resolved},
                                  {"contents of program", fmt::format("{:016x}", program_.digest())},
                                  {"routing", machine_.routing().to_string()},
                                  {"mapping", job_->mapping_text},
                                  {"grid", sides_text(grid)},
                                  {"network", "flow"},
                                  {"engine", resolved_engine(engine_)},
                                  {"costs", resolved_costs(costs_)},
                                  {"collective", resolved_collective(read_collective(params.collective))},
                                  {"layout", resolved_layout(layout_)}};
    if (params.require_end) settings.push_back({"require_end", "true"});
    add_failures(params, settings);
    resolve(std::move(settings), params.seed);
  }

  Estimate estimate() const override {
    auto const size = size_of(machine_.topology());
    auto const operations = static_cast<double>(program_.num_operations());
    auto const ranks = static_cast<double>(program_.num_ranks());
    constexpr double bytes_per_operation = 140, seconds_per_operation = 1e-6, messages_at_once = 4;
    auto flows = flow::estimate_flows(size, engine_, std::min(operations / 2, messages_at_once * ranks),
                                      mean_hops(machine_.topology()));
    flows.bytes += operations * bytes_per_operation;
    flows.seconds += operations * seconds_per_operation;
    return short_run.and_then(estimate_network(size).and_then(flows));
  }
  bool is_met(Result const& result) const override {
    return !params_.require_end || result.find_table("stuck") == nullptr;
  }

 private:
  void execute(Result& result, Progress& progress) override {
    Stopwatch const set_up;
    place_job(machine_, *job_, seed(), progress);
    auto const& machine = machine_.machine();
    flow::FlowChannels const channels(machine.network(), engine_.bandwidth, engine_.terminals);
    auto const paths = flow::paths_of(channels, machine_.topology().layout(layout_), engine_,
                                      machine_.routing(), machine, seed());
    result.timings.push_back({"set up", set_up.seconds()});
    Stopwatch const watch;
    auto const outcome = replay::replay_over_flows(
        {program_, job_->placement, channels, *paths, engine_, rank_model(), progress});
    result.timings.push_back({"replay", watch.seconds()});
    add_replay_tables(program_, outcome, job_->placement, result);
    flow::FlowOutcome use{.tallies = outcome.tallies, .capacities = channels.capacities()};
    use.last_finish = outcome.end();
    result.answer = answer_of(program_, outcome, worst_bottleneck(use, channels));
    add_channel_tables(use, channels, result);
    for (auto& table : job_->tables) result.tables.push_back(std::move(table));
  }

  replay::RankModel rank_model() const {
    return {.L = costs_.L * nanosecond,
            .o = costs_.o * nanosecond,
            .O = costs_.O * nanosecond,
            .g = costs_.g * nanosecond,
            .G = costs_.G * nanosecond,
            .eager = costs_.eager,
            .buffered = costs_.buffered,
            .handshake = costs_.handshake,
            .compute = costs_.compute};
  }

  Replay::Params params_;
  LoadMachine machine_;
  replay::RankCosts costs_;
  flow::FlowParams engine_;
  LayoutParams layout_;
  Program program_;
  std::optional<LoadJob> job_;
};

std::int64_t whole(char const* name, double value) {
  if (value != std::round(value) || value > 9e15)
    throw InputError(fmt::format("{} = {}", name, number_text(value)), "LogGOPS counts whole ns and bytes",
                     "", "costs");
  return static_cast<std::int64_t>(value);
}

/// A program on ranks that all reach each other alike.
class LogGopsExperiment final : public Experiment {
 public:
  explicit LogGopsExperiment(Replay::Params const& params)
      : Experiment(Replay::name), params_(params), topology_(make_topology(params.topology)) {
    Replay::Params const defaults;
    for (auto const& [name, given] :
         {std::pair{"routing", params.routing != defaults.routing},
          std::pair{"mapping", params.mapping != defaults.mapping},
          std::pair{"engine", params.engine != defaults.engine},
          std::pair{"layout", params.layout != defaults.layout},
          std::pair{"failed_links", params.failed_links > 0},
          std::pair{"failed_routers", params.failed_routers > 0}, std::pair{"fail", !params.fail.empty()}})
      if (given)
        throw InputError(fmt::format("{} with network loggops", name), "all ranks reach each other alike",
                         fmt::format("omit {}", name), name);
    auto const costs = read_costs(params.costs);
    if (costs.handshake != 0 || costs.compute != 1 || costs.buffered != replay::RankCosts{}.buffered)
      throw InputError("buffered, handshake or compute with network loggops", "LogGOPS does not have them",
                       "omit them, or use network=flow", "costs");
    model_ = {whole("L", costs.L), whole("o", costs.o), whole("g", costs.g),
              whole("G", costs.G), whole("O", costs.O), whole("eager", costs.eager)};
    auto named = program_of(params, *topology_);
    program_ = std::move(named.program);
    check_ranks(program_, *topology_);
    std::vector<Setting> settings{{"topology", topology_->spec(true)},
                                  {"program", named.resolved},
                                  {"contents of program", fmt::format("{:016x}", program_.digest())},
                                  {"network", "loggops"},
                                  {"costs", resolved_costs(costs)},
                                  {"collective", resolved_collective(read_collective(params.collective))}};
    if (params.require_end) settings.push_back({"require_end", "true"});
    resolve(std::move(settings), params.seed);
  }

  Estimate estimate() const override {
    auto const operations = static_cast<double>(program_.num_operations());
    return short_run.and_then({operations * 60, operations * 0.3e-6, 1});
  }
  bool is_met(Result const& result) const override {
    return !params_.require_end || result.find_table("stuck") == nullptr;
  }

 private:
  void execute(Result& result, Progress& progress) override {
    Stopwatch const watch;
    auto const outcome = replay::run_loggops(program_, model_, progress);
    result.timings.push_back({"replay", watch.seconds()});
    add_loggops_tables(program_, outcome, result);
    result.answer = answer_of(program_, outcome);
  }

  Replay::Params params_;
  TopologyPtr topology_;
  replay::LogGops model_;
  Program program_;
};

}  // namespace

ExperimentPtr Replay::assemble(Params const& params) {
  if (params.network == ReplayNetwork::loggops) return std::make_unique<LogGopsExperiment>(params);
  return std::make_unique<FlowReplayExperiment>(params);
}

}  // namespace weft::verb
