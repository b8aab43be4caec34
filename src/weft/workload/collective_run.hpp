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

/// An operation done by an algorithm with one number of packets. For messages of any size it takes latency +
/// beta * slots * bytes / blocks_per_message seconds. The latency is alpha * steps; with cut-through it is
/// alpha per round of messages and `hop` for each hop, which is a step, up to the hops of the longest message
/// of each round.
struct CollectiveRun {
  std::uint32_t packets = 1, blocks_per_message = 1;
  std::uint64_t steps = 0, slots = 0, transfers = 0;
  double utilization = 0;  ///< mean of all channels over all slots
  std::optional<schedule::Utilization> by_class = {};
  std::vector<std::uint64_t> fullest = {};  ///< by class: blocks that its most loaded channel carries

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

/// All runs of one algorithm, by packets in ascending order; at least one.
struct CollectiveOutcome {
  Spec spec = {};
  std::string algorithm;  ///< its spec, without the parameters that are the default
  std::string engine = "schedule";
  collective::LowerBounds bounds = {};
  std::vector<CollectiveRun> runs = {};
  /// Where blocks are copied and added: ranks, or also routers without ranks; empty: nowhere.
  std::string adds_in = {};

  bool needs_routers() const { return adds_in == "routers"; }

  /// The fastest run for messages of that size, among those whose blocks are at least a byte, if there are
  /// any; the one with the fewest packets if they tie.
  CollectiveRun const& best(double bytes, collective::Cost const& cost) const;
};

/// The minimum size of messages for which an algorithm is the fastest.
struct Crossover {
  std::uint64_t bytes = 0;
  std::size_t outcome = 0;
};

/// The fastest algorithms for sizes from `low` to `high`: the lower envelope of the times of all runs, exact
/// to the byte. The first one if they tie.
std::vector<Crossover> crossovers(std::vector<CollectiveOutcome> const& outcomes, std::uint64_t low,
                                  std::uint64_t high, collective::Cost const& cost);

}  // namespace weft
