#pragma once

#include <algorithm>
#include <compare>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "weft/core/ids.hpp"
#include "weft/core/statistics.hpp"
#include "weft/core/table.hpp"

namespace weft::rounds {

/// Cable length of a hop between two nodes in millimeters.
using HopLength = std::function<std::uint32_t(RouterId from, RouterId to)>;

/// The time of a hop: alpha per channel crossed, beta per meter of cable.
struct DelayModel {
  double alpha_ns = 100;         ///< router and channel latency per hop
  double beta_ns_per_meter = 5;  ///< signal propagation; light in glass takes 5 ns per meter
};

/// The fates of messages as distributions: rounds, hops, cable (millimeters, whole meters in the
/// distribution) and the delay alpha * hops + beta * distance (ns, in whole ns).
class DelayStatistics {
 public:
  explicit DelayStatistics(DelayModel model = {}) : model_(model) {}
  void add(std::uint64_t rounds, std::uint64_t hops, std::uint64_t millimeters);
  void merge(DelayStatistics const& other);
  /// Collective. Merges the statistics of all ranks.
  void merge_over_ranks();

  double mean_meters() const;
  double mean_delay_ns() const;
  double max_delay_ns() const { return max_delay_ns_; }
  Histogram const& rounds() const { return rounds_; }
  Histogram const& hops() const { return hops_; }

  /// One row per quantity: mean, median, 90 %, 99 %, maximum, and the shares beyond 2 and 2.5 times the mean.
  Table table(std::string name) const;
  /// The whole distributions: quantity, value, messages.
  Table distribution(std::string name) const;

 private:
  DelayModel model_;
  Histogram rounds_, hops_, meters_, delay_ns_;
  std::uint64_t sum_millimeters_ = 0;
  double max_delay_ns_ = 0;
};

/// The terminals of a message that no surviving path connects.
struct LostPair {
  std::uint32_t source, destination;
  friend auto operator<=>(LostPair const&, LostPair const&) = default;
};

/// The smallest pairs that were added, in order.
class LostPairs {
 public:
  static constexpr std::size_t limit = 100;
  void add(LostPair pair) {
    auto const place = std::ranges::lower_bound(pairs_, pair);
    if ((place != pairs_.end() && *place == pair) || place - pairs_.begin() == limit) return;
    pairs_.insert(place, pair);
    if (pairs_.size() > limit) pairs_.pop_back();
  }
  void merge(LostPairs const& other) {
    for (auto const& pair : other.pairs_) add(pair);
  }
  std::vector<LostPair> const& pairs() const { return pairs_; }

 private:
  std::vector<LostPair> pairs_;
};

}  // namespace weft::rounds
