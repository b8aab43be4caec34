#include "weft/engine/rounds/clex/faults/fault_tables.hpp"

namespace weft::rounds {

Table fault_table(FaultOutcome const& outcome) {
  Table table{"faults",
              "A(l) under faults",
              {{"sent", "messages"},
               {"delivered", "messages", "each exactly once"},
               {"delivered_share", "%", "", 4},
               {"unreachable", "messages", "no way from their source to their destination is left"},
               {"duplicates", "messages", "arrivals dropped by receivers that had the message"},
               {"detours", "messages", "delivered by a shortest way from where they got stuck"},
               {"restarts", "messages", "of these, sent again by their source"},
               {"detour_hops", "hops"},
               {"makespan", "rounds", "until the last message arrives", 2},
               {"completion_mean", "rounds", "a message is under way", 3},
               {"completion_median", "rounds"},
               {"completion_p99", "rounds", "99 % of the messages take at most this"},
               {"completion_max", "rounds"}},
              {}};
  Histogram const& completion = outcome.completion;
  table.add_row({outcome.sent, outcome.delivered, 100 * outcome.delivered_fraction(), outcome.unreachable,
                 outcome.duplicates, outcome.detours, outcome.restarts, outcome.detour_hops,
                 in_rounds(outcome.makespan), completion.mean(), completion.percentile(0.5),
                 completion.percentile(0.99), completion.max()});
  return table;
}

Table slowdown_table(FaultOutcome const& outcome, ClexMeasures const& perfect) {
  Table table{"slowdown",
              "A(l) under faults beside the perfect machine",
              {{"level"},
               {"max_rounds", "rounds", "of any instance"},
               {"max_rounds_perfect", "rounds"},
               {"avg_rounds", "rounds", "per message", 4},
               {"avg_rounds_perfect", "rounds", "", 4},
               {"slowdown", "", "ratio of the average rounds", 4},
               {"avg_hops", "hops", "per message, lost ones included", 4},
               {"avg_hops_perfect", "hops", "", 4},
               {"extra_hops", "%", "", 2}},
              {}};
  auto const ratio = [](double a, double b) { return b > 0 ? a / b : 1.0; };
  for (std::size_t level = outcome.measures.levels.size(); level >= 1; --level) {
    double const rounds = outcome.measures.avg_rounds(level), hops = outcome.measures.avg_hops(level);
    table.add_row({level, outcome.measures.levels[level - 1].max_rounds, perfect.levels[level - 1].max_rounds,
                   rounds, perfect.avg_rounds(level), ratio(rounds, perfect.avg_rounds(level)), hops,
                   perfect.avg_hops(level), 100 * (ratio(hops, perfect.avg_hops(level)) - 1)});
  }
  return table;
}

Table unreachable_table(FaultOutcome const& outcome) {
  Table table{"unreachable",
              std::to_string(outcome.unreachable) + " messages between parts that no way connects",
              {{"source", "", "terminal"}, {"destination", "", "terminal"}},
              {}};
  for (auto const& [source, destination] : outcome.unreachable_pairs) table.add_row({source, destination});
  return table;
}

}  // namespace weft::rounds
