#pragma once

#include <cmath>
#include <cstdint>

#include "weft/core/random.hpp"

namespace weft::rounds {

/// What happens to the transmissions of a careful run of A(l); failed parts are a SurvivingClex.
struct FaultOptions {
  double loss = 0;  ///< probability that a transmission (message, request, grant, acknowledgment) is lost
  bool asynchronous = false;  ///< every message by its own clock, no common rounds
  double jitter = 0;          ///< a transmission takes 1 + U[0, jitter) rounds (only if asynchronous)
  /// Random routes a message tries to plan around failures before it takes a detour.
  std::uint32_t routes = 32;
  std::uint64_t named = 10000;  ///< unreachable pairs to name; all are counted
};

/// Time in 2^-20 rounds: sums are exact, in any order.
using Ticks = std::uint64_t;
constexpr Ticks ticks_per_round = Ticks{1} << 20;
constexpr double in_rounds(Ticks time) {
  return static_cast<double>(time) / static_cast<double>(ticks_per_round);
}

/// The fate of transmissions of one instance, one after the other: each is lost with probability `loss`, independently, or
/// arrives after 1 + U[0, jitter) rounds. A sender gives up waiting for an answer after the longest possible delay.
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

/// A message on a channel that sends it again until it is acknowledged (stop and wait).
struct Passage {
  Ticks arrived;  ///< for the first time
  Ticks free;     ///< when the channel takes the next message
  std::uint32_t attempts;
  std::uint32_t duplicates;  ///< arrivals after the first
};

/// The acknowledgment of a message is charged no time. An unanswered one is sent again after the longest delay.
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

}  // namespace weft::rounds
