#include <algorithm>
#include <cmath>
#include <memory>

#include "weft/core/error.hpp"
#include "weft/engine/rounds/fault_tables.hpp"
#include "weft/engine/rounds/forward/forward_steady.hpp"
#include "weft/engine/rounds/forward/store_and_forward.hpp"
#include "weft/network/failures.hpp"
#include "weft/network/layout.hpp"
#include "weft/routing/bind.hpp"
#include "weft/verb/simulate/rounds/run_rounds.hpp"
#include "weft/verb/simulate/summary.hpp"

namespace weft::verb {
namespace {

using namespace rounds;

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

/// All that a run by store and forward needs, made once.
struct PacketRun {
  NetworkPtr network;
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
  SteadyParams steady() const {
    return {.rate = params.rate,
            .arrivals = params.arrivals,
            .rounds = static_cast<std::uint64_t>(params.rounds)};
  }
};

PacketRun set_up(AnyTopology const& topology, Machine const& machine, Spec const& routing,
                 RoundsParams const& params, LayoutParams const& setup, std::uint64_t seed) {
  auto bound = routing::bind_packets(routing, machine);
  StoreAndForward const engine(
      {.queue = params.queue, .track = params.delays, .loss = params.loss, .jitter = params.jitter});
  return {machine.network(), std::move(bound), topology.layout(setup), engine, params, seed};
}

void run_once(PacketRun const& setting, Traffic const& traffic, Progress& progress, Result& result) {
  Stopwatch const watch;
  auto const outcome = setting.engine.run(setting.job(progress), traffic);
  double const seconds = watch.seconds();
  result.timings.push_back({"simulate", seconds});
  result.tables.push_back(Summary{setting.network->num_terminals(), outcome.messages, outcome.delivered,
                                  outcome.hops, outcome.delay.mean(), outcome.rounds}
                              .table(seconds));
  result.tables.push_back(channel_table(outcome.loads));
  if (setting.params.loss > 0 || setting.network->has_failures())
    result.tables.push_back(fault_table(outcome));
  if (outcome.unreachable > 0)
    result.tables.push_back(unreachable_table(outcome.unreachable, outcome.lost_pairs));
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
  auto const outcome = run_steady(setting.engine, setting.job(progress), traffic, setting.steady());
  result.timings.push_back({"simulate", watch.seconds()});
  result.tables.push_back(steady_table(outcome));
  result.tables.push_back(channel_table(outcome.loads));
  if (outcome.unreachable > 0)
    result.tables.push_back(unreachable_table(outcome.unreachable, outcome.lost_pairs));
  if (setting.params.delays) add_delays(outcome.delays, result);
}

void run_to_saturation(PacketRun const& setting, Traffic const& traffic, Progress& progress, Result& result) {
  Stopwatch const watch;
  auto const found = find_saturation(setting.engine, setting.job(progress), traffic, setting.steady());
  result.timings.push_back({"simulate", watch.seconds()});
  Table saturation{"saturation",
                   "Saturation: the largest arrival rate with bounded latency",
                   {{"sustained", "messages/round", "per terminal: the largest rate that was", 5},
                    {"refused", "messages/round", "the lowest rate that was not", 5}},
                   {}};
  saturation.add_row({found.sustained, found.refused});
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

}  // namespace

void add_delays(DelayStatistics const& delays, Result& result) {
  result.tables.push_back(delays.table("delays"));
  result.tables.push_back(delays.distribution("delay_distribution"));
}

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

}  // namespace weft::verb
