// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

#include "weft/core/estimate.hpp"
#include "weft/core/lost_pairs.hpp"
#include "weft/core/progress.hpp"
#include "weft/core/random.hpp"
#include "weft/core/statistics.hpp"
#include "weft/engine/rounds/clex/clex_options.hpp"
#include "weft/engine/rounds/clex/clex_simulation.hpp"
#include "weft/engine/rounds/clex/faults/surviving_clex.hpp"
#include "weft/engine/rounds/delay_statistics.hpp"
#include "weft/traffic/traffic.hpp"

namespace weft::rounds {

/// Loss and delay of transmissions in a run of A(l). SurvivingClex describes failed nodes and channels.
struct FaultOptions {
  double loss = 0;  ///< probability that a transmission (message, request, grant, acknowledgment) is lost
  bool asynchronous = false;  ///< no common rounds: each message has its own clock
  double jitter = 0;          ///< a transmission lasts 1 + U[0, jitter) rounds (only if asynchronous)
  /// Number of random routes around failures that a message tries before it takes a detour.
  std::uint32_t routes = 32;
  std::uint64_t named = 10000;  ///< maximum number of listed unreachable pairs; all are counted
};

/// Time in units of 2^-20 rounds, so that sums are exact in any order.
using Ticks = std::uint64_t;
constexpr Ticks ticks_per_round = Ticks{1} << 20;
constexpr double in_rounds(Ticks time) {
  return static_cast<double>(time) / static_cast<double>(ticks_per_round);
}

/// Random draws for the transmissions of an instance, in sequence: each transmission is lost with probability
/// `loss`, independently, or arrives after 1 + U[0, jitter) rounds. A sender waits for a reply for at most
/// the maximum delay.
class Medium {
 public:
  Medium(FaultOptions const& options, std::uint64_t seed, std::uint64_t index, std::uint32_t block)
      : threshold_(static_cast<std::uint64_t>(std::ldexp(options.loss, 64))),
        jitter_(static_cast<Ticks>(options.jitter * static_cast<double>(ticks_per_round))),
        loss_(seed, Purpose::loss, index, block),
        delay_(seed, Purpose::delay, index, block) {}

  bool lost() { return threshold_ != 0 && loss_() < threshold_; }
  Ticks delay() { return jitter_ == 0 ? ticks_per_round : ticks_per_round + delay_.below(jitter_); }
  bool lossy() const { return threshold_ != 0; }
  Ticks longest_delay() const { return ticks_per_round + jitter_; }

 private:
  std::uint64_t threshold_;
  Ticks jitter_;
  Rng loss_, delay_;
};

/// Passage of a message over a channel that repeats it until it is acknowledged (stop and wait).
struct Passage {
  Ticks arrived;  ///< first arrival
  Ticks free;     ///< time from which the channel accepts the next message
  std::uint32_t attempts;
  std::uint32_t duplicates;  ///< arrivals after the first
};

/// Returns the passage of a message that departs at `departure`. Acknowledgments cost no time. A message that
/// is not acknowledged is repeated after the maximum delay.
inline Passage stop_and_wait(Medium& medium, Ticks departure) {
  Passage passage{0, 0, 0, 0};
  bool received = false;
  for (bool acknowledged = false; !acknowledged; departure = passage.free) {
    ++passage.attempts;
    passage.free = departure + medium.longest_delay();
    if (medium.lost()) continue;
    Ticks const delay = medium.delay();
    passage.duplicates += received;
    if (!received) passage.arrived = departure + delay;
    received = true;
    acknowledged = !medium.lost();
    if (acknowledged) passage.free = departure + (medium.lossy() ? delay : ticks_per_round);
  }
  return passage;
}

/// Counters of a run of A(l) under faults; merging is exact in any order.
struct FaultTally {
  ClexMeasures measures;         ///< sum_rounds is set at the end, from `time`
  std::vector<Ticks> time;       ///< by level: time from start to arrival, over all messages and instances
  std::uint64_t duplicates = 0;  ///< repeated arrivals, which receivers drop

  explicit FaultTally(std::uint32_t levels) : measures(levels), time(levels) {}

  void merge(FaultTally const& other) {
    measures.merge(other.measures);
    duplicates += other.duplicates;
    for (std::size_t i = 0; i < time.size(); ++i) time[i] += other.time[i];
  }
};

/// A message in a run under faults.
struct Parcel {
  /// State of a message.
  enum class Status : std::uint8_t { in_flight, stuck, delivered, unreachable };
  std::uint32_t source = 0, destination = 0;
  std::uint32_t at = 0;    ///< current node
  std::uint32_t hops = 0;  ///< hops on the path of its first arrival, over all calls
  /// Time in flight so far; synchronous: sum over the steps, excluding the waits for the end of a step
  Ticks clock = 0;
  std::uint16_t attempt = 0;  ///< number of the attempt that planned its route
  Status status = Status::in_flight;
  std::uint32_t millimeters = 0;  ///< cable length along the hops; 0 if cable lengths are unknown
  std::uint64_t hop_ps = 0;       ///< hop delays along the path
  std::uint64_t time_ps = 0;      ///< time of all rounds (RoundTimes)

  /// Returns the time from source to destination in rounds, rounded up.
  std::uint64_t rounds() const { return (clock + ticks_per_round - 1) / ticks_per_round; }
};

/// Results of a run of A(l) under faults. The measures of the levels exclude detours; their averages are over
/// the delivered messages.
struct FaultOutcome {
  ClexMeasures measures;
  std::uint64_t sent = 0;
  std::uint64_t delivered = 0;       ///< each exactly once, at its destination
  std::uint64_t duplicates = 0;      ///< arrivals dropped by receivers
  std::uint64_t unreachable = 0;     ///< messages with no surviving path
  std::vector<LostPair> lost_pairs;  ///< first unreachable pairs, up to FaultOptions::named
  /// Messages that were delivered over a shortest path from the node where they were stuck
  std::uint64_t detours = 0;
  /// Detours that started at the source because there is no path from the node where the message was stuck
  std::uint64_t restarts = 0;
  std::uint64_t detour_hops = 0;
  Ticks makespan = 0;    ///< synchronous: every step starts after the slowest instance of the previous one
  Histogram completion;  ///< distribution of the delivery times, in rounds, rounded up

  std::vector<Parcel> parcels;  ///< all messages, in order of (source, number)

  /// Returns the delays of the delivered messages, as simulate_clex_delays() does if there are no failures.
  DelayStatistics delays(double beta_ns_per_meter) const {
    DelayStatistics delays{beta_ns_per_meter};
    for (Parcel const& parcel : parcels)
      if (parcel.status == Parcel::Status::delivered)
        delays.add({parcel.rounds(), parcel.hops, parcel.millimeters, parcel.hop_ps, parcel.time_ps});
    return delays;
  }
};

/// Routes the traffic with A(l) under lost or delayed transmissions and failures of nodes and channels.
///
/// Makes the calls of ClexRecursion, with one record per message. If there is no loss, jitter or failure,
/// draws, measures and deliveries are bit-identical to ClexRecursion. See FaultyClique and FaultyEdges for
/// the steps, and RoutePlanner for routes around failures. A message that cannot continue (its target node
/// has failed or is a dead end, or no path of one or two hops leads to it) follows a shortest path to its
/// destination: after the last step (synchronous) or immediately (asynchronous), delayed only by other such
/// messages. A message is not delivered only if there is no path at all. `cables`: by default, distances and
/// times are not recorded. Memory: about 60 bytes per message. Throws InputError for incompatible options.
FaultOutcome simulate_clex_faults(SurvivingClex const& network, Traffic const& traffic,
                                  ClexOptions const& options, FaultOptions const& faults, std::uint64_t seed,
                                  ClexCables const& cables = {}, Progress& progress = no_progress());

/// Returns the estimated memory and time of a run with `messages` messages. `channels`: number of channels of
/// the CLEX if it has failures, else 0.
Estimate estimate_clex_faults(ClexMachine const& machine, double messages, double channels,
                              ClexOptions const& options);

}  // namespace weft::rounds
