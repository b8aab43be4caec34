#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "weft/study/expression.hpp"

namespace weft::study {

/// The mean of a measure over seeds, until its confidence interval is narrow: the key `replicate`.
struct Replication {
  Expression measure;
  double precision = 0;  ///< half the width of the interval, relative to the mean
  double confidence = 0.95;
  std::size_t least = 3, most = 100;  ///< seeds

  /// How many seeds are needed after these values of the measure, in the order of the seeds.
  std::size_t wanted(std::vector<double> const& values) const;
};

/// Values of a parameter that are chosen by results: the keys `bisect` and `refine`.
struct AdaptiveAxis {
  /// Rules by which points are added.
  enum class Kind { bisect, refine };
  Kind kind = Kind::bisect;
  std::string parameter;
  double from = 0, to = 1;
  bool whole = false;    ///< its values are whole numbers
  Expression watched;    ///< bisect: what becomes true; refine: the curve
  double precision = 0;  ///< bisect: the width at which it ends; refine: relative to the height of the curve
  std::size_t least = 5, most = 33;  ///< refine: points

  /// A value of the parameter, and what was watched there (not a number: no value, as in saturation).
  struct Sample {
    double x = 0, y = 0;
  };
  /// The values to try next, given those tried so far; none: done.
  std::vector<double> next(std::vector<Sample> samples) const;
};

}  // namespace weft::study
