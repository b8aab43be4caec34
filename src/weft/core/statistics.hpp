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

/// Count, mean, variance, minimum and maximum of numbers added one at a time (Welford, Technometrics 1962);
/// the numbers are not kept.
class RunningStatistics {
 public:
  void add(double value);
  /// As if the numbers of `other` had been added too (Chan, Golub & LeVeque).
  void merge(RunningStatistics const& other);

  std::uint64_t count() const { return count_; }
  double mean() const { return mean_; }
  /// The sample variance (divided by count - 1); 0 for fewer than two numbers.
  double variance() const;
  double standard_deviation() const;
  double min() const { return min_; }  ///< infinity if nothing was added
  double max() const { return max_; }  ///< -infinity if nothing was added

 private:
  std::uint64_t count_ = 0;
  double mean_ = 0, squares_ = 0;
  double min_ = std::numeric_limits<double>::infinity(), max_ = -min_;
};

/// The t with P(|T| <= t) = level for Student's T with that many degrees of freedom (>= 1; level in (0, 1)).
double student_t(double level, std::uint64_t degrees_of_freedom);

/// Half the width of the confidence interval of the mean of independent, roughly normal numbers; infinite for
/// fewer than two of them.
double confidence_half_width(RunningStatistics const& numbers, double level = 0.95);

/// How often each whole number occurred, exactly; meant for delays and queue lengths, where most are small.
class Histogram {
 public:
  void add(std::uint64_t value, std::uint64_t times = 1);
  void merge(Histogram const& other);

  std::uint64_t count() const { return count_; }
  std::uint64_t count_of(std::uint64_t value) const;
  double mean() const;
  /// The smallest value that at least `part` (0..1) of all do not exceed; 0 if nothing was added.
  std::uint64_t percentile(double part) const;
  std::uint64_t min() const { return percentile(0); }
  std::uint64_t max() const { return percentile(1); }

  struct Bin {
    std::uint64_t value, times;
    friend bool operator==(Bin, Bin) = default;
  };
  /// The values that occurred, ascending.
  std::vector<Bin> bins() const;

  void write(ByteWriter& out) const { out.put_list(bins()); }
  static Histogram read(ByteReader& in);

 private:
  std::uint64_t count_ = 0;
  std::vector<std::uint64_t> small_;              ///< by value, below 65,536
  std::map<std::uint64_t, std::uint64_t> large_;  ///< the others
};

/// The number of leading observations in the warm-up of a series: MSER-5 (White, Simulation 1997), which cuts
/// where the standard error of the rest, in batches of 5, is minimal. At most half of the series.
std::size_t warm_up_mser5(std::span<double const> series);

/// The mean of a series that settles.
struct SteadyState {
  double mean = 0;
  double half_width = std::numeric_limits<double>::infinity();  ///< of the confidence interval
  std::size_t warm_up = 0;                                      ///< leading observations omitted
  bool settled = false;  ///< false: the series is too short, or still drifts in its second half
};

/// The mean after the warm-up with a confidence interval from `batches` (>= 2) means of equal, consecutive
/// batches.
SteadyState steady_state(std::span<double const> series, std::size_t batches = 20, double level = 0.95);

}  // namespace weft
