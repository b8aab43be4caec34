#include <cmath>
#include <memory>

#include "weft/engine/rounds/clex_simulation.hpp"
#include "weft/engine/rounds/clex_tables.hpp"
#include "weft/experiment/run_rounds.hpp"
#include "weft/experiment/summary.hpp"
#include "weft/network/layout.hpp"

namespace weft {
namespace {

using namespace rounds;

HopLength hop_lengths(Clex const& clex) {
  auto const layout = std::make_shared<Layout const>(make_layout(clex, LayoutParams{}));
  auto const millimetres = static_cast<std::uint32_t>(std::llround(layout->pitch() * 1000));
  return [layout, millimetres](RouterId from, RouterId to) { return layout->cells_between(from, to) * millimetres; };
}

Summary summary(ClexMachine const& machine, ClexMeasures const& measures) {
  std::uint64_t hops = 0, rounds = 0;
  for (auto const& level : measures.levels) {
    hops += level.hops;
    rounds += level.sum_rounds;
  }
  return {machine.nodes(), measures.messages, measures.messages, hops, measures.per_message(rounds),
          measures.makespan()};
}

}  // namespace

void run_phases(Clex const& clex, Traffic const& traffic, ClexOptions const& options, RoundsParams const& params,
                std::uint64_t seed, Progress& progress, Result& result) {
  Stopwatch const watch;
  DelayModel const model{params.alpha, params.beta};
  auto const outcome = params.delays
                           ? simulate_clex_delays(clex, traffic, options, seed, model, hop_lengths(clex), progress)
                           : simulate_clex(clex, traffic, options, seed, progress);
  double const seconds = watch.seconds();
  result.timings.push_back({"simulate", seconds});
  ClexMachine const machine{clex};
  result.tables.push_back(level_table(machine, outcome.measures));
  result.tables.push_back(phase_table(outcome.measures));
  result.tables.push_back(summary(machine, outcome.measures).table(seconds));
  if (outcome.delays) {
    result.tables.push_back(outcome.delays->table("delays"));
    result.tables.push_back(outcome.delays->distribution("delay_distribution"));
  }
}

}  // namespace weft
