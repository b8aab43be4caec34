#include "weft/verb/simulate/rounds/summary.hpp"

#include <algorithm>

namespace weft::verb {

Table Summary::table() const {
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

void add_delays(rounds::DelayStatistics const& delays, Result& result) {
  result.tables.push_back(delays.table("delays"));
  result.tables.push_back(delays.distribution("delay_distribution"));
}

}  // namespace weft::verb
