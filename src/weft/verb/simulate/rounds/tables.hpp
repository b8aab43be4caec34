// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "weft/chart/figure.hpp"
#include "weft/core/result.hpp"
#include "weft/core/statistics.hpp"
#include "weft/core/table.hpp"
#include "weft/engine/rounds/delay_statistics.hpp"
#include "weft/engine/rounds/result_tables.hpp"
#include "weft/engine/rounds/rounds_params.hpp"
#include "weft/engine/rounds/steady/steady_series.hpp"
#include "weft/experiment/experiment.hpp"

namespace weft::verb {

/// The table `summary`: one row of measurements that all executions report, so that they can be compared.
struct Summary {
  std::uint64_t terminals = 0, messages = 0, delivered = 0, hops = 0;
  double rounds_per_message = 0;
  std::uint64_t makespan = 0;

  Table table() const;
  /// Returns the verdict: the makespan, the number of undelivered messages, and the mean time and distance of
  /// a message.
  std::string verdict() const;
};

/// Adds the table `unreachable` if there are unreachable messages.
template <class Outcome>
void add_unreachable(Outcome const& outcome, Result& result) {
  if (outcome.unreachable > 0)
    result.tables.push_back(rounds::unreachable_table(outcome.unreachable, outcome.lost_pairs));
}
/// Adds the tables `delays` and `delay_distribution`.
void add_delays(rounds::DelayStatistics const& delays, Result& result);

/// Returns whether messages are generated indefinitely.
bool is_steady(rounds::RoundsParams const& params);
rounds::SteadyParams steady_params(rounds::RoundsParams const& params);

/// Returns one row with the offered rate, the accepted rate and the latency in steady state.
Table steady_table(rounds::SteadyOutcome const& outcome);
/// Returns the verdict: the latency in steady state, or the accepted rate beyond saturation.
std::string steady_verdict(rounds::SteadyOutcome const& outcome);
/// Adds the tables `saturation` and `trials`, and a note if the network sustained every rate.
void add_saturation_tables(rounds::Saturation const& found, rounds::ArrivalProcess arrivals, Result& result);

/// Adds the array `messages_left`: the number of messages in flight after each round in which messages
/// arrive. `arrivals`: arrival rounds of the delivered messages.
void add_messages_left(Histogram const& arrivals, Result& result);

/// Returns the number of messages left over time, from the array `messages_left`; empty if all messages
/// arrive in one round.
std::vector<chart::Figure> messages_left_figures(Result const& result);

}  // namespace weft::verb
