#include <cmath>
#include <memory>

#include "weft/core/error.hpp"
#include "weft/engine/rounds/clex/clex_simulation.hpp"
#include "weft/engine/rounds/clex/clex_tables.hpp"
#include "weft/engine/rounds/clex/faults/clex_faults.hpp"
#include "weft/engine/rounds/fault_tables.hpp"
#include "weft/network/failures.hpp"
#include "weft/network/layout.hpp"
#include "weft/topology/family/clex.hpp"
#include "weft/verb/simulate/rounds/run_rounds.hpp"
#include "weft/verb/simulate/summary.hpp"

namespace weft::verb {
namespace {

using namespace rounds;

HopLength hop_lengths(topology::Clex const& clex, LayoutParams const& params) {
  auto const layout = std::make_shared<Layout const>(make_layout(clex, params));
  auto const millimeters = static_cast<std::uint32_t>(std::llround(layout->pitch() * 1000));
  return [layout, millimeters](RouterId from, RouterId to) {
    return layout->cells_between(from, to) * millimeters;
  };
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
  auto const length = params.delays ? hop_lengths(clex, layout) : HopLength{};
  auto const outcome = simulate_clex_faults(network, traffic, options, faults, seed, length, progress);
  double const seconds = watch.seconds();
  auto const perfect = simulate_clex(clex, traffic, options, seed, progress).measures;
  result.timings.push_back({"simulate", seconds});
  ClexMachine const machine{clex};
  result.tables.push_back(fault_table(outcome));
  result.tables.push_back(slowdown_table(outcome, perfect));
  if (outcome.unreachable > 0)
    result.tables.push_back(unreachable_table(outcome.unreachable, outcome.lost_pairs));
  auto row = summary(machine, outcome.measures);
  row.messages = outcome.sent;
  row.delivered = outcome.delivered;
  row.rounds_per_message = outcome.completion.mean();
  row.makespan = static_cast<std::uint64_t>(std::ceil(in_rounds(outcome.makespan)));
  result.tables.push_back(row.table(seconds));
  if (params.delays) add_delays(outcome.delays({params.alpha, params.beta}), result);
}

bool is_perfect(RoundsParams const& params) {
  return params.loss == 0 && !params.asynchronous && params.jitter == 0 && !failures_of(params, 1).any();
}

}  // namespace

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

void run_phases(topology::Clex const& clex, Traffic const& traffic, ClexOptions const& options,
                RoundsParams const& params, LayoutParams const& layout, std::uint64_t seed,
                Progress& progress, Result& result) {
  if (!is_perfect(params))
    return run_with_faults(clex, traffic, options, params, layout, seed, progress, result);
  Stopwatch const watch;
  DelayModel const model{params.alpha, params.beta};
  auto const outcome = params.delays ? simulate_clex_delays(clex, traffic, options, seed, model,
                                                            hop_lengths(clex, layout), progress)
                                     : simulate_clex(clex, traffic, options, seed, progress);
  double const seconds = watch.seconds();
  result.timings.push_back({"simulate", seconds});
  ClexMachine const machine{clex};
  result.tables.push_back(level_table(machine, outcome.measures));
  result.tables.push_back(phase_table(outcome.measures));
  result.tables.push_back(summary(machine, outcome.measures).table(seconds));
  if (outcome.delays) add_delays(*outcome.delays, result);
}

}  // namespace weft::verb
