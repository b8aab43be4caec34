#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <optional>

#include "weft/core/error.hpp"
#include "weft/engine/rounds/clex/clex_options.hpp"
#include "weft/engine/rounds/clex/clex_simulation.hpp"
#include "weft/engine/rounds/clex/faults/clex_faults.hpp"
#include "weft/engine/rounds/delay_statistics.hpp"
#include "weft/engine/rounds/forward/forward_steady.hpp"
#include "weft/engine/rounds/forward/store_and_forward.hpp"
#include "weft/engine/rounds/result_tables.hpp"
#include "weft/engine/rounds/round_bounds.hpp"
#include "weft/engine/rounds/rounds_params.hpp"
#include "weft/experiment/assemble.hpp"
#include "weft/experiment/setup.hpp"
#include "weft/network/cables.hpp"
#include "weft/network/failures.hpp"
#include "weft/network/network_size.hpp"
#include "weft/routing/bind.hpp"
#include "weft/topology/family/clex.hpp"
#include "weft/verb/change_by_failures.hpp"
#include "weft/verb/simulate/deflection_table.hpp"
#include "weft/verb/simulate/engines.hpp"
#include "weft/verb/simulate/rounds/messages_left.hpp"
#include "weft/verb/simulate/simulate.hpp"
#include "weft/verb/simulate/stopwatch.hpp"
#include "weft/verb/simulate/workload.hpp"

namespace weft::verb {
namespace {

using namespace rounds;

/// The row common to all executions, so that runs can be compared: table `summary`.
struct Summary {
  std::uint64_t terminals = 0, messages = 0, delivered = 0, hops = 0;
  double rounds_per_message = 0;
  std::uint64_t makespan = 0;

  Table table() const {
    Table table{"summary",
                "In all",
                {{"terminals"},
                 {"messages"},
                 {"delivered"},
                 {"hops_per_message", "hops", "of those delivered", 4},
                 {"rounds_per_message", "rounds", "mean rounds from departure to arrival", 4},
                 {"makespan", "rounds", "until the last message arrives"}},
                {}};
    auto const arrived = static_cast<double>(std::max<std::uint64_t>(delivered, 1));
    table.add_row(
        {terminals, messages, delivered, static_cast<double>(hops) / arrived, rounds_per_message, makespan});
    return table;
  }
};

template <class Outcome>
void add_unreachable(Outcome const& outcome, Result& result) {
  if (outcome.unreachable > 0)
    result.tables.push_back(unreachable_table(outcome.unreachable, outcome.lost_pairs));
}
void add_delays(DelayStatistics const& delays, Result& result) {
  result.tables.push_back(delays.table("delays"));
  result.tables.push_back(delays.distribution("delay_distribution"));
}

Table channel_table(std::vector<ClassLoad> const& loads) {
  Table table{
      "channels",
      "Messages per channel, by class",
      {{"class"}, {"channels"}, {"messages"}, {"mean", "messages", "per channel", 3}, {"max", "messages"}},
      {}};
  for (auto const& load : loads)
    table.add_row({load.name, load.channels, load.messages, load.mean(), load.max});
  return table;
}

/// All objects for a run by store and forward, made once.
struct PacketRun {
  NetworkPtr network;
  std::shared_ptr<GridGeometry const> grid;  ///< null for others
  PacketRoutingPtr routing;
  Layout layout;
  StoreAndForward engine;
  RoundsParams params;
  std::uint64_t seed;

  ForwardJob job(Progress& progress) const {
    return {.network = *network,
            .routing = *routing,
            .seed = seed,
            .layout = params.delays ? &layout : nullptr,
            .delay_model = {params.alpha, params.beta},
            .progress = progress};
  }
};

SteadyParams steady_params(RoundsParams const& params) {
  return {
      .rate = params.rate, .arrivals = params.arrivals, .rounds = static_cast<std::uint64_t>(params.rounds)};
}

StoreAndForward::Params forward_params(RoundsParams const& params) {
  return {.queue = params.queue, .track = params.delays, .loss = params.loss, .jitter = params.jitter};
}

PacketRun set_up(AnyTopology const& topology, Machine const& machine, Spec const& routing,
                 RoundsParams const& params, LayoutParams const& setup, std::uint64_t seed) {
  auto bound = routing::bind_packets(routing, machine);
  return {machine.network(),
          machine.is_grid() ? machine.grid() : nullptr,
          std::move(bound),
          topology.layout(setup),
          StoreAndForward(forward_params(params)),
          params,
          seed};
}

void run_once(PacketRun const& setting, Traffic const& traffic, Progress& progress, Result& result) {
  Stopwatch const watch;
  auto const outcome = setting.engine.run(setting.job(progress), traffic);
  result.timings.push_back({"simulate", watch.seconds()});
  result.tables.push_back(Summary{setting.network->num_terminals(), outcome.messages, outcome.delivered,
                                  outcome.hops, outcome.delay.mean(), outcome.rounds}
                              .table());
  if (outcome.unreachable == 0)
    result.tables.push_back(
        round_bounds(*setting.network, setting.grid.get(), traffic).table(outcome.rounds));
  result.tables.push_back(channel_table(outcome.loads));
  if (setting.routing->deflection() != nullptr)
    result.tables.push_back(deflection_table(outcome.hops, outcome.deflections, outcome.delivered));
  add_messages_left(outcome.delay, result);
  if (setting.params.loss > 0 || setting.network->has_failures())
    result.tables.push_back(fault_table(outcome));
  add_unreachable(outcome, result);
  if (setting.params.delays) add_delays(outcome.delays, result);
}

Table steady_table(SteadyResult const& outcome) {
  Table table{"steady",
              "Steady state",
              {{"offered", "messages/round", "per terminal, after the warm-up", 5},
               {"accepted", "messages/round", "", 5},
               {"latency", "rounds", "mean, from arrival to delivery", 3},
               {"plus_minus", "rounds", "half of the 95 % confidence interval", 3},
               {"p50", "rounds"},
               {"p99", "rounds"},
               {"max", "rounds"},
               {"rounds", "", "simulated"},
               {"warm_up", "rounds"},
               {"sustained", "", "the queues did not grow"}},
              {}};
  table.add_row({outcome.offered, outcome.accepted, outcome.latency,
                 std::isfinite(outcome.latency_half_width) ? Value{outcome.latency_half_width} : Value{},
                 outcome.latencies.percentile(0.5), outcome.latencies.percentile(0.99),
                 outcome.latencies.max(), outcome.rounds, outcome.warm_up, outcome.sustained ? "yes" : "no"});
  return table;
}

void run_steadily(PacketRun const& setting, Traffic const& traffic, Progress& progress, Result& result) {
  Stopwatch const watch;
  auto const outcome =
      run_steady(setting.engine, setting.job(progress), traffic, steady_params(setting.params));
  result.timings.push_back({"simulate", watch.seconds()});
  result.tables.push_back(steady_table(outcome));
  result.tables.push_back(channel_table(outcome.loads));
  if (setting.routing->deflection() != nullptr)
    result.tables.push_back(deflection_table(outcome.hops, outcome.deflections, outcome.latencies.count()));
  add_unreachable(outcome, result);
  if (setting.params.delays) add_delays(outcome.delays, result);
}

void run_to_saturation(PacketRun const& setting, Traffic const& traffic, Progress& progress, Result& result) {
  Stopwatch const watch;
  auto const found =
      find_saturation(setting.engine, setting.job(progress), traffic, steady_params(setting.params));
  result.timings.push_back({"simulate", watch.seconds()});
  Table saturation{"saturation",
                   "Saturation: the largest arrival rate with bounded latency",
                   {{"sustained", "messages/round", "per terminal: the largest rate that was", 5},
                    {"refused", "messages/round", "the lowest rate that was not", 5}},
                   {}};
  auto const refused = found.refused > 0 ? found.refused : std::numeric_limits<double>::quiet_NaN();
  saturation.add_row({found.sustained, refused});
  if (found.refused == 0)
    result.notes.push_back(setting.params.arrivals == ArrivalProcess::bernoulli
                               ? "no rate was refused: at most one message arrives at a terminal in a round "
                                 "(arrivals=bernoulli); arrivals=poisson offers more"
                               : "no rate was refused: messages need no channel between routers");
  Table trials{"trials",
               "The rates that were tried",
               {{"rate", "messages/round", "", 5},
                {"accepted", "messages/round", "", 5},
                {"latency", "rounds", "", 3},
                {"sustained"}},
               {}};
  for (auto const& trial : found.trials)
    trials.add_row({trial.rate, trial.accepted, trial.latency, trial.sustained ? "yes" : "no"});
  result.tables.push_back(std::move(saturation));
  result.tables.push_back(std::move(trials));
}

/// Any routing on any topology, by store and forward. Adds tables summary, channels (and delays), or those of
/// a steady state or of the search for the saturation.
void run_packets(AnyTopology const& topology, Machine const& machine, Spec const& routing,
                 Traffic const& traffic, RoundsParams const& params, LayoutParams const& layout,
                 std::uint64_t seed, Progress& progress, Result& result) {
  Stopwatch const watch;
  auto const setting = set_up(topology, machine, routing, params, layout, seed);
  result.timings.push_back({"set up", watch.seconds()});
  if (params.saturation)
    run_to_saturation(setting, traffic, progress, result);
  else if (params.rate > 0)
    run_steadily(setting, traffic, progress, result);
  else
    run_once(setting, traffic, progress, result);
}

Estimate estimate_packets(NetworkSize const& size, RoundsParams const& params, double messages, double hops) {
  auto const engine = forward_params(params);
  auto run = params.saturation ? estimate_saturation(size, engine, steady_params(params), hops)
             : params.rate > 0 ? estimate_steady(size, engine, steady_params(params), hops)
                               : estimate_forward(size, engine, {messages, hops, hops})
                                     .then(estimate_bounds(static_cast<double>(size.routers), messages));
  run.seconds /= 1 - params.loss;
  return estimate_network(size).and_then(run);
}

ClexCables cables_of(topology::Clex const& clex, LayoutParams const& layout, RoundsParams const& params) {
  return at_place("engine", [&] {
    return clex_cables(clex, make_layout(clex, layout), {params.alpha, params.beta});
  });
}

Summary summary(ClexMachine const& machine, ClexMeasures const& measures) {
  return {machine.nodes(),
          measures.messages,
          measures.messages,
          measures.hops(),
          measures.per_message(measures.sum_rounds()),
          measures.makespan()};
}

void run_with_faults(topology::Clex const& clex, Traffic const& traffic, ClexOptions const& options,
                     RoundsParams const& params, LayoutParams const& layout, std::uint64_t seed,
                     Progress& progress, Result& result) {
  Failures<topology::Clex> const failures(clex, failures_of(params, static_cast<std::int64_t>(seed)));
  SurvivingClex const network(
      clex, [&](RouterId r) { return failures.router_failed(r); },
      [&](ChannelId c) { return failures.channel_failed(c); });
  FaultOptions faults;
  faults.loss = params.loss;
  faults.asynchronous = params.asynchronous || params.jitter > 0;
  faults.jitter = params.jitter;
  Stopwatch const watch;
  auto const cables = params.delays ? cables_of(clex, layout, params) : ClexCables{};
  auto const outcome = simulate_clex_faults(network, traffic, options, faults, seed, cables, progress);
  double const seconds = watch.seconds();
  auto const perfect = simulate_clex(clex, traffic, options, seed, progress).measures;
  result.timings.push_back({"simulate", seconds});
  ClexMachine const machine{clex};
  result.tables.push_back(fault_table(outcome));
  result.tables.push_back(slowdown_table(outcome, perfect));
  result.tables.push_back(traffic_table(machine, options, outcome.measures));
  add_unreachable(outcome, result);
  auto row = summary(machine, outcome.measures);
  row.messages = outcome.sent;
  row.delivered = outcome.delivered;
  row.rounds_per_message = outcome.completion.mean();
  row.makespan = static_cast<std::uint64_t>(std::ceil(in_rounds(outcome.makespan)));
  result.tables.push_back(row.table());
  if (outcome.unreachable == 0) result.tables.push_back(round_bounds(clex, traffic).table(row.makespan));
  add_messages_left(outcome.completion, result);
  if (params.delays) add_delays(outcome.delays(params.beta), result);
}

bool is_perfect(RoundsParams const& params) {
  return params.loss == 0 && !params.asynchronous && params.jitter == 0 && !failures_of(params, 1).any();
}

Estimate estimate_phases(topology::Clex const& clex, NetworkSize const& size, ClexOptions const& options,
                         RoundsParams const& params, double messages) {
  ClexMachine const machine{clex};
  auto const perfect = estimate_clex(machine, messages, options, params.delays)
                           .then(estimate_bounds(static_cast<double>(size.routers), messages));
  if (is_perfect(params)) return perfect;
  auto const channels = failures_of(params, 1).any() ? static_cast<double>(size.channels) : 0;
  return estimate_clex_faults(machine, messages, channels, options).and_then(perfect);
}

/// Refuses options of the engine and of the topology that phases of A(l) do not support.
void check_phases(topology::Clex const& clex, RoundsParams const& params) {
  for (auto const& level : clex.params().bandwidth)
    if (level != 1)
      throw InputError("bandwidth = " + numbers_text(clex.params().bandwidth),
                       "phases of A(l) take one message per channel and round", "use execution=packets",
                       "topology");
  if (params.queue != QueueOrder::fifo)
    throw InputError("queue = farthest_first", "phases of A(l) have no queues", "use execution=packets",
                     "engine");
}

/// A(l) on CLEX, in phases. Adds tables levels and phases, or faults and slowdown, and summary (and delays).
void run_phases(topology::Clex const& clex, Traffic const& traffic, ClexOptions const& options,
                RoundsParams const& params, LayoutParams const& layout, std::uint64_t seed,
                Progress& progress, Result& result) {
  if (!is_perfect(params))
    return run_with_faults(clex, traffic, options, params, layout, seed, progress, result);
  Stopwatch const watch;
  auto const outcome = params.delays ? simulate_clex_delays(clex, traffic, options, seed,
                                                            cables_of(clex, layout, params), progress)
                                     : simulate_clex(clex, traffic, options, seed, progress);
  result.timings.push_back({"simulate", watch.seconds()});
  ClexMachine const machine{clex};
  result.tables.push_back(level_table(machine, outcome.measures));
  result.tables.push_back(phase_table(outcome.measures));
  result.tables.push_back(traffic_table(machine, options, outcome.measures));
  result.tables.push_back(summary(machine, outcome.measures).table());
  result.tables.push_back(round_bounds(clex, traffic).table(outcome.measures.makespan()));
  if (outcome.delays) add_delays(*outcome.delays, result);
}

constexpr char const* phase_routing = "clex_recursive";

bool runs_phases(RoundsParams const& params, Spec const& routing) {
  bool const possible = routing.name == phase_routing;
  if (params.execution == Execution::phases && !possible)
    throw InputError("execution = phases", "only clex_recursive has phases", "use execution=packets",
                     "engine");
  bool const steady = params.rate > 0 || params.saturation;
  if (steady && params.execution == Execution::phases)
    throw InputError("execution = phases", "phases start all messages at once", "use execution=packets",
                     "engine");
  return possible && params.execution != Execution::packets && !steady;
}

class RoundsExperiment final : public Experiment {
 public:
  RoundsExperiment(Scenario const& scenario, RoundsParams const& params)
      : Experiment(Simulate::name),
        params_(with_failures(params, scenario)),
        topology_(make_topology(scenario.topology)),
        machine_(topology_, failures_of(params_, scenario.seed)),
        routing_(parse_spec(scenario.routing, "routing")),
        layout_(read_layout(scenario.layout)),
        workload_(scenario, topology_, machine_, static_cast<std::uint64_t>(scenario.messages)) {
    auto const given = routing_;
    if (routing_.name == "default") routing_ = resolved_routing();
    bool const phases = runs_phases(params, routing_);
    if (phases)
      read_phase_options();
    else
      routing_ = resolved_routing();
    if (!phases)
      routing_note_ = change_by_failures(given, routing_, machine_, topology_, routing::Form::packets);
    if (!phases && params.asynchronous && params.jitter == 0)
      throw InputError("asynchronous = true", "packets have no phases to wait for", "give jitter", "engine");
    std::vector<Setting> settings{{"topology", topology_->spec(true)}, {"routing", routing_.to_string()}};
    settings.insert(settings.end(), workload_.settings().begin(), workload_.settings().end());
    settings.insert(settings.end(),
                    {{"messages", std::to_string(scenario.messages)},
                     {"engine", Spec{"rounds", write_params(rounds_schema, params_, true)}.to_string()},
                     {"layout", resolved_layout(layout_)}});
    resolve(std::move(settings), scenario.seed);
  }

  Estimate estimate() const override {
    auto const size = size_of(*topology_);
    auto const messages = workload_.num_messages();
    auto const run =
        phases_ ? estimate_phases(*topology_->get_if<topology::Clex>(), size, *phases_, params_, messages)
                : estimate_packets(size, params_, messages, workload_.mean_hops(*topology_));
    return short_run.and_then(workload_.estimate().and_then(run));
  }

 private:
  Spec resolved_routing() const { return routing::resolve(routing_, machine_, routing::Form::packets); }
  void read_phase_options() {
    auto const* clex = topology_->get_if<topology::Clex>();
    if (clex == nullptr)
      throw InputError("clex_recursive cannot route on " + std::string(topology_->name()), "needs clex", "",
                       "routing");
    phases_ = at_place("routing", [&] { return read_params<ClexOptions>(clex_options_schema, routing_); });
    check_phases(*clex, params_);
    routing_ = Spec{phase_routing, write_params(clex_options_schema, *phases_, true)};
  }

  void execute(Result& result, Progress& progress) override {
    auto const traffic = workload_.traffic(progress);
    if (phases_)
      run_phases(*topology_->get_if<topology::Clex>(), *traffic, *phases_, params_, layout_, seed(), progress,
                 result);
    else
      run_packets(*topology_, machine_, routing_, *traffic, params_, layout_, seed(), progress, result);
    workload_.add_tables(result);
    add_note(routing_note_, result);
  }

  RoundsParams params_;
  TopologyPtr topology_;
  Machine machine_;
  Spec routing_;
  std::string routing_note_;
  LayoutParams layout_;
  Workload workload_;
  std::optional<ClexOptions> phases_;  ///< of A(l), if it runs in phases
};

}  // namespace

ExperimentPtr RoundsEngine::assemble(Scenario const& scenario, Params const& params) {
  return std::make_unique<RoundsExperiment>(scenario, params);
}

}  // namespace weft::verb
