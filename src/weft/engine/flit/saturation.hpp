// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <vector>

#include "weft/core/progress.hpp"
#include "weft/engine/flit/run.hpp"
#include "weft/engine/flit/sweep_progress.hpp"

namespace weft::flit {

/// The accepted traffic, in flits per cycle and terminal.
struct Throughput {
  double mean = 0;
  double half_width = std::numeric_limits<double>::infinity();  ///< of the 95 % confidence interval
};

/// Runs of a network that differ in their injection rate.
struct RatedRuns {
  FlitNetwork const& network;
  routing::ChannelRouting const& routing;
  Traffic const& traffic;
  FlitParams const& params;  ///< the rate apart
  std::uint64_t seed = 1;
};

struct SaturationOptions {
  double limit = saturation_factor;  ///< of the mean latency, as a multiple of that of an idle network
  double resolution = 0.01;          ///< relative, of the rate at the limit and of the throughput
};

/// Finds two rates by simulation: where the mean latency passes a limit, and where the network begins to
/// accept less than is offered. A latency beyond the limit does not show the latter: adaptive routings pass
/// the limit where they leave the minimal paths, and carry more. Runs use all threads, or all MPI ranks.
class SaturationSearch {
 public:
  using Outcomes = std::map<double, Outcome>;  ///< by rate

  /// Rates that the search is likely to try.
  static constexpr std::size_t usual_trials = 30;

  /// `expected_runs`: for the progress.
  SaturationSearch(RatedRuns const& runs, SaturationOptions const& options, std::uint64_t expected_runs,
                   Progress& progress)
      : runs_(runs), options_(options), progress_(progress), sweep_(progress, expected_runs) {}

  /// The lowest rate, at which the network counts as idle, and the highest one that terminals can offer.
  double idle_rate() const;
  double max_rate() const;

  /// Simulates these rates in full, unless they are known.
  void simulate(std::vector<double> const& rates);
  /// Simulates these rates: those below the limit of the latency in full, others until their outcome is
  /// clear.
  void simulate_curve(std::vector<double> const& rates);
  /// `points` rates for a curve, after search(): denser towards saturation, and two beyond it.
  std::vector<double> curve_rates(std::size_t points) const;

  /// Requires that the idle rate is simulated and measured.
  void search();
  /// Measures the throughput at the highest rate that was measured: beyond saturation, unless the network
  /// accepts the maximum rate.
  void find_throughput();

  /// Outcomes of simulate() and simulate_curve().
  Outcomes const& points() const { return points_; }
  double idle_latency() const { return points_.at(idle_rate()).tally.latency.mean(); }
  double latency_limit() const { return options_.limit * idle_latency(); }
  /// The highest rate tried below the limit of the latency; the lowest one above it, if there is one.
  double below_limit() const { return below_limit_; }
  std::optional<double> above_limit() const { return if_above(above_limit_, below_limit_); }
  /// The highest rate tried of which the network accepts all; the lowest one of which it accepts less.
  double accepts() const { return accepts_; }
  std::optional<double> saturates() const { return if_above(saturates_, accepts_); }
  /// Accepted at rate throughput_rate(); nullopt: no rate could be measured.
  std::optional<Throughput> const& throughput() const { return throughput_; }
  double throughput_rate() const { return throughput_rate_; }

 private:
  static std::optional<double> if_above(double rate, double other) {
    return rate > other ? std::optional(rate) : std::nullopt;
  }
  /// Adds the outcomes of rates that are not known: in parallel, or with several MPI ranks one after the
  /// other over all of them.
  void simulate(std::vector<double> rates, FlitParams const& params, Outcomes& known,
                double limit = std::numeric_limits<double>::infinity());
  /// The options of a run that needs no higher precision.
  FlitParams trial_params(double precision) const;
  void find_limit();
  void find_saturation();
  /// Simulates these rates, ascending, without a limit, and narrows the saturation by them.
  void narrow(std::vector<double> const& rates);

  RatedRuns runs_;
  SaturationOptions options_;
  Progress& progress_;
  SweepProgress sweep_;
  Outcomes trials_, beyond_, points_;
  double below_limit_ = 0, above_limit_ = 0, accepts_ = 0, saturates_ = 0;
  std::optional<Throughput> throughput_;
  double throughput_rate_ = 0;
};

}  // namespace weft::flit
