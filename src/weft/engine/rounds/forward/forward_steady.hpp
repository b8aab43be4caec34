#pragma once

#include <cstdint>
#include <vector>

#include "weft/engine/rounds/forward/forward_settings.hpp"
#include "weft/engine/rounds/forward/store_and_forward.hpp"

namespace weft::rounds {

/// A network under endless traffic.
struct SteadyParams {
  double rate = 0.1;  ///< mean number of messages that arrive at a terminal per round
  ArrivalProcess arrivals = ArrivalProcess::bernoulli;
  std::uint64_t rounds = 4000;  ///< maximum to simulate
  /// Stop when the confidence interval of the mean latency is this narrow, relative to the mean; 0: never.
  double precision = 0.01;
};

/// The steady state of a network at one rate of arrivals. Messages wait in the output queues, which are
/// unbounded, from the round in which they arrive.
struct SteadyResult {
  double offered = 0;             ///< messages that arrived per terminal and round after the warm-up
  double accepted = 0;            ///< messages delivered per terminal and round after the warm-up
  double latency = 0;             ///< mean rounds from arrival to delivery
  double latency_half_width = 0;  ///< of its 95 % confidence interval, by batch means
  Histogram latencies;            ///< after the warm-up, in rounds
  DelayStatistics delays;         ///< after the warm-up, if messages were tracked
  std::uint64_t rounds = 0, warm_up = 0;
  bool settled = false;    ///< the warm-up ended in the first half (MSER-5)
  bool sustained = false;  ///< the queues did not grow: see sustains()
  std::uint64_t messages = 0, delivered = 0, in_flight = 0, unreachable = 0;
  std::uint64_t hops = 0, deflections = 0;  ///< after the warm-up, as in ForwardResult
  std::vector<LostPair> lost_pairs;
  std::uint64_t longest_queue = 0;
  std::vector<ClassLoad> loads;  ///< of all rounds
};

/// Whether a rate is sustained: over the second half of a run the number of messages in flight grows by no
/// more than 1 % of those that arrive, three standard deviations of a Poisson number allowed.
bool sustains(std::uint64_t in_flight_before, std::uint64_t in_flight_after, std::uint64_t arrived);

/// Runs until the mean latency is known precisely enough, or for params.rounds rounds. The traffic's
/// destinations repeat; random patterns should list many.
SteadyResult run_steady(StoreAndForward const& engine, ForwardJob const& job, Traffic const& traffic,
                        SteadyParams const& params);

/// The largest rate at which latency stays bounded, between two rates that were tried.
struct Saturation {
  double sustained = 0;  ///< the largest rate that was sustained
  double refused = 0;    ///< the smallest rate that was not; 0 if every rate was sustained that can arrive
  struct Trial {
    double rate, accepted, latency;
    bool sustained;
  };
  std::vector<Trial> trials;  ///< in the order in which they were made
};

/// Doubles the rate from 1 on until it is refused, then bisects until the interval is narrower than
/// `precision` times its upper end. The search ends at 1, the most that arrives by Bernoulli's law, and where
/// no message needs a channel. Each trial runs params.rounds rounds from an empty network; params.rate is not
/// used.
Saturation find_saturation(StoreAndForward const& engine, ForwardJob const& job, Traffic const& traffic,
                           SteadyParams const& params, double precision = 0.02);

/// A steady run of all its rounds, for traffic of that many hops on average.
Estimate estimate_steady(NetworkSize const& size, StoreAndForward::Params const& engine,
                         SteadyParams const& params, double hops);
/// The search for the saturation.
Estimate estimate_saturation(NetworkSize const& size, StoreAndForward::Params const& engine,
                             SteadyParams const& params, double hops);

}  // namespace weft::rounds
