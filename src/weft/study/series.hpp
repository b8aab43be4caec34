// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "weft/study/expression.hpp"
#include "weft/study/key_doc.hpp"
#include "weft/study/point.hpp"

namespace weft::study {

/// Estimates the mean of a measure over seeds until its confidence interval is narrow enough: the key
/// `replicate`.
struct Replication {
  Expression measure;
  double precision = 0;  ///< half the width of the interval, relative to the mean
  double confidence = 0.95;
  std::size_t min_count = 3, max_count = 100;  ///< minimum and maximum number of seeds

  /// Returns the number of seeds required, given the values of the measure so far, in the order of the seeds.
  std::size_t num_seeds(std::vector<double> const& values) const;
};

/// Values of a parameter that depend on results: the keys `bisect` and `refine`.
struct AdaptiveAxis {
  /// Rule by which points are added.
  enum class Kind { bisect, refine };
  Kind kind = Kind::bisect;
  std::string parameter;
  double from = 0, to = 1;
  bool integral = false;  ///< whether the values are integers
  Expression watched;     ///< bisect: the condition; refine: the curve
  double precision = 0;   ///< bisect: final width; refine: relative to the height of the curve
  std::size_t min_count = 5, max_count = 33;  ///< refine: minimum and maximum number of points

  /// A value of the parameter, and the value of `watched` there (NaN if there is none, as above saturation).
  struct Sample {
    double x = 0, y = 0;
  };
  /// Returns the values to try next, given the samples so far; empty if finished.
  std::vector<double> next(std::vector<Sample> samples) const;
};

struct Outcome;

/// A series of runs whose number depends on their results. The next runs are a function of the results so
/// far, so equal results lead to equal runs regardless of the order of computation.
class Series {
 public:
  static std::vector<KeyDoc> replicate_keys();
  static std::vector<KeyDoc> bisect_keys();
  static std::vector<KeyDoc> refine_keys();
  /// Reads a series; nullopt if the [[run]] table contains none of the keys. Throws InputError at
  /// file:line:column.
  static std::optional<Series> read(RunKeys const& keys, Point const& start);

  /// Returns the runs to add, given the outcomes of all requested runs in order; empty if finished.
  std::vector<Point> next(std::vector<Outcome const*> const& outcomes) const;
  /// Returns the findings or failures, one line each.
  std::vector<std::string> findings(std::vector<Outcome const*> const& outcomes) const;
  /// Returns a description of the series: a sentence without its subject.
  std::string description() const;
  /// Returns the maximum number of runs that the series can request.
  std::size_t max_runs() const;

  Point const& start() const { return start_; }
  /// Returns this series with another start.
  Series over(Point start) const;

 private:
  struct AxisPoint;
  std::vector<AxisPoint> axis_points(std::vector<Outcome const*> const& outcomes) const;
  std::size_t num_runs(AxisPoint const& point) const;
  std::vector<AdaptiveAxis::Sample> samples(std::vector<AxisPoint> const& points) const;
  std::vector<std::string> seeds_of(std::size_t count) const;
  Point at(std::optional<double> x, std::string const& seed) const;

  Point start_;
  std::string where_;
  std::vector<std::string> fixed_seeds_;
  std::optional<Replication> replication_;
  std::optional<AdaptiveAxis> axis_;
};

}  // namespace weft::study
