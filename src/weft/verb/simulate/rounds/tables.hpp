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

/// The row common to all executions, so that runs can be compared: table `summary`.
struct Summary {
  std::uint64_t terminals = 0, messages = 0, delivered = 0, hops = 0;
  double rounds_per_message = 0;
  std::uint64_t makespan = 0;

  Table table() const;
  /// The makespan, the messages that were not delivered, and the mean time and distance of a message.
  std::string verdict() const;
};

/// Adds the table `unreachable` if there are such messages.
template <class Outcome>
void add_unreachable(Outcome const& outcome, Result& result) {
  if (outcome.unreachable > 0)
    result.tables.push_back(rounds::unreachable_table(outcome.unreachable, outcome.lost_pairs));
}
/// Adds the tables `delays` and `delay_distribution`.
void add_delays(rounds::DelayStatistics const& delays, Result& result);

/// Returns whether messages arrive without end.
bool is_steady(rounds::RoundsParams const& params);
rounds::SteadyParams steady_params(rounds::RoundsParams const& params);

/// Offered and accepted rate and latency of a steady state, in one row.
Table steady_table(rounds::SteadyOutcome const& outcome);
/// The latency in a steady state, or the accepted rate beyond saturation.
std::string steady_verdict(rounds::SteadyOutcome const& outcome);
/// Adds the tables `saturation` and `trials`, and a note if no rate was refused.
void add_saturation_tables(rounds::Saturation const& found, rounds::ArrivalProcess arrivals, Result& result);

/// The messages that are still in flight after each round in which some arrive: the array `messages_left`.
/// `arrivals`: the round of arrival of each message that arrives.
void add_messages_left(Histogram const& arrivals, Result& result);

/// The messages left per round, from that array; empty if all messages arrive in one round.
std::vector<chart::Figure> messages_left_figures(Result const& result);

}  // namespace weft::verb
