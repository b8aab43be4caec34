// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "weft/engine/rounds/forward/store_and_forward.hpp"
#include "weft/engine/rounds/steady/steady_series.hpp"

namespace weft::rounds {

/// The steady state of packets. They wait in the output queues, which are unbounded, from the round in which
/// they arrive.
struct SteadyResult : SteadyOutcome {
  DelayStatistics delays;                   ///< after the warm-up, if messages were tracked
  std::uint64_t hops = 0, deflections = 0;  ///< after the warm-up, as in ForwardResult
  std::vector<LostPair> lost_pairs;
  std::uint64_t longest_queue = 0;
  std::vector<ClassLoad> loads;  ///< of all rounds
};

/// Runs until the mean latency is known precisely enough, or for params.rounds rounds. The traffic's
/// destinations repeat; random patterns should list many.
SteadyResult run_steady(StoreAndForward const& engine, ForwardJob const& job, Traffic const& traffic,
                        SteadyParams const& params);

/// The search for the largest rate that is sustained.
Saturation find_saturation(StoreAndForward const& engine, ForwardJob const& job, Traffic const& traffic,
                           SteadyParams const& params);

/// A steady run of all its rounds, for traffic of that many hops on average.
Estimate estimate_steady(NetworkSize const& size, StoreAndForward::Params const& engine,
                         SteadyParams const& params, double hops);
/// The search for the saturation.
Estimate estimate_saturation(NetworkSize const& size, StoreAndForward::Params const& engine,
                             SteadyParams const& params, double hops);

}  // namespace weft::rounds
