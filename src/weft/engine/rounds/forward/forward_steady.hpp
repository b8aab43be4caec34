// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "weft/engine/rounds/forward/store_and_forward.hpp"
#include "weft/engine/rounds/steady/steady_series.hpp"

namespace weft::rounds {

/// Result of run_steady(). Packets wait in the output queues, which are unbounded, from the round of their
/// arrival.
struct SteadyResult : SteadyOutcome {
  DelayStatistics delays;                   ///< after the warm-up, if messages were recorded
  std::uint64_t hops = 0, deflections = 0;  ///< after the warm-up, as in ForwardResult
  std::vector<LostPair> lost_pairs;
  std::uint64_t longest_queue = 0;
  std::vector<ClassLoad> loads;  ///< over all rounds
};

/// Simulates the steady state until the mean latency has the requested precision, at most for params.rounds
/// rounds. The destinations that the traffic lists are repeated, so random patterns should list many.
SteadyResult run_steady(StoreAndForward const& engine, ForwardJob const& job, Traffic const& traffic,
                        SteadyParams const& params);

/// Searches for the maximum sustained rate.
Saturation find_saturation(StoreAndForward const& engine, ForwardJob const& job, Traffic const& traffic,
                           SteadyParams const& params);

/// Returns the estimated memory and time of run_steady() if it simulates all params.rounds rounds. `hops`:
/// mean hops of the traffic.
Estimate estimate_steady(NetworkSize const& size, StoreAndForward::Params const& engine,
                         SteadyParams const& params, double hops);
/// Returns the estimated memory and time of find_saturation(). `hops`: mean hops of the traffic.
Estimate estimate_saturation(NetworkSize const& size, StoreAndForward::Params const& engine,
                             SteadyParams const& params, double hops);

}  // namespace weft::rounds
