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

/// Loss and delay of transmissions in a run of A(l); failed parts are described by SurvivingClex.
struct FaultOptions {
  double loss = 0;  ///< probability that a transmission (message, request, grant, acknowledgment) is lost
  bool asynchronous = false;  ///< no common rounds: each message has its own clock
  double jitter = 0;          ///< a transmission lasts 1 + U[0, jitter) rounds (only if asynchronous)
  /// Number of random routes that a message tries around failures before a detour.
  std::uint32_t routes = 32;
  std::uint64_t named = 10000;  ///< maximum number of listed unreachable pairs; all are counted
};

/// Time in 2^-20 rounds: sums are exact, in any order.
using Ticks = std::uint64_t;
constexpr Ticks ticks_per_round = Ticks{1} << 20;
constexpr double in_rounds(Ticks time) {
  return static_cast<double>(time) / static_cast<double>(ticks_per_round);
}

/// Transmissions of one instance, in sequence: each is lost with probability `loss`, independently, or
/// arrives after 1 + U[0, jitter) rounds. A sender waits for an answer for at most the longest possible
/// delay.
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

/// A message on a channel that repeats it until it is acknowledged (stop and wait).
struct Passage {
  Ticks arrived;  ///< first arrival
  Ticks free;     ///< time from which the channel accepts the next message
  std::uint32_t attempts;
  std::uint32_t duplicates;  ///< arrivals after the first
};

/// The acknowledgment of a message costs no time. A message without acknowledgment is repeated after the
/// longest delay.
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
  std::vector<Ticks> time;       ///< by level: from start to arrival, over all messages and visits
  std::uint64_t duplicates = 0;  ///< repeated arrivals, dropped by receivers

  explicit FaultTally(std::uint32_t levels) : measures(levels), time(levels) {}

  void merge(FaultTally const& other) {
    measures.merge(other.measures);
    duplicates += other.duplicates;
    for (std::size_t i = 0; i < time.size(); ++i) time[i] += other.time[i];
  }
};

/// A message in a run under faults.
struct Parcel {
  /// States of a message under faults.
  enum class Status : std::uint8_t { in_flight, stuck, delivered, unreachable };
  std::uint32_t source = 0, destination = 0;
  std::uint32_t at = 0;       ///< current node
  std::uint32_t hops = 0;     ///< hops on the path of its first arrival, over all calls
  Ticks clock = 0;            ///< synchronous: its own rounds, without waiting for the steps of others
  std::uint16_t attempt = 0;  ///< number of the attempt to plan its route
  Status status = Status::in_flight;
  std::uint32_t millimeters = 0;  ///< cable along the hops; 0 without cable lengths
  std::uint64_t hop_ps = 0;       ///< hop delays along the path
  std::uint64_t time_ps = 0;      ///< time of all rounds (RoundTimes)

  /// Returns the rounds from the source to the destination, rounded up.
  std::uint64_t rounds() const { return (clock + ticks_per_round - 1) / ticks_per_round; }
};

/// Results of a run of A(l) under faults. The measures of the levels exclude detours; their averages are over
/// the delivered messages.
struct FaultOutcome {
  ClexMeasures measures;
  std::uint64_t sent = 0;
  std::uint64_t delivered = 0;       ///< each exactly once, at its destination
  std::uint64_t duplicates = 0;      ///< arrivals dropped by receivers
  std::uint64_t unreachable = 0;     ///< messages without a surviving path
  std::vector<LostPair> lost_pairs;  ///< first pairs among them, up to `named`
  std::uint64_t detours = 0;  ///< messages delivered over a shortest path from the node where they got stuck
  std::uint64_t restarts =
      0;  ///< detours that started at the source, because no path leaves the node where the message got stuck
  std::uint64_t detour_hops = 0;
  Ticks makespan = 0;    ///< synchronous: every step starts after the slowest instance of the previous one
  Histogram completion;  ///< messages by their clock at delivery, in rounds, rounded up

  std::vector<Parcel> parcels;  ///< all messages, in order of (source, number)

  /// Returns the delays of the delivered messages, as `simulate_clex_delays` on a perfect CLEX.
  DelayStatistics delays(double beta_ns_per_meter) const {
    DelayStatistics delays{beta_ns_per_meter};
    for (Parcel const& parcel : parcels)
      if (parcel.status == Parcel::Status::delivered)
        delays.add({parcel.rounds(), parcel.hops, parcel.millimeters, parcel.hop_ps, parcel.time_ps});
    return delays;
  }
};

/// Routes the traffic by A(l) with lost or delayed transmissions and failed parts of the network.
///
/// Makes the calls of ClexRecursion, with one record per message; without loss, jitter and failures, draws,
/// measures and deliveries are bit-identical. See FaultyClique and FaultyEdges for the steps, RoutePlanner
/// for routes around failures. A message that cannot continue (its target node has failed or is a dead end,
/// or no path of one or two hops leads to it) follows a shortest path to its destination after the last step
/// (synchronous) or immediately, delayed only by other such messages. Only messages without any path are not
/// delivered. Without `cables` there are no distances and times. About 60 bytes per message. Throws
/// InputError for incompatible options.
FaultOutcome simulate_clex_faults(SurvivingClex const& network, Traffic const& traffic,
                                  ClexOptions const& options, FaultOptions const& faults, std::uint64_t seed,
                                  ClexCables const& cables = {}, Progress& progress = no_progress());

/// Returns the estimate of a run with `messages` messages. `channels`: of the CLEX if parts of it have
/// failed, else 0.
Estimate estimate_clex_faults(ClexMachine const& machine, double messages, double channels,
                              ClexOptions const& options);

}  // namespace weft::rounds
