// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <vector>

#include "weft/core/random.hpp"
#include "weft/core/statistics.hpp"

namespace weft::rounds {

/// Distribution of the number of messages generated at a terminal in a round.
enum class ArrivalProcess : std::uint8_t { bernoulli, poisson };

/// Distribution of the number of arrivals, with a given mean. A number is drawn from 64 random bits.
class ArrivalLaw {
 public:
  /// `mean` must be at most 1 for Bernoulli arrivals.
  ArrivalLaw(ArrivalProcess process, double mean) {
    constexpr std::uint64_t never = ~std::uint64_t{0};
    auto const threshold = [](double probability) {
      return probability >= 1 ? never : static_cast<std::uint64_t>(probability * 0x1p64);
    };
    if (process == ArrivalProcess::bernoulli) {
      below_.push_back(threshold(1 - mean));
      return;
    }
    // Large means are sums of small ones, so that exp(-mean) does not vanish.
    parts_ = static_cast<std::uint32_t>(std::ceil(mean / 16));
    double const part = parts_ == 0 ? 0 : mean / parts_;
    double probability = std::exp(-part), sum = probability;
    for (std::uint32_t k = 1; threshold(sum) != never && k < 200; ++k) {
      below_.push_back(threshold(sum));
      probability *= part / k;
      sum += probability;
    }
  }
  std::uint32_t operator()(std::uint64_t word) const {
    auto count = one(word);
    if (parts_ < 2) return count;
    auto rest = Rng::derived(word);
    for (std::uint32_t i = 1; i < parts_; ++i) count += one(rest());
    return count;
  }

 private:
  std::uint32_t one(std::uint64_t word) const {
    std::uint32_t count = 0;
    while (count < below_.size() && word >= below_[count]) ++count;
    return count;
  }
  std::uint32_t parts_ = 1;
  std::vector<std::uint64_t> below_;  ///< element k: threshold for at most k arrivals
};

}  // namespace weft::rounds

/// Steady state of a network under continuous injection, independent of the kernel that executes the rounds.
namespace weft::rounds {

/// Parameters of a steady-state run.
struct SteadyParams {
  double rate = 0.1;  ///< mean number of messages generated per terminal and round
  ArrivalProcess arrivals = ArrivalProcess::bernoulli;
  std::uint64_t rounds = 4000;  ///< maximum number of rounds to simulate
  /// The run stops when the 95 % confidence interval of the mean latency has at most this half-width,
  /// relative to the mean; 0: never.
  double precision = 0.01;
};

/// Throws InputError if the distribution of the arrivals does not support the rate.
void check_rate(SteadyParams const& params);

/// Counts of a stage, a sequence of consecutive rounds.
struct SteadyStage {
  std::uint64_t rounds = 0;
  std::uint64_t arrived = 0;      ///< messages that entered the network
  std::uint64_t unreachable = 0;  ///< messages that arrived but have no path
  std::uint64_t delivered = 0;
  std::uint64_t in_flight = 0;  ///< at the end of the stage, including messages that wait at their sources
  Histogram latencies;          ///< of delivered messages
};

/// The steady state of a network at one arrival rate.
struct SteadyOutcome {
  double offered = 0;   ///< messages that arrived per terminal and round after the warm-up
  double accepted = 0;  ///< messages delivered per terminal and round after the warm-up
  double latency = 0;   ///< mean rounds from arrival to delivery
  /// Half-width of the 95 % confidence interval of the latency, from batch means
  double latency_half_width = 0;
  Histogram latencies;  ///< after the warm-up, in rounds
  std::uint64_t rounds = 0, warm_up = 0;
  bool settled = false;    ///< the warm-up ended in the first half of the run (MSER-5)
  bool sustained = false;  ///< the queues did not grow: see sustains()
  std::uint64_t messages = 0, delivered = 0, in_flight = 0, unreachable = 0;
};

/// Returns whether a rate is sustained: over the second half of a run, the number of messages in flight grows
/// by at most 1 % of the arrivals plus three standard deviations of a Poisson number.
bool sustains(std::uint64_t in_flight_before, std::uint64_t in_flight_after, std::uint64_t arrived);

/// The stages of a steady-state run.
class SteadySeries {
 public:
  SteadySeries(SteadyParams const& params, std::uint64_t terminals)
      : params_(params), terminals_(terminals) {}

  /// Returns the number of rounds per stage for packets; for A(l), a stage ends with the instance that
  /// reaches this number.
  std::uint64_t stage_rounds() const { return std::max<std::uint64_t>(10, params_.rounds / max_stages); }
  void add(SteadyStage stage);
  /// Returns whether the run can end: all rounds have passed, or the latency has the requested precision.
  bool complete() const;
  std::uint64_t rounds() const { return rounds_; }
  /// Returns the number of leading stages that belong to the warm-up.
  std::size_t warm_up() const;
  SteadyOutcome outcome() const;

 private:
  static constexpr std::uint64_t max_stages = 400;
  bool sustained() const;

  SteadyParams params_;
  std::uint64_t terminals_, rounds_ = 0;
  std::vector<SteadyStage> stages_;
  std::vector<double> latency_;  ///< by stage: mean latency of the messages delivered in it
};

/// Result of find_saturation(): an interval that contains the maximum rate with bounded latency.
struct Saturation {
  double sustained = 0;  ///< largest tried rate that was sustained
  /// Smallest tried rate that was not sustained; 0 if all rates up to the maximum were sustained
  double rejected = 0;
  struct Trial {
    double rate, accepted, latency;
    bool sustained;
    bool uses_channels = true;  ///< whether any message used a channel
  };
  std::vector<Trial> trials;  ///< in the order of execution
};

/// Searches for the saturation: doubles the rate, starting at 1, until it is not sustained, then bisects
/// until the interval is narrower than `precision` times its upper end. The search also ends at rate 1 with
/// Bernoulli arrivals, and if no message uses a channel. Each trial simulates params.rounds rounds from an
/// empty network; params.rate and params.precision are ignored.
Saturation find_saturation(SteadyParams const& params,
                           std::function<Saturation::Trial(SteadyParams const&)> const& run,
                           double precision = 0.02);

}  // namespace weft::rounds
