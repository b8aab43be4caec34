// SPDX-License-Identifier: Apache-2.0
#include <memory>
#include <optional>

#include "weft/core/error.hpp"
#include "weft/core/stopwatch.hpp"
#include "weft/engine/rounds/clex/clex_options.hpp"
#include "weft/engine/rounds/forward/forward_steady.hpp"
#include "weft/engine/rounds/forward/store_and_forward.hpp"
#include "weft/engine/rounds/result_tables.hpp"
#include "weft/engine/rounds/round_bounds.hpp"
#include "weft/engine/rounds/rounds_params.hpp"
#include "weft/experiment/assemble.hpp"
#include "weft/experiment/setup.hpp"
#include "weft/network/cables.hpp"
#include "weft/network/failures.hpp"
#include "weft/network/network.hpp"
#include "weft/network/places.hpp"
#include "weft/routing/bind.hpp"
#include "weft/topology/family/clex.hpp"
#include "weft/verb/engines.hpp"
#include "weft/verb/simulate/rounds/phases.hpp"
#include "weft/verb/simulate/rounds/tables.hpp"
#include "weft/verb/simulate/simulate.hpp"
#include "weft/workload/change_by_failures.hpp"
#include "weft/workload/deflection_table.hpp"
#include "weft/workload/workload.hpp"

namespace weft::verb {
namespace {

using namespace rounds;

Table channel_table(std::vector<ClassLoad> const& loads) {
  Table table{"channels",
              "Messages per channel, by class",
              {{"class"},
               {"channels"},
               {"messages"},
               {"mean", "messages", "mean per channel", 3},
               {"max", "messages"}},
              {}};
  for (auto const& load : loads)
    table.add_row({load.name, load.channels, load.messages, load.mean(), load.max});
  return table;
}

/// The objects of a store-and-forward run, created once.
struct PacketRun {
  NetworkPtr network;
  std::shared_ptr<GridGeometry const> grid;  ///< null if the topology is not a grid
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
  Summary const summary{setting.network->num_terminals(),
                        outcome.messages,
                        outcome.delivered,
                        outcome.hops,
                        outcome.delay.mean(),
                        outcome.rounds};
  result.answer = summary.verdict();
  result.tables.push_back(summary.table());
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

void run_steadily(PacketRun const& setting, Traffic const& traffic, Progress& progress, Result& result) {
  Stopwatch const watch;
  auto const outcome =
      run_steady(setting.engine, setting.job(progress), traffic, steady_params(setting.params));
  result.timings.push_back({"simulate", watch.seconds()});
  result.answer = steady_verdict(outcome);
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
  add_saturation_tables(found, setting.params.arrivals, result);
}

/// Runs any routing on any topology with store-and-forward. Adds the tables summary and channels (and
/// delays), or the tables of a steady state or of the saturation search.
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

constexpr char const* phase_routing = "clex_recursive";

bool runs_phases(RoundsParams const& params, Spec const& routing) {
  bool const possible = routing.name == phase_routing;
  if (params.execution == Execution::phases && !possible)
    throw InputError("execution=phases needs routing clex_recursive", "other routings have no phases",
                     "use execution=packets", "engine");
  return possible && (params.execution == Execution::phases ||
                      (params.execution == Execution::automatic && !is_steady(params)));
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
      throw InputError("asynchronous=true needs execution=phases", "packets do not wait for phases",
                       "set jitter instead", "engine");
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
    check_phases(*clex, *phases_, params_);
    routing_ = Spec{phase_routing, write_params(clex_options_schema, *phases_, true)};
    if (clex->local())
      std::erase_if(routing_.arguments, [](auto const& argument) {
        return std::ranges::find(clique_options, argument.key) != clique_options.end();
      });
  }

  /// Returns the parameters with failures by number, as Failures supports them.
  RoundsParams with_router_numbers() const {
    auto params = params_;
    params.failures = with_numbers(*topology_, params.failures);
    return params;
  }

  void execute(Result& result, Progress& progress) override {
    auto const traffic = workload_.traffic(progress);
    if (phases_)
      run_phases(*topology_->get_if<topology::Clex>(), *traffic, *phases_, with_router_numbers(), layout_,
                 seed(), progress, result);
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
  std::optional<ClexOptions> phases_;  ///< options of A(l) if it runs in phases
};

}  // namespace

ExperimentPtr RoundsEngine::assemble(Scenario const& scenario, Params const& params) {
  return std::make_unique<RoundsExperiment>(scenario, params);
}

}  // namespace weft::verb
