// SPDX-License-Identifier: Apache-2.0
#include "weft/engine/slackness/latencies.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

#include <fmt/format.h>

#include "weft/core/error.hpp"

namespace weft::slackness {

Latency Latency::listed(std::span<std::uint64_t const> values, std::span<double const> weights) {
  WEFT_EXPECT(values.size() == weights.size() && std::ranges::is_sorted(values));
  std::vector<std::uint64_t> kept;
  std::vector<double> shares;
  for (std::size_t i = 0; i < values.size(); ++i)
    if (weights[i] > 0) {
      kept.push_back(values[i]);
      shares.push_back(weights[i]);
    }
  WEFT_EXPECT(!kept.empty());
  auto const total = std::accumulate(shares.begin(), shares.end(), 0.0);
  Latency latency;
  for (std::size_t i = 0; i < kept.size(); ++i) {
    shares[i] /= total;
    latency.mean_ += static_cast<double>(kept[i]) * shares[i];
  }
  latency.min_ = kept.front();
  latency.maximum_ = kept.back();
  if (latency.is_fixed()) latency.mean_ = static_cast<double>(kept.front());
  latency.make_columns(kept, std::move(shares));
  return latency;
}

void Latency::make_columns(std::span<std::uint64_t const> values, std::vector<double> shares) {
  auto const n = values.size();
  columns_.resize(n);
  std::vector<std::size_t> small, large;
  for (std::size_t i = 0; i < n; ++i) {
    shares[i] *= static_cast<double>(n);
    (shares[i] < 1 ? small : large).push_back(i);
  }
  auto const fill = [&](std::size_t i, std::size_t alias, double share) {
    columns_[i] = {static_cast<std::uint32_t>(values[i]), static_cast<std::uint32_t>(values[alias]),
                   static_cast<std::uint64_t>(share * 0x1p32)};
  };
  while (!small.empty() && !large.empty()) {
    auto const low = small.back(), high = large.back();
    small.pop_back();
    fill(low, high, shares[low]);
    shares[high] -= 1 - shares[low];
    if (shares[high] >= 1) continue;
    large.pop_back();
    small.push_back(high);
  }
  for (auto const* rest : {&small, &large})
    for (auto const i : *rest) fill(i, i, 1);
}

Latency Latency::geometric(std::uint64_t minimum, double mean) {
  auto const over = mean - static_cast<double>(minimum);
  WEFT_EXPECT(over >= 0);
  Latency latency;
  latency.mean_ = mean;
  latency.min_ = minimum;
  latency.maximum_ = over > 0 ? unbounded : minimum;
  if (over > 0) latency.steps_per_log_ = -1 / std::log1p(1 / over);  // 1 / log(over / (over + 1))
  return latency;
}

void Uniform::check(Params const& params) {
  if (params.from > params.to)
    throw InputError(fmt::format("from={} is above to={}", params.from, params.to),
                     "the range must not be empty", "swap the two");
}

Latency Uniform::latency(LatencyContext const&) const {
  std::vector<std::uint64_t> values(params_.to - params_.from + std::size_t{1});
  std::iota(values.begin(), values.end(), std::uint64_t{params_.from});
  return Latency::listed(values, std::vector<double>(values.size(), 1.0));
}

void Geometric::check(Params const& params) {
  if (params.mean < params.min)
    throw InputError(fmt::format("mean={} is below min={}", format_number(params.mean), params.min),
                     "no latency is below min", "reduce min or increase mean");
}

void Listed::check(Params const& params) {
  if (params.steps.size() != params.weights.size())
    throw InputError(
        fmt::format("steps has {} numbers, weights {}", params.steps.size(), params.weights.size()),
        "every latency needs a weight", "use as many weights as steps");
  if (std::ranges::all_of(params.weights, [](double weight) { return weight == 0; }))
    throw InputError("weights=" + format_numbers(params.weights), "at least one must be positive");
}

Latency Listed::latency(LatencyContext const&) const {
  std::map<std::uint64_t, double> weights;
  for (std::size_t i = 0; i < params_.steps.size(); ++i)
    weights[static_cast<std::uint64_t>(params_.steps[i])] += params_.weights[i];
  std::vector<std::uint64_t> values;
  std::vector<double> shares;
  for (auto const& [value, weight] : weights) {
    values.push_back(value);
    shares.push_back(weight);
  }
  return Latency::listed(values, shares);
}

Latency Distances::latency(LatencyContext const& context) const {
  std::vector<std::uint64_t> steps(context.pairs.size());
  for (std::size_t hops = 0; hops < steps.size(); ++hops) {
    auto const time =
        std::ceil(static_cast<double>(context.trips * hops) * params_.per_hop + params_.overhead);
    if (time >= 0x1p32)
      throw InputError(fmt::format("a request takes {:.3g} steps", time), "the maximum is 2^32 - 1",
                       "choose a smaller per_hop");
    steps[hops] = static_cast<std::uint64_t>(time);
  }
  return Latency::listed(steps, context.pairs);
}

}  // namespace weft::slackness
