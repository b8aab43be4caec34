#include "weft/engine/slackness/latency.hpp"

#include <algorithm>
#include <numeric>

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
  latency.least_ = kept.front();
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

Latency Latency::geometric(std::uint64_t least, double mean) {
  auto const over = mean - static_cast<double>(least);
  WEFT_EXPECT(over >= 0);
  Latency latency;
  latency.mean_ = mean;
  latency.least_ = least;
  latency.maximum_ = over > 0 ? unbounded : least;
  if (over > 0) latency.steps_per_log_ = -1 / std::log1p(1 / over);  // 1 / log(over / (over + 1))
  return latency;
}

}  // namespace weft::slackness
