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

/// Accepted traffic, in flits per cycle and terminal.
struct Throughput {
  double mean = 0;
  double half_width = std::numeric_limits<double>::infinity();  ///< of the 95 % confidence interval
};

/// Runs of a network that differ only in the injection rate.
struct RatedRuns {
  FlitNetwork const& network;
  routing::ChannelRouting const& routing;
  Traffic const& traffic;
  FlitParams const& params;  ///< the rate is ignored
  std::uint64_t seed = 1;
};

struct SaturationOptions {
  double limit = saturation_factor;  ///< limit of the mean latency, as a multiple of the zero-load latency
  double resolution = 0.01;          ///< relative resolution of the rate at the limit and of the throughput
};

/// Search for two rates by simulation: the rate at which the mean latency exceeds a limit, and the rate at
/// which the network begins to accept less than the offered load. The first does not imply the second: with
/// adaptive routings, the latency exceeds the limit when packets begin to use nonminimal paths, but the
/// throughput grows further. Runs use all threads, or all MPI ranks.
class SaturationSearch {
 public:
  using Outcomes = std::map<double, Outcome>;  ///< by rate

  /// Expected number of rates that the search tries.
  static constexpr std::size_t default_trials = 30;

  /// `expected_runs`: expected number of runs, for progress reports.
  SaturationSearch(RatedRuns const& runs, SaturationOptions const& options, std::uint64_t expected_runs,
                   Progress& progress)
      : runs_(runs), options_(options), progress_(progress), sweep_(progress, expected_runs) {}

  /// Returns the rate at which the network is considered idle, the lowest rate of a curve; max_rate() returns
  /// the maximum rate that terminals can offer.
  double idle_rate() const;
  double max_rate() const;

  /// Simulates each of `rates` completely, unless its outcome exists.
  void simulate(std::vector<double> const& rates);
  /// Simulates rates below the latency limit completely, and other rates for a limited number of cycles, with
  /// reduced precision.
  void simulate_curve(std::vector<double> const& rates);
  /// Returns about `points` rates for a curve, after search(): denser toward saturation, and two above it.
  std::vector<double> curve_rates(std::size_t points) const;

  /// Finds the rate at the latency limit and the saturation rate. Requires the outcome at the idle rate.
  void search();
  /// Measures the throughput at the highest measured rate, which is above saturation unless the network
  /// accepts the maximum rate.
  void find_throughput();

  /// Returns the outcomes of simulate() and simulate_curve().
  Outcomes const& points() const { return points_; }
  double idle_latency() const { return points_.at(idle_rate()).tally.latency.mean(); }
  double latency_limit() const { return options_.limit * idle_latency(); }
  /// Returns the highest rate tried below the latency limit; above_limit() returns the lowest rate tried
  /// above it.
  double below_limit() const { return below_limit_; }
  std::optional<double> above_limit() const { return if_above(above_limit_, below_limit_); }
  /// Returns the highest rate tried that the network accepts completely; saturates() returns the lowest rate
  /// tried that it does not.
  double accepts() const { return accepts_; }
  std::optional<double> saturates() const { return if_above(saturates_, accepts_); }
  /// Returns the throughput at throughput_rate(); nullopt if no rate could be measured.
  std::optional<Throughput> const& throughput() const { return throughput_; }
  double throughput_rate() const { return throughput_rate_; }

 private:
  static std::optional<double> if_above(double rate, double other) {
    return rate > other ? std::optional(rate) : std::nullopt;
  }
  /// Simulates the rates without an outcome in `known`, and adds their outcomes: in parallel, or with several
  /// MPI ranks one rate after another, each on all ranks.
  void simulate(std::vector<double> rates, FlitParams const& params, Outcomes& known,
                double limit = std::numeric_limits<double>::infinity());
  /// Returns the options of a trial run: of limited length, with a precision no finer than `precision`.
  FlitParams trial_params(double precision) const;
  void find_limit();
  void find_saturation();
  /// Simulates the ascending `rates` without a latency limit, and narrows the interval that contains
  /// saturation.
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
