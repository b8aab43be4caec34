// SPDX-License-Identifier: Apache-2.0
#include "weft/engine/flit/saturation.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "weft/core/parallel.hpp"
#include "weft/core/ranks.hpp"
#include "weft/core/statistics.hpp"
#include "weft/engine/flit/steady.hpp"

namespace weft::flit {
namespace {

constexpr double usual_idle_rate = 0.002;
constexpr std::int64_t max_trial_cycles = 100000;
constexpr double trial_precision = 0.05;
/// Relative precision at and above saturation, where the mean latency does not exist or takes millions of
/// cycles to measure.
constexpr double precision_at_saturation = 0.2;
/// Relative differences between offered and accepted traffic below this value are within the noise of a run.
constexpr double finest_saturation = 0.02;
/// Factors of the first rates tried above the latency limit, relative to the rate at the limit, and of the
/// rates of a curve above saturation, relative to the saturation rate.
constexpr double beyond_factors[] = {1.05, 1.25};

/// Returns whether the network accepts all offered traffic, regardless of the latency.
bool accepts_all(Outcome const& outcome) {
  return outcome.ending == Ending::measured ||
         (outcome.ending == Ending::cut_off && outcome.measured > 0 &&
          outcome.accepted >= (1 - finest_saturation) * outcome.offered);
}

/// Returns the three rates that divide an interval into quarters.
std::vector<double> quarters(double low, double high) {
  std::vector<double> rates;
  for (int i = 1; i <= 3; ++i) rates.push_back(low + (high - low) * i / 4);
  return rates;
}

Throughput mean_of(std::vector<std::uint64_t> const& flits, double terminal_cycles) {
  RunningStatistics means;
  for (auto const count : flits) means.add(static_cast<double>(count) / terminal_cycles);
  return {means.mean(), confidence_half_width(means)};
}

/// Merges adjacent batches in pairs, into half the number of batches of twice the length.
void merge_pairs(std::vector<std::uint64_t>& flits) {
  for (std::size_t i = 0; i < flits.size() / 2; ++i) flits[i] = flits[2 * i] + flits[2 * i + 1];
  flits.resize(flits.size() / 2);
}

/// Measures the throughput after `warm_up` cycles as the mean of twenty batches: for `params.cycles` cycles
/// if this option is set; otherwise until the half-width of the confidence interval is at most `precision` of
/// the mean, but for at most max_trial_cycles. A saturated network has a throughput although its latencies
/// have no mean.
Throughput measure_throughput(RatedRuns const& runs, FlitParams const& params, std::uint64_t warm_up,
                              double precision) {
  constexpr std::size_t num_batches = 20;
  constexpr std::uint64_t first_batch = 250, whole_run = ~std::uint64_t{0};  // cycles
  Simulation simulation(runs.network, runs.routing, runs.traffic, params, runs.seed);
  simulation.advance(warm_up);
  simulation.measure({simulation.now(), whole_run, whole_run});
  auto const given = static_cast<std::uint64_t>(params.cycles);
  auto batch = given > 0 ? std::max<std::uint64_t>(given / num_batches, 1) : first_batch;
  std::vector<std::uint64_t> flits;
  for (std::uint64_t before = 0;; batch *= 2) {
    while (flits.size() < num_batches) {
      simulation.advance(batch);
      auto const now = simulation.tally().accepted;
      flits.push_back(now - before);
      before = now;
    }
    auto const found =
        mean_of(flits, static_cast<double>(runs.network.num_terminals()) * static_cast<double>(batch));
    if (given > 0 || found.half_width <= precision * found.mean ||
        2 * num_batches * batch > static_cast<std::uint64_t>(max_trial_cycles))
      return found;
    merge_pairs(flits);
  }
}

}  // namespace

double SaturationSearch::max_rate() const {
  return runs_.params.injection == Injection::on_off ? runs_.params.burst_rate : 1;
}

double SaturationSearch::idle_rate() const { return std::min(usual_idle_rate, max_rate()); }

void SaturationSearch::simulate(std::vector<double> rates, FlitParams const& params, Outcomes& known,
                                double limit) {
  std::erase_if(rates, [&](double rate) { return known.contains(rate); });
  std::vector<Outcome> outcomes(rates.size());
  auto const simulate_one = [&](std::size_t i, unsigned) {
    auto with = params;
    with.rate = rates[i];
    SweepProgress::Run run(sweep_);
    outcomes[i] = run_steady(runs_.network, runs_.routing, runs_.traffic, with, runs_.seed, run, limit);
  };
  if (num_ranks() == 1)
    parallel_for(rates.size(), simulate_one);
  else
    for (std::size_t i = 0; i < rates.size(); ++i) simulate_one(i, 0);
  for (std::size_t i = 0; i < rates.size(); ++i) known.emplace(rates[i], std::move(outcomes[i]));
}

FlitParams SaturationSearch::trial_params(double precision) const {
  auto params = runs_.params;
  params.max_cycles =
      std::min(params.max_cycles, max_trial_cycles + params.warm_up + params.warm_up / 3 + params.cycles);
  params.precision = std::max(params.precision, precision);
  return params;
}

void SaturationSearch::simulate(std::vector<double> const& rates) { simulate(rates, runs_.params, points_); }

void SaturationSearch::simulate_curve(std::vector<double> const& rates) {
  std::vector<double> below, beyond;
  for (auto const rate : rates) (rate < below_limit_ ? below : beyond).push_back(rate);
  simulate(below);
  simulate(beyond, trial_params(precision_at_saturation), beyond_);
  for (auto const rate : beyond) points_.emplace(rate, beyond_.at(rate));
}

std::vector<double> SaturationSearch::curve_rates(std::size_t points) const {
  std::vector<double> rates{idle_rate()};
  auto const below = points > 4 ? points - 3 : 1;
  for (std::size_t i = 1; i <= below; ++i)
    rates.push_back(accepts_ * (1 - std::pow(1 - static_cast<double>(i) / static_cast<double>(below), 1.5)));
  for (double const factor : beyond_factors)
    rates.push_back(std::min(max_rate(), std::max(saturates_, above_limit_) * factor));
  std::erase_if(rates, [this](double rate) { return rate < idle_rate(); });
  std::ranges::sort(rates);
  rates.erase(std::ranges::unique(rates).begin(), rates.end());
  return rates;
}

void SaturationSearch::search() {
  find_limit();
  find_saturation();
}

/// Narrows the interval that contains the rate at the latency limit: each step tries three rates, and reduces
/// the interval to a quarter.
void SaturationSearch::find_limit() {
  auto const trial = trial_params(trial_precision);
  auto const limit = latency_limit();
  auto const is_below = [&](double rate) {
    auto const& outcome = trials_.at(rate);
    return outcome.ending == Ending::measured && outcome.tally.latency.mean() <= limit;
  };
  double const max = max_rate();
  double low = 0, high = max;
  for (int round = 0; high - low > options_.resolution * high && round < 12; ++round) {
    auto rates = quarters(low, high);
    if (high == max) rates.push_back(max);
    progress_.set_status(fmt::format("limit of the latency between {:.4f} and {:.4f}", low, high));
    simulate(rates, trial, trials_, limit);
    auto const first_bad = std::ranges::find_if_not(rates, is_below);
    if (first_bad != rates.end()) high = *first_bad;
    if (first_bad != rates.begin()) low = *(first_bad - 1);
  }
  below_limit_ = low;
  above_limit_ = high;
}

void SaturationSearch::narrow(std::vector<double> const& rates) {
  simulate(rates, trial_params(precision_at_saturation), beyond_);
  auto const first_bad =
      std::ranges::find_if_not(rates, [&](double rate) { return accepts_all(beyond_.at(rate)); });
  if (first_bad != rates.end()) saturates_ = *first_bad;
  if (first_bad != rates.begin()) accepts_ = *(first_bad - 1);
}

void SaturationSearch::find_saturation() {
  accepts_ = saturates_ = below_limit_;
  if (above_limit_ <= below_limit_) return;
  double const max = max_rate();
  for (double from = above_limit_; saturates_ <= accepts_ && accepts_ < max; from = accepts_) {
    std::vector<double> rates;
    if (from == above_limit_) rates.push_back(from);
    for (double const factor : beyond_factors) rates.push_back(std::min(max, from * factor));
    rates.erase(std::ranges::unique(rates).begin(), rates.end());
    progress_.set_status(fmt::format("saturation from {:.4f}", from));
    narrow(rates);
  }
  auto const resolution = std::max(options_.resolution, finest_saturation);
  while (saturates_ - accepts_ > resolution * saturates_) {
    progress_.set_status(fmt::format("saturation between {:.4f} and {:.4f}", accepts_, saturates_));
    narrow(quarters(accepts_, saturates_));
  }
}

void SaturationSearch::find_throughput() {
  auto runs = beyond_;
  runs.insert(points_.begin(), points_.end());
  auto const last =
      std::find_if(runs.rbegin(), runs.rend(), [](auto const& run) { return run.second.measured > 0; });
  if (last == runs.rend()) return;
  auto const& [rate, outcome] = *last;
  throughput_rate_ = rate;
  throughput_ = Throughput{outcome.accepted};
  if (outcome.deadlock) return;
  auto params = runs_.params;
  params.rate = rate;
  throughput_ = measure_throughput(runs_, params, outcome.warm_up, options_.resolution);
}

}  // namespace weft::flit
