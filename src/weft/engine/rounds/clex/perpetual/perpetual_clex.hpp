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

/// The steady state of A(l).
struct PerpetualResult : SteadyOutcome {
  ClexMeasures measures;        ///< of all instances, per delivered message
  std::uint64_t instances = 0;  ///< instances of A(l) with messages
  std::uint64_t joined = 0;     ///< messages that started an instance, over all instances
  std::uint64_t left = 0;       ///< messages among them that the instance left to the next one
  std::vector<std::uint64_t>
      rounds_of_level;  ///< rounds in which a step of the level ran, over all instances
};

/// A(l) in perpetual operation: "instead of the one-shot version of the problem, a perpetually running
/// solution is required that handles the network traffic generated over time" (Lenzen & Wattenhofer, arXiv
/// 1607.00298, section II-D).
///
/// Instances of A(l) run one after the other. A message waits at its node from the round of its arrival and
/// joins the next instance, with at most options.batch messages of its node; an instance starts when the last
/// one has ended, each of its steps when the slowest part of the previous step has ended. With
/// options.last_phase, a call of A(1) ends after that phase; remaining messages wait at their current node
/// for the next instance. Collective. The result depends on the seed, not on the number of threads and ranks.
PerpetualResult run_perpetual(ClexMachine const& machine, Traffic const& traffic, ClexOptions const& options,
                              std::uint64_t seed, SteadyParams const& params,
                              Progress& progress = no_progress());

/// Searches the largest rate that A(l) sustains.
Saturation find_saturation(ClexMachine const& machine, Traffic const& traffic, ClexOptions const& options,
                           std::uint64_t seed, SteadyParams const& params,
                           Progress& progress = no_progress());

/// Returns the seed of instance 0, 1, .. of a run.
std::uint64_t seed_of_instance(std::uint64_t seed, std::uint64_t instance);

/// Returns the estimate of a steady run of all its rounds.
Estimate estimate_perpetual(ClexMachine const& machine, ClexOptions const& options,
                            SteadyParams const& params);

}  // namespace weft::rounds
