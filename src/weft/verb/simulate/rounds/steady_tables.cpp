#include "weft/verb/simulate/rounds/steady_tables.hpp"

#include <cmath>
#include <limits>

namespace weft::verb {

using namespace rounds;

bool is_steady(RoundsParams const& params) { return params.rate > 0 || params.saturation; }

SteadyParams steady_params(RoundsParams const& params) {
  return {
      .rate = params.rate, .arrivals = params.arrivals, .rounds = static_cast<std::uint64_t>(params.rounds)};
}

Table steady_table(SteadyOutcome const& outcome) {
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

void add_saturation_tables(Saturation const& found, ArrivalProcess arrivals, Result& result) {
  Table saturation{"saturation",
                   "Saturation: the largest arrival rate with bounded latency",
                   {{"sustained", "messages/round", "per terminal: the largest rate that was", 5},
                    {"refused", "messages/round", "the lowest rate that was not", 5}},
                   {}};
  auto const refused = found.refused > 0 ? found.refused : std::numeric_limits<double>::quiet_NaN();
  saturation.add_row({found.sustained, refused});
  if (found.refused == 0)
    result.notes.push_back(arrivals == ArrivalProcess::bernoulli
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

}  // namespace weft::verb
