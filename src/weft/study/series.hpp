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

struct Outcome;

/// Runs whose number depends on their results. What comes next is a function of the results so far, so the
/// same results give the same runs however they were computed.
class Series {
 public:
  static std::vector<KeyDoc> replicate_keys();
  static std::vector<KeyDoc> bisect_keys();
  static std::vector<KeyDoc> refine_keys();
  /// Nothing if the [[run]] table has none of the keys. Throws InputError at file:line:column.
  static std::optional<Series> read(RunKeys const& keys, Point const& start);

  /// The runs to add, given the outcomes of all runs that it has asked for, in their order; none: done.
  std::vector<Point> next(std::vector<Outcome const*> const& outcomes) const;
  /// What it found, or missed: a line each.
  std::vector<std::string> findings(std::vector<Outcome const*> const& outcomes) const;
  /// What it will do, as a sentence without its subject.
  std::string description() const;
  /// The most runs that it can ask for.
  std::size_t most_runs() const;

  Point const& start() const { return start_; }
  /// The same over another start.
  Series over(Point start) const;

 private:
  struct Place;
  std::vector<Place> places(std::vector<Outcome const*> const& outcomes) const;
  std::size_t runs_wanted(Place const& place) const;
  std::vector<AdaptiveAxis::Sample> samples(std::vector<Place> const& places) const;
  std::vector<std::string> seeds_of(std::size_t count) const;
  Point at(std::optional<double> x, std::string const& seed) const;

  Point start_;
  std::string where_;
  std::vector<std::string> fixed_seeds_;
  std::optional<Replication> replication_;
  std::optional<AdaptiveAxis> axis_;
};

}  // namespace weft::study
