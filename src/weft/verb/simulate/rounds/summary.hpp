#pragma once

#include <cstdint>

#include "weft/core/table.hpp"
#include "weft/engine/rounds/delay_statistics.hpp"
#include "weft/engine/rounds/result_tables.hpp"
#include "weft/experiment/experiment.hpp"

namespace weft::verb {

/// The row common to all executions, so that runs can be compared: table `summary`.
struct Summary {
  std::uint64_t terminals = 0, messages = 0, delivered = 0, hops = 0;
  double rounds_per_message = 0;
  std::uint64_t makespan = 0;

  Table table() const;
};

/// Adds the table `unreachable` if there are such messages.
template <class Outcome>
void add_unreachable(Outcome const& outcome, Result& result) {
  if (outcome.unreachable > 0)
    result.tables.push_back(rounds::unreachable_table(outcome.unreachable, outcome.lost_pairs));
}
/// Adds the tables `delays` and `delay_distribution`.
void add_delays(rounds::DelayStatistics const& delays, Result& result);

}  // namespace weft::verb
