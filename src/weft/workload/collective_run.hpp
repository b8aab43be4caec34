// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "weft/collective/bounds.hpp"
#include "weft/core/spec.hpp"
#include "weft/engine/schedule/utilization.hpp"

namespace weft {

/// Execution of an operation by an algorithm with one number of packets. A message of any size needs latency
/// + beta * slots * bytes / blocks_per_message seconds. The latency is alpha * steps; with cut-through it is
/// alpha per round of messages and `hop` for each hop (a step), limited by the hops of the longest message of
/// each round.
struct CollectiveRun {
  std::uint32_t packets = 1, blocks_per_message = 1;
  std::uint64_t steps = 0, slots = 0, transfers = 0;
  double utilization = 0;  ///< mean of all channels in all slots
  std::optional<schedule::Utilization> by_class = {};
  std::vector<std::uint64_t> max_load = {};  ///< by class: blocks that the most loaded channel transfers

  std::uint64_t rounds = 0,
                hops_per_round = 0;  ///< of messages between ranks; 0: messages begin in every step

  double latency(collective::Cost const& cost) const {
    if (!cost.cuts_through() || rounds == 0) return cost.alpha * static_cast<double>(steps);
    auto const begins = std::min(rounds, steps), hops = std::min(steps, rounds * hops_per_round);
    return cost.alpha * static_cast<double>(begins) + cost.hop * static_cast<double>(hops);
  }
  double seconds(double bytes, collective::Cost const& cost) const {
    return latency(cost) + cost.beta * bytes * static_cast<double>(slots) / blocks_per_message;
  }
};

/// All runs of one algorithm, at least one, sorted by number of packets.
struct CollectiveOutcome {
  Spec spec = {};
  std::string algorithm;  ///< spec of the algorithm, without parameters that have their defaults
  std::string engine = "schedule";
  collective::LowerBounds bounds = {};
  std::vector<CollectiveRun> runs = {};
  /// The location at which blocks are copied and added: `host`, or `switch` if also in routers without ranks;
  /// empty: not applicable.
  std::string adds_in = {};

  bool reduces_in_routers() const { return adds_in == "switch"; }

  /// Returns the fastest run for messages of `bytes` bytes among the runs with blocks of at least one byte;
  /// the first run if there are none. Ties are resolved by the lowest number of packets.
  CollectiveRun const& best(double bytes, collective::Cost const& cost) const;
};

/// Minimum message size for which an algorithm is the fastest.
struct Crossover {
  std::uint64_t bytes = 0;
  std::size_t outcome = 0;
};

/// Returns the fastest algorithms for message sizes from `low` to `high`: the lower envelope of the times of
/// all runs, exact to the byte. Ties are resolved by the order of outcomes.
std::vector<Crossover> crossovers(std::vector<CollectiveOutcome> const& outcomes, std::uint64_t low,
                                  std::uint64_t high, collective::Cost const& cost);

}  // namespace weft
