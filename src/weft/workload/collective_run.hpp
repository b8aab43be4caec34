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

/// An operation executed by an algorithm with one number of packets. Messages of any size take latency + beta
/// * slots * bytes / blocks_per_message seconds. The latency is alpha * steps; with cut-through it is alpha
/// per round of messages and `hop` for each hop (a step), up to the hops of the longest message of each
/// round.
struct CollectiveRun {
  std::uint32_t packets = 1, blocks_per_message = 1;
  std::uint64_t steps = 0, slots = 0, transfers = 0;
  double utilization = 0;  ///< mean of all channels over all slots
  std::optional<schedule::Utilization> by_class = {};
  std::vector<std::uint64_t> fullest = {};  ///< by class: blocks that its most loaded channel transfers

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

/// All runs of one algorithm, at least one, sorted by the number of packets.
struct CollectiveOutcome {
  Spec spec = {};
  std::string algorithm;  ///< its spec, without parameters at their defaults
  std::string engine = "schedule";
  collective::LowerBounds bounds = {};
  std::vector<CollectiveRun> runs = {};
  /// Where blocks are copied and added: `host`, or also in routers without ranks, `switch`; or empty.
  std::string adds_in = {};

  bool needs_routers() const { return adds_in == "switch"; }

  /// Returns the fastest run for messages of `bytes` bytes among the runs with blocks of at least a byte, if
  /// there are any. Ties are resolved by the fewest packets.
  CollectiveRun const& best(double bytes, collective::Cost const& cost) const;
};

/// The minimum message size for which an algorithm is the fastest.
struct Crossover {
  std::uint64_t bytes = 0;
  std::size_t outcome = 0;
};

/// Returns the fastest algorithms for sizes from `low` to `high`: the lower envelope of the times of all
/// runs, exact to the byte. Ties are resolved by the first outcome.
std::vector<Crossover> crossovers(std::vector<CollectiveOutcome> const& outcomes, std::uint64_t low,
                                  std::uint64_t high, collective::Cost const& cost);

}  // namespace weft
