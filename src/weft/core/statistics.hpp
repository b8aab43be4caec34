// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <span>
#include <vector>

#include "weft/core/byte_stream.hpp"

namespace weft {

/// Count, mean, variance, minimum and maximum of a sequence of numbers that is not stored (Welford,
/// Technometrics 1962).
class RunningStatistics {
 public:
  void add(double value);
  /// Merges the statistics of `other` (Chan, Golub & LeVeque).
  void merge(RunningStatistics const& other);

  std::uint64_t count() const { return count_; }
  double mean() const { return mean_; }
  /// Returns the sample variance (divided by count - 1); 0 for fewer than two numbers.
  double variance() const;
  double standard_deviation() const;
  double min() const { return min_; }  ///< infinity if empty
  double max() const { return max_; }  ///< -infinity if empty

 private:
  std::uint64_t count_ = 0;
  double mean_ = 0, squares_ = 0;
  double min_ = std::numeric_limits<double>::infinity(), max_ = -min_;
};

/// Returns the t for which P(|T| <= t) = `level` under Student's t distribution with `degrees_of_freedom` >=
/// 1. `level` must be in (0, 1).
double student_t(double level, std::uint64_t degrees_of_freedom);

/// Returns half the width of the confidence interval of the mean of independent, roughly normal numbers;
/// infinity for fewer than two numbers.
double confidence_half_width(RunningStatistics const& numbers, double level = 0.95);

/// Exact frequencies of nonnegative integers, for delays and queue lengths, which are mostly small.
class Histogram {
 public:
  void add(std::uint64_t value, std::uint64_t times = 1);
  void merge(Histogram const& other);

  std::uint64_t count() const { return count_; }
  std::uint64_t count_of(std::uint64_t value) const;
  double mean() const;
  /// Returns the smallest value that is >= a fraction `part` (0..1) of all values; 0 if empty.
  std::uint64_t percentile(double part) const;
  std::uint64_t min() const { return percentile(0); }
  std::uint64_t max() const { return percentile(1); }

  struct Bin {
    std::uint64_t value, times;
    friend bool operator==(Bin, Bin) = default;
  };
  /// Returns the values that occurred, with their frequencies, in ascending order.
  std::vector<Bin> bins() const;

  void write(ByteWriter& out) const { out.put_list(bins()); }
  static Histogram read(ByteReader& in);

 private:
  std::uint64_t count_ = 0;
  std::vector<std::uint64_t> small_;              ///< indexed by value, below 65,536
  std::map<std::uint64_t, std::uint64_t> large_;  ///< other values
};

/// Returns the number of leading observations in the warm-up of a series, at most half of the series, by
/// MSER-5 (White, Simulation 1997), which truncates the series where the standard error of the rest, in
/// batches of 5, is minimal.
std::size_t warm_up_mser5(std::span<double const> series);

/// The mean of a series that reaches a steady state.
struct SteadyState {
  double mean = 0;
  double half_width = std::numeric_limits<double>::infinity();  ///< half the width of the confidence interval
  std::size_t warm_up = 0;                                      ///< omitted leading observations
  bool settled = false;  ///< false: the series is too short, or still drifts in its second half
};

/// Returns the mean after the warm-up, with a confidence interval from the means of `batches` (>= 2)
/// consecutive batches of equal size.
SteadyState steady_state(std::span<double const> series, std::size_t batches = 20, double level = 0.95);

}  // namespace weft
