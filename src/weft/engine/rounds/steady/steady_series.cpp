// SPDX-License-Identifier: Apache-2.0
#include "weft/engine/rounds/steady/steady_series.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "weft/core/error.hpp"
#include "weft/core/param.hpp"

namespace weft::rounds {

void check_rate(SteadyParams const& params) {
  if (params.arrivals == ArrivalProcess::bernoulli && params.rate > 1)
    throw InputError{"rate=" + format_number(params.rate), "must be at most 1 with arrivals=bernoulli",
                     "use arrivals=poisson"};
}

bool sustains(std::uint64_t in_flight_before, std::uint64_t in_flight_after, std::uint64_t arrived) {
  auto const growth = static_cast<double>(in_flight_after) - static_cast<double>(in_flight_before);
  auto const messages = static_cast<double>(arrived);
  return growth <= 0.01 * messages + 3 * std::sqrt(messages);
}

void SteadySeries::add(SteadyStage stage) {
  rounds_ += stage.rounds;
  auto const& latencies = stage.latencies;
  latency_.push_back(latencies.count() > 0 ? latencies.mean() : latency_.empty() ? 0 : latency_.back());
  stages_.push_back(std::move(stage));
}

bool SteadySeries::complete() const {
  if (rounds_ >= params_.rounds) return true;
  if (params_.precision == 0 || stages_.empty() || stages_.size() % 50 != 0) return false;
  auto const state = steady_state(latency_);
  return state.settled && state.half_width <= params_.precision * state.mean;
}

std::size_t SteadySeries::warm_up() const {
  return std::min(steady_state(latency_).warm_up, stages_.size() - 1);
}

bool SteadySeries::sustained() const {
  auto const half = stages_.size() / 2;
  std::uint64_t arrived = 0;
  for (auto stage = stages_.begin() + static_cast<std::ptrdiff_t>(half); stage != stages_.end(); ++stage)
    arrived += stage->arrived;
  return sustains(half == 0 ? 0 : stages_[half - 1].in_flight, stages_.back().in_flight, arrived);
}

SteadyOutcome SteadySeries::outcome() const {
  auto const state = steady_state(latency_);
  SteadyOutcome outcome;
  outcome.latency_half_width = state.half_width;
  outcome.settled = state.settled;
  auto const skipped = std::min(state.warm_up, stages_.size() - 1);
  std::uint64_t arrived_after = 0, delivered_after = 0;
  for (std::size_t i = 0; i < stages_.size(); ++i) {
    auto const& stage = stages_[i];
    outcome.messages += stage.arrived + stage.unreachable;
    outcome.delivered += stage.delivered;
    outcome.unreachable += stage.unreachable;
    if (i < skipped) {
      outcome.warm_up += stage.rounds;
      continue;
    }
    arrived_after += stage.arrived + stage.unreachable;
    delivered_after += stage.delivered;
    outcome.latencies.merge(stage.latencies);
  }
  outcome.rounds = rounds_;
  auto const terminal_rounds =
      static_cast<double>(terminals_) * static_cast<double>(rounds_ - outcome.warm_up);
  outcome.offered = static_cast<double>(arrived_after) / terminal_rounds;
  outcome.accepted = static_cast<double>(delivered_after) / terminal_rounds;
  outcome.latency = outcome.latencies.mean();
  outcome.sustained = sustained();
  outcome.in_flight = stages_.back().in_flight;
  return outcome;
}

Saturation find_saturation(SteadyParams const& params,
                           std::function<Saturation::Trial(SteadyParams const&)> const& run,
                           double precision) {
  Saturation found;
  auto trial = params;
  trial.precision = 0;
  auto const sustains_rate = [&](double rate) {
    trial.rate = rate;
    check_rate(trial);
    found.trials.push_back(run(trial));
    bool const sustained = found.trials.back().sustained;
    (sustained ? found.sustained : found.rejected) = rate;
    return sustained;
  };
  for (double rate = 1; sustains_rate(rate); rate *= 2)
    if (params.arrivals == ArrivalProcess::bernoulli || !found.trials.back().uses_channels) return found;
  while (found.rejected - found.sustained > precision * found.rejected)
    sustains_rate((found.sustained + found.rejected) / 2);
  return found;
}

}  // namespace weft::rounds
