// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "weft/core/estimate.hpp"
#include "weft/core/progress.hpp"
#include "weft/engine/rounds/clex/clex_draws.hpp"
#include "weft/engine/rounds/clex/clex_options.hpp"
#include "weft/engine/rounds/steady/steady_series.hpp"
#include "weft/traffic/traffic.hpp"

namespace weft::rounds {

/// Result of run_perpetual(): the steady state of A(l).
struct PerpetualResult : SteadyOutcome {
  ClexMeasures measures;        ///< of all instances; averages are per delivered message
  std::uint64_t instances = 0;  ///< number of instances of A(l) that had messages
  std::uint64_t joined = 0;     ///< number of messages that joined an instance, over all instances
  std::uint64_t left = 0;       ///< number of these messages that remained for the next instance
  /// By level: rounds in which a step of the level ran, over all instances
  std::vector<std::uint64_t> rounds_of_level;
};

/// Simulates A(l) in perpetual operation: "instead of the one-shot version of the problem, a perpetually
/// running solution is required that handles the network traffic generated over time" (Lenzen & Wattenhofer,
/// arXiv 1607.00298, section II-D).
///
/// Instances of A(l) run one after the other. A message waits at its node from the round of its arrival and
/// joins the next instance; at most options.batch messages of a node join an instance. An instance starts
/// when the previous one has ended, and each of its steps when the slowest part of the previous step has
/// ended. If options.last_phase is set, calls of A(1) end after this phase, and remaining messages wait at
/// their current node for the next instance. Collective. The result depends on the seed, not on the number of
/// threads and ranks.
PerpetualResult run_perpetual(ClexMachine const& machine, Traffic const& traffic, ClexOptions const& options,
                              std::uint64_t seed, SteadyParams const& params,
                              Progress& progress = no_progress());

/// Searches for the maximum rate that A(l) sustains.
Saturation find_saturation(ClexMachine const& machine, Traffic const& traffic, ClexOptions const& options,
                           std::uint64_t seed, SteadyParams const& params,
                           Progress& progress = no_progress());

/// Returns the seed of instance `instance` = 0, 1, .. of a run.
std::uint64_t seed_of_instance(std::uint64_t seed, std::uint64_t instance);

/// Returns the estimated memory and time of run_perpetual() if it simulates all params.rounds rounds.
Estimate estimate_perpetual(ClexMachine const& machine, ClexOptions const& options,
                            SteadyParams const& params);

}  // namespace weft::rounds
