// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace weft::chart {

/// Scales of an axis.
enum class ScaleType { linear, log };

/// One axis of a chart. `title` and `unit` are printed as `title (unit)`.
struct Axis {
  std::string title;
  std::string unit = {};
  ScaleType type = ScaleType::linear;
  std::optional<double> min = {}, max = {};  ///< instead of the range of the data
};

/// A mark on an axis; without a label it is a minor one.
struct Tick {
  double value = 0;
  std::string label;
  friend bool operator==(Tick const&, Tick const&) = default;
};

/// Ticks in ascending order. Labels are values in units of 10^exponent, which belongs in the axis title.
struct Ticks {
  std::vector<Tick> marks;
  int exponent = 0;
};

/// The multiples of 1, 2 or 5 times a power of ten within [low, high], as many as possible up to `max_count`;
/// only whole numbers if `whole`.
Ticks linear_ticks(double low, double high, int max_count, bool whole = false);

/// Powers of ten within [low, high], 0 < low < high, every k-th labeled so that there are at most `max_count`
/// labels, with 1-2-5 steps where the range is short; never fewer than two labels if `max_count` >= 2 allows
/// it.
Ticks log_ticks(double low, double high, int max_count);

/// `value` for people: at most `digits` significant digits (never fewer than the integer part has), thousands
/// separated, powers of ten outside 10^-4 .. 10^7.
std::string format_value(double value, int digits = 4);

/// A round number of two digits that is at least `value` > 0: an end for an axis.
double round_above(double value);

/// The number of decimals that shows all values of a chart alike, with `digits` significant digits for the
/// largest and at least two for the smallest; nullopt if their magnitudes differ too much.
std::optional<int> common_decimals(std::vector<double> const& values, int digits);

/// `value` for people with this number of decimals, thousands separated; without `decimals` as format_value.
/// Zero has no decimals.
std::string format_fixed(double value, std::optional<int> decimals, int digits = 4);

/// 10^exponent in Unicode: `10⁶`.
std::string power_of_ten(int exponent);

/// The data of an axis. Values that are not finite, or would not be drawn, are only counted.
class DataRange {
 public:
  void add(double value);
  void add(std::vector<double> const& values);
  void merge(DataRange const& other);

  bool empty() const { return count_ == 0; }
  /// Only if not empty.
  double low() const { return low_; }
  double high() const { return high_; }
  double least_positive() const { return least_positive_; }
  bool has_positive() const { return least_positive_ < none; }
  bool has_zero() const { return zeros_ > 0; }
  std::size_t negatives() const { return negatives_; }
  std::size_t infinities() const { return infinities_; }
  /// Values, other than 0, that are drawn at 0 or at 10^300 because computations with them overflow.
  std::size_t moved() const { return moved_; }
  /// Only whole numbers, over a range of at least 2: an axis then needs no fractions.
  bool counts() const { return whole_ && high_ - low_ >= 2; }

 private:
  static constexpr double none = std::numeric_limits<double>::infinity();
  std::size_t count_ = 0, zeros_ = 0, negatives_ = 0, infinities_ = 0, moved_ = 0;
  double low_ = none, high_ = -none, least_positive_ = none;
  bool whole_ = true;
};

/// The room that an axis leaves around the data.
enum class Fit {
  tight,  ///< a little padding
  ends,   ///< to the next ticks, where little of the axis is then without data
  nice,   ///< to the next ticks, and to zero if that is near
  bars,   ///< with a baseline: zero, or on a log scale a step below the smallest bar
};

/// Maps values to 0..1 along an axis. A log scale over data with zeros has a gap at its low end where they
/// are drawn; it cannot show negative values.
class Scale {
 public:
  Scale() = default;
  /// `tick_count`: the maximum number of ticks for which the ends of a nice axis are chosen.
  Scale(Axis const& axis, DataRange const& data, Fit fit, int tick_count = 6);

  /// NaN if the axis cannot show `value`; may lie outside 0..1 where the axis is limited by its user.
  double fraction(double value) const;
  Ticks ticks(int max_count) const;

  ScaleType type() const { return type_; }
  double low() const { return low_; }
  double high() const { return high_; }
  /// The fraction of the axis set apart for zero; 0 without zeros.
  double zero_gap() const { return gap_; }
  /// Where bars begin.
  double baseline() const;

 private:
  void fit_linear(DataRange const& data, Fit fit, int tick_count);
  void widen_to_ticks(int tick_count);
  /// To the multiples of the coarsest step that leaves little of the axis without data.
  void widen_a_little();
  void limit(Axis const& axis);
  void fit_log(DataRange const& data, Fit fit);

  ScaleType type_ = ScaleType::linear;
  double low_ = 0, high_ = 1, gap_ = 0;
  bool whole_ = false;
};

}  // namespace weft::chart
