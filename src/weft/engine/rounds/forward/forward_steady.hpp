// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "weft/engine/rounds/forward/store_and_forward.hpp"
#include "weft/engine/rounds/steady/steady_series.hpp"

namespace weft::rounds {

/// The steady state of packets. Packets wait in the output queues, which are unbounded, from the round of
/// their arrival.
struct SteadyResult : SteadyOutcome {
  DelayStatistics delays;                   ///< after the warm-up, if messages were recorded
  std::uint64_t hops = 0, deflections = 0;  ///< after the warm-up, as in ForwardResult
  std::vector<LostPair> lost_pairs;
  std::uint64_t longest_queue = 0;
  std::vector<ClassLoad> loads;  ///< of all rounds
};

/// Runs until the mean latency is precise enough, or for params.rounds rounds. The destinations of the
/// traffic repeat; random patterns should list many.
SteadyResult run_steady(StoreAndForward const& engine, ForwardJob const& job, Traffic const& traffic,
                        SteadyParams const& params);

/// Searches the largest sustained rate.
Saturation find_saturation(StoreAndForward const& engine, ForwardJob const& job, Traffic const& traffic,
                           SteadyParams const& params);

/// Returns the estimate of a steady run of all its rounds, for traffic of `hops` mean hops.
Estimate estimate_steady(NetworkSize const& size, StoreAndForward::Params const& engine,
                         SteadyParams const& params, double hops);
/// Returns the estimate of the search for the saturation.
Estimate estimate_saturation(NetworkSize const& size, StoreAndForward::Params const& engine,
                             SteadyParams const& params, double hops);

}  // namespace weft::rounds
