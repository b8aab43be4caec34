// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "weft/core/byte_stream.hpp"
#include "weft/core/ids.hpp"
#include "weft/core/param.hpp"
#include "weft/core/statistics.hpp"
#include "weft/core/table.hpp"

namespace weft::rounds {

/// Cable length of a hop between two nodes, in millimeters.
using HopLength = std::function<std::uint32_t(RouterId from, RouterId to)>;

/// Time of a hop: alpha per channel, plus beta per meter of cable.
struct DelayModel {
  /// Router and channel latency of a hop by channel class (on CLEX, by level); the last value applies to all
  /// further classes.
  Numbers alpha_ns{100};
  double beta_ns_per_meter = 5;  ///< signal propagation; light in glass takes 5 ns per meter
};

/// Times of hops and rounds by channel class, in whole picoseconds, so that sums do not depend on their
/// order.
///
/// A round on a class lasts for the hop delay of the class plus the propagation time of its mean cable,
/// whether the message crosses a channel, waits for a channel, or waits for a reply (Lenzen & Wattenhofer,
/// arXiv 1607.00298, footnote 15).
class RoundTimes {
 public:
  RoundTimes() = default;
  /// `mean_meters`: mean cable length of each class. Throws InputError if the model has more values than
  /// there are classes.
  RoundTimes(DelayModel const& model, std::span<double const> mean_meters);

  std::uint64_t hop_ps(std::size_t of_class) const { return hop_ps_[of_class]; }
  std::uint64_t round_ps(std::size_t of_class) const { return round_ps_[of_class]; }
  std::size_t classes() const { return hop_ps_.size(); }

 private:
  std::vector<std::uint64_t> hop_ps_, round_ps_;
};

/// Returns one value per class; the last value of `list` applies to all further classes. Throws InputError at
/// `name` if there are more values than classes.
std::vector<double> values_of_classes(std::string_view name, Numbers const& list, std::size_t classes);

/// Path and times of a message from source to destination.
struct Journey {
  std::uint64_t rounds = 0, hops = 0, millimeters = 0;
  std::uint64_t hop_ps = 0;   ///< hop delays along the path
  std::uint64_t time_ps = 0;  ///< time of all rounds (RoundTimes)
};

/// Distributions over messages: rounds, hops, cable length (in whole meters), the delay of the path, alpha *
/// hops + beta * distance (in whole ns), and the time of all rounds (in whole ns). Means and maxima are
/// exact.
class DelayStatistics {
 public:
  explicit DelayStatistics(double beta_ns_per_meter = 5) : beta_(beta_ns_per_meter) {}
  void add(Journey const& journey);
  void merge(DelayStatistics const& other);
  void write(ByteWriter& out) const;
  static DelayStatistics read(ByteReader& in);

  double mean_meters() const;
  double mean_delay_ns() const { return mean_ns(sum_delay_ps_); }
  double max_delay_ns() const { return static_cast<double>(max_delay_ps_) / 1000; }
  double mean_time_ns() const { return mean_ns(sum_time_ps_); }
  double max_time_ns() const { return static_cast<double>(max_time_ps_) / 1000; }
  Histogram const& rounds() const { return rounds_; }
  Histogram const& hops() const { return hops_; }

  /// Returns a table with one row per quantity: mean, median, 90th and 99th percentile, maximum, and the
  /// fractions of messages above 2 and 2.5 times the mean.
  Table table(std::string name) const;
  /// Returns a table of the complete distributions: quantity, value, number of messages.
  Table distribution(std::string name) const;

 private:
  using Sum = unsigned __int128;
  double mean_ns(Sum picoseconds) const;

  double beta_;
  Histogram rounds_, hops_, meters_, delay_ns_, time_ns_;
  std::uint64_t sum_millimeters_ = 0, max_delay_ps_ = 0, max_time_ps_ = 0;
  Sum sum_delay_ps_ = 0, sum_time_ps_ = 0;
};

}  // namespace weft::rounds
