// SPDX-License-Identifier: Apache-2.0
#include "weft/analysis/fabric/contention.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "weft/core/parallel.hpp"
#include "weft/core/random.hpp"

namespace weft::fabric {
namespace {

/// The generator SplitMix64 (Steele, Lea & Flood, OOPSLA'14), from a given state.
class SplitMix64 {
 public:
  explicit SplitMix64(std::uint64_t state) : state_(state) {}
  std::uint64_t operator()() { return mix64(state_ += 0x9e3779b97f4a7c15u); }

 private:
  std::uint64_t state_;
};

struct Shares {
  double mean = 0;
  double worst = 1;
  std::uint32_t max_flows = 0;
};

/// Computes the bandwidth shares of simultaneously sending pairs. Scratch space, one per worker.
class SharedChannels {
 public:
  SharedChannels(routing::DestinationRoutes const& routes, Network const& network,
                 std::span<double const> rates)
      : routes_(&routes), network_(&network), rates_(rates), flows_(network.num_channels(), 0) {}

  void clear() {
    for (auto const c : hops_) flows_[c] = 0;
    hops_.clear();
    first_.assign(1, 0);
  }

  void add(std::uint32_t from, std::uint32_t to) {
    auto const next = routes_->to(to);
    auto const begin = hops_.size();
    auto router = routes_->router(from);
    while (next[router].is_channel() && hops_.size() - begin <= next.size()) {
      auto const channel = next[router].channel();
      hops_.push_back(channel.v);
      router = network_->target(channel).v;
    }
    bool const arrives = !next[router].is_channel() && next[router].end() == routing::NextHop::End::arrives;
    if (!arrives) hops_.resize(begin);
    for (auto i = begin; i < hops_.size(); ++i) ++flows_[hops_[i]];
    first_.push_back(hops_.size());
    arrives_.resize(first_.size() - 1);
    arrives_.back() = arrives ? 1 : 0;
  }

  Shares shares() const {
    Shares result;
    double sum = 0;
    for (std::size_t pair = 0; pair + 1 < first_.size(); ++pair) {
      double share = arrives_[pair];
      for (auto i = first_[pair]; i < first_[pair + 1]; ++i) {
        auto const flows = flows_[hops_[i]];
        result.max_flows = std::max(result.max_flows, flows);
        share = std::min(share, (rates_.empty() ? 1 : rates_[hops_[i]]) / flows);
      }
      sum += share;
      result.worst = std::min(result.worst, share);
    }
    result.mean = sum / static_cast<double>(first_.size() - 1);
    return result;
  }

 private:
  routing::DestinationRoutes const* routes_;
  Network const* network_;
  std::span<double const> rates_;
  std::vector<std::uint32_t> flows_, hops_;
  std::vector<std::size_t> first_{0};
  std::vector<std::uint8_t> arrives_;
};

}  // namespace

EffectiveBisection effective_bisection(routing::DestinationRoutes const& routes, Network const& network,
                                       std::uint32_t matchings, std::uint64_t seed,
                                       std::span<double const> rates, Progress& progress) {
  auto const ends = routes.num_ends();
  if (ends < 2 || matchings == 0) return {};
  std::vector<SharedChannels> scratch(num_threads(), SharedChannels(routes, network, rates));
  std::vector<Shares> found(matchings);
  parallel_for(matchings, [&](std::size_t m, unsigned worker) {
    std::vector<std::uint32_t> order(ends);
    std::iota(order.begin(), order.end(), 0U);
    SplitMix64 next(seed + m);
    for (std::uint32_t i = ends; i-- > 1;) std::swap(order[i], order[next() % (i + std::uint64_t{1})]);
    auto& channels = scratch[worker];
    channels.clear();
    for (std::uint32_t i = 0; i < ends / 2; ++i) channels.add(order[i], order[ends / 2 + i]);
    found[m] = channels.shares();
    progress.advance();
  });
  EffectiveBisection result;
  for (auto const& shares : found) {
    result.mean += shares.mean;
    result.worst = std::min(result.worst, shares.mean);
    result.worst_pair = std::min(result.worst_pair, shares.worst);
    result.max_flows = std::max(result.max_flows, shares.max_flows);
  }
  result.mean /= matchings;
  double squares = 0;
  for (auto const& shares : found) squares += (shares.mean - result.mean) * (shares.mean - result.mean);
  if (matchings > 1) result.deviation = std::sqrt(squares / (matchings - 1));
  return result;
}

Shifts shifts(routing::DestinationRoutes const& routes, Network const& network, Progress& progress) {
  auto const ends = routes.num_ends();
  if (ends < 2) return {};
  std::vector<SharedChannels> scratch(num_threads(), SharedChannels(routes, network, {}));
  std::vector<Shares> found(ends);  // indexed by k; the first is unused
  parallel_for(ends - 1, [&](std::size_t task, unsigned worker) {
    auto const k = static_cast<std::uint32_t>(task) + 1;
    auto& channels = scratch[worker];
    channels.clear();
    for (std::uint32_t t = 0; t < ends; ++t) channels.add(t, t < ends - k ? t + k : t - (ends - k));
    found[k] = channels.shares();
    progress.advance();
  });
  Shifts result;
  for (std::uint32_t k = 1; k < ends; ++k) {
    result.mean += found[k].mean;
    result.max_flows = std::max(result.max_flows, found[k].max_flows);
    if (found[k].max_flows <= 1) ++result.contention_free;
    if (found[k].worst == 1) ++result.whole;
    if (k > 1 && found[k].mean >= result.worst) continue;
    result.worst = found[k].mean;
    result.worst_k = k;
  }
  result.mean /= ends - 1;
  return result;
}

}  // namespace weft::fabric
