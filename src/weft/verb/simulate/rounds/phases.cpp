// SPDX-License-Identifier: Apache-2.0
#include "weft/verb/simulate/rounds/phases.hpp"

#include <cmath>
#include <string>

#include "weft/core/error.hpp"
#include "weft/core/stopwatch.hpp"
#include "weft/engine/rounds/clex/clex_simulation.hpp"
#include "weft/engine/rounds/clex/faults/clex_faults.hpp"
#include "weft/engine/rounds/clex/perpetual/perpetual_clex.hpp"
#include "weft/engine/rounds/result_tables.hpp"
#include "weft/engine/rounds/round_bounds.hpp"
#include "weft/network/cables.hpp"
#include "weft/network/failures.hpp"
#include "weft/verb/simulate/rounds/tables.hpp"

namespace weft::verb {

using namespace rounds;

namespace {

bool is_perfect(RoundsParams const& params) {
  return params.loss == 0 && !params.asynchronous && params.jitter == 0 && !failures_of(params, 1).any();
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
  result.answer = row.verdict();
  result.tables.push_back(row.table());
  if (outcome.unreachable == 0) result.tables.push_back(round_bounds(clex, traffic).table(row.makespan));
  add_messages_left(outcome.completion, result);
  if (params.delays) add_delays(outcome.delays(params.beta), result);
}

/// Adds level_table() with the mean rounds of an instance on each level, and the table of instances.
void add_instances(ClexMachine const& machine, PerpetualResult const& outcome, Result& result) {
  auto levels = level_table(machine, outcome.measures);
  auto const instances = static_cast<double>(std::max<std::uint64_t>(outcome.instances, 1));
  levels.columns.push_back({"duration", "rounds", "mean duration of an instance of A(l) on the level", 4});
  for (std::size_t row = 0; row < levels.rows.size(); ++row)
    levels.rows[row].push_back(static_cast<double>(outcome.rounds_of_level[machine.levels - 1 - row]) /
                               instances);
  Table table{"instances",
              "A(l) in perpetual operation",
              {{"instances", "", "instances that had messages"},
               {"joined", "messages/node", "mean number of messages that join an instance, per node", 4},
               {"left", "messages/node",
                "mean number of these messages that an instance leaves to the "
                "next one",
                5},
               {"duration", "rounds", "mean duration of an instance", 3}},
              {}};
  double rounds = 0;
  for (auto const of_level : outcome.rounds_of_level) rounds += static_cast<double>(of_level);
  auto const node_instances = instances * static_cast<double>(machine.nodes());
  table.add_row({outcome.instances, static_cast<double>(outcome.joined) / node_instances,
                 static_cast<double>(outcome.left) / node_instances, rounds / instances});
  result.tables.push_back(std::move(table));
  result.tables.push_back(std::move(levels));
}

void run_steadily(topology::Clex const& clex, Traffic const& traffic, ClexOptions const& options,
                  RoundsParams const& params, std::uint64_t seed, Progress& progress, Result& result) {
  Stopwatch const watch;
  ClexMachine const machine{clex};
  auto const outcome = run_perpetual(machine, traffic, options, seed, steady_params(params), progress);
  result.timings.push_back({"simulate", watch.seconds()});
  result.answer = steady_verdict(outcome);
  result.tables.push_back(steady_table(outcome));
  add_instances(machine, outcome, result);
  result.tables.push_back(phase_table(outcome.measures));
  result.tables.push_back(traffic_table(machine, options, outcome.measures));
}

void run_to_saturation(topology::Clex const& clex, Traffic const& traffic, ClexOptions const& options,
                       RoundsParams const& params, std::uint64_t seed, Progress& progress, Result& result) {
  Stopwatch const watch;
  auto const found =
      find_saturation(ClexMachine{clex}, traffic, options, seed, steady_params(params), progress);
  result.timings.push_back({"simulate", watch.seconds()});
  add_saturation_tables(found, params.arrivals, result);
}

/// Returns the estimate; the saturation search is counted as 12 trials.
Estimate estimate_steady_phases(ClexMachine const& machine, ClexOptions const& options,
                                RoundsParams const& params) {
  auto steady = steady_params(params);
  if (params.saturation) steady.rate = 1;
  auto estimate = estimate_perpetual(machine, options, steady);
  if (params.saturation) estimate.seconds *= 12;
  return estimate;
}

void check_steady(RoundsParams const& params) {
  if (params.delays)
    throw InputError("delays=true conflicts with execution=phases and a rate",
                     "A(l) in perpetual operation records only the rounds of messages",
                     "use execution=packets", "engine");
  if (!is_perfect(params))
    throw InputError((params.saturation ? "saturation=true" : "rate=" + format_number(params.rate)) +
                         " conflicts with faults",
                     "A(l) in perpetual operation runs without faults", "use execution=packets", "engine");
}

/// Throws InputError for options that require the relays and phases of A(1) on cliques.
void check_local(topology::Clex const& clex, RoundsParams const& params) {
  auto const rejection = [&](std::string const& what, char const* why) {
    return conflict(what, "clique=" + clex.params().clique, why, "use execution=packets");
  };
  if (auto const bandwidth = clex.local()->bandwidth(); bandwidth != 1)
    throw rejection("bandwidth " + format_number(bandwidth) + " of channels",
                    "phases of A(l) send one message per channel and round")
        .at("topology");
  if (is_steady(params))
    throw rejection("execution=phases and a rate", "perpetual operation of A(l) runs on cliques")
        .at("engine");
  if (!is_perfect(params))
    throw rejection("failures, loss, jitter or asynchrony",
                    "A(l) tolerates failures only by relaying in cliques")
        .at("engine");
}

}  // namespace

Estimate estimate_phases(topology::Clex const& clex, NetworkSize const& size, ClexOptions const& options,
                         RoundsParams const& params, double messages) {
  ClexMachine const machine{clex};
  if (is_steady(params)) return estimate_steady_phases(machine, options, params);
  auto const perfect = estimate_clex(clex, messages, options, params.delays)
                           .then(estimate_bounds(static_cast<double>(size.routers), messages));
  if (is_perfect(params)) return perfect;
  auto const channels = failures_of(params, 1).any() ? static_cast<double>(size.channels) : 0;
  return estimate_clex_faults(machine, messages, channels, options).and_then(perfect);
}

void check_phases(topology::Clex const& clex, ClexOptions const& options, RoundsParams const& params) {
  for (auto const& level : clex.params().bandwidth)
    if (level != 1)
      throw InputError(
          "bandwidth=" + format_numbers(clex.params().bandwidth) + " conflicts with execution=phases",
          "phases of A(l) send one message per channel and round", "use execution=packets", "topology");
  if (params.queue != QueueOrder::fifo)
    throw InputError("queue=farthest_first conflicts with execution=phases", "phases of A(l) have no queues",
                     "use execution=packets", "engine");
  if (clex.local()) check_local(clex, params);
  check_options(clex, options);
  if (is_steady(params)) return check_steady(params);
  if (options.batch > 0 || options.last_phase > 0)
    throw InputError((options.batch > 0 ? "batch=" + std::to_string(options.batch)
                                        : "last_phase=" + std::to_string(options.last_phase)) +
                         " needs a rate",
                     "the option is for messages that arrive over time", "set execution=phases and a rate",
                     "routing");
}

void run_phases(topology::Clex const& clex, Traffic const& traffic, ClexOptions const& options,
                RoundsParams const& params, LayoutParams const& layout, std::uint64_t seed,
                Progress& progress, Result& result) {
  if (is_steady(params))
    return params.saturation ? run_to_saturation(clex, traffic, options, params, seed, progress, result)
                             : run_steadily(clex, traffic, options, params, seed, progress, result);
  if (!is_perfect(params))
    return run_with_faults(clex, traffic, options, params, layout, seed, progress, result);
  Stopwatch const watch;
  auto const outcome = params.delays ? simulate_clex_delays(clex, traffic, options, seed,
                                                            cables_of(clex, layout, params), progress)
                                     : simulate_clex(clex, traffic, options, seed, progress);
  result.timings.push_back({"simulate", watch.seconds()});
  ClexMachine const machine{clex};
  result.tables.push_back(level_table(machine, outcome.measures));
  result.tables.push_back(clex.local() ? local_round_table(outcome.measures) : phase_table(outcome.measures));
  result.tables.push_back(traffic_table(machine, options, outcome.measures));
  result.answer = summary(machine, outcome.measures).verdict();
  result.tables.push_back(summary(machine, outcome.measures).table());
  result.tables.push_back(round_bounds(clex, traffic).table(outcome.measures.makespan()));
  if (outcome.delays) add_delays(*outcome.delays, result);
}

}  // namespace weft::verb
