#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "weft/core/param.hpp"
#include "weft/core/table.hpp"

namespace weft::rounds {

/// The time of a hop: alpha per channel crossed, beta per metre of cable.
struct DelayModel {
  double alpha_ns = 100;         ///< router and channel latency per hop
  double beta_ns_per_metre = 5;  ///< signal propagation; light in glass takes 5 ns per metre
};

/// Counts of whole numbers 0, 1, 2, ..; grows as needed. Merging is exact in any order.
class Counts {
 public:
  void add(std::uint64_t value, std::uint64_t times = 1);
  void merge(Counts const& other);
  std::uint64_t total() const { return total_; }
  std::uint64_t sum() const { return sum_; }
  std::uint64_t max() const { return counts_.empty() ? 0 : counts_.size() - 1; }
  double mean() const;
  /// The smallest value that at least the given share of all does not exceed.
  std::uint64_t quantile(double share) const;
  /// The share of all that is greater than `limit`.
  double share_above(double limit) const;
  std::vector<std::uint64_t> const& counts() const { return counts_; }

 private:
  std::vector<std::uint64_t> counts_;
  std::uint64_t total_ = 0, sum_ = 0;
};

/// What became of each message, as distributions: rounds, hops, cable (millimetres, whole metres in the distribution) and
/// the delay alpha * hops + beta * distance (ns, in whole ns).
class DelayStatistics {
 public:
  explicit DelayStatistics(DelayModel model = {}) : model_(model) {}
  void add(std::uint64_t rounds, std::uint64_t hops, std::uint64_t millimetres);
  void merge(DelayStatistics const& other);

  Counts const& rounds() const { return rounds_; }
  Counts const& hops() const { return hops_; }
  Counts const& metres() const { return metres_; }
  Counts const& delay_ns() const { return delay_ns_; }
  double mean_metres() const;
  double mean_delay_ns() const;
  double max_delay_ns() const { return max_delay_ns_; }

  /// One row per quantity: mean, median, 90 %, 99 %, maximum, and the shares beyond 2 and 2.5 times the mean.
  Table table(std::string name) const;
  /// The whole distributions: quantity, value, messages.
  Table distribution(std::string name) const;

 private:
  DelayModel model_;
  Counts rounds_, hops_, metres_, delay_ns_;
  std::uint64_t sum_millimetres_ = 0;
  double max_delay_ns_ = 0;
};

}  // namespace weft::rounds
