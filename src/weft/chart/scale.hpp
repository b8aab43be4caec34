// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace weft::chart {

/// Types of scales of an axis.
enum class ScaleType { linear, log };

/// One axis of a chart. `title` and `unit` are printed as `title (unit)`.
struct Axis {
  std::string title;
  std::string unit = {};
  ScaleType type = ScaleType::linear;
  std::optional<double> min = {}, max = {};  ///< instead of the range of the data
};

/// A tick of an axis; a minor tick has no label.
struct Tick {
  double value = 0;
  std::string label;
  friend bool operator==(Tick const&, Tick const&) = default;
};

/// Ticks in ascending order. Labels are in units of 10^exponent, which belongs in the axis title.
struct Ticks {
  std::vector<Tick> marks;
  int exponent = 0;
};

/// Returns ticks at the multiples of the finest step (1, 2 or 5 times a power of ten) that has at most
/// `max_count` multiples in [low, high]; if `whole`, the step is an integer.
Ticks linear_ticks(double low, double high, int max_count, bool whole = false);

/// Returns ticks at powers of ten within [low, high], 0 < low < high, with every k-th labeled so that there
/// are at most `max_count` labels, and 1-2-5 steps for a short range; at least two labels if `max_count` >= 2
/// allows it.
Ticks log_ticks(double low, double high, int max_count);

/// Formats a value with at most `digits` significant digits (but all digits of the integer part), a thousands
/// separator, and powers of ten outside 10^-4 .. 10^7.
std::string format_value(double value, int digits = 4);

/// Returns a round number of two digits that is at least `value` > 0: an end for an axis.
double round_above(double value);

/// Returns a common number of decimals for all values of a chart, with `digits` significant digits for the
/// largest value and at least two for the smallest; nullopt if their magnitudes differ too much.
std::optional<int> common_decimals(std::vector<double> const& values, int digits);

/// Formats a value with `decimals` decimals and a thousands separator; without `decimals`, like format_value.
/// Zero has no decimals.
std::string format_fixed(double value, std::optional<int> decimals, int digits = 4);

/// Returns 10^exponent in Unicode: `10⁶`.
std::string power_of_ten(int exponent);

/// The range of the data of an axis. Values that are not finite or cannot be drawn are only counted.
class DataRange {
 public:
  void add(double value);
  void add(std::vector<double> const& values);
  void merge(DataRange const& other);

  bool empty() const { return count_ == 0; }
  /// Return the ends of the range; only if not empty.
  double low() const { return low_; }
  double high() const { return high_; }
  double min_positive() const { return min_positive_; }
  bool has_positive() const { return min_positive_ < none; }
  bool has_zero() const { return zeros_ > 0; }
  std::size_t negatives() const { return negatives_; }
  std::size_t infinities() const { return infinities_; }
  /// Returns the number of values other than 0 that are drawn at 0 or at +-10^300 because computations with
  /// them would overflow or lose all digits.
  std::size_t moved() const { return moved_; }
  /// Returns whether all values are whole numbers, over a range of at least 2: the axis then needs no
  /// fractions.
  bool counts() const { return whole_ && high_ - low_ >= 2; }

 private:
  static constexpr double none = std::numeric_limits<double>::infinity();
  std::size_t count_ = 0, zeros_ = 0, negatives_ = 0, infinities_ = 0, moved_ = 0;
  double low_ = none, high_ = -none, min_positive_ = none;
  bool whole_ = true;
};

/// Space that an axis leaves around the data.
enum class Fit {
  tight,  ///< a little padding
  ends,   ///< to the next ticks, if that leaves little of the axis without data
  nice,   ///< to the next ticks, and to zero if it is near
  bars,   ///< with a baseline: zero, or on a log scale a step below the smallest bar
};

/// Mapping from values to 0..1 along an axis. A log scale over data with zeros reserves a gap for them at its
/// low end; it cannot show negative values.
class Scale {
 public:
  Scale() = default;
  /// `tick_count`: maximum number of ticks for which the ends of a nice axis are chosen.
  Scale(Axis const& axis, DataRange const& data, Fit fit, int tick_count = 6);

  /// Returns the position of `value`, 0..1; outside 0..1 if the user limits the axis; NaN if the axis cannot
  /// show it.
  double fraction(double value) const;
  Ticks ticks(int max_count) const;

  ScaleType type() const { return type_; }
  double low() const { return low_; }
  double high() const { return high_; }
  /// Returns the fraction of the axis that is reserved for zero; 0 if the data contain no zeros.
  double zero_gap() const { return gap_; }
  /// Returns the value at which bars begin.
  double baseline() const;

 private:
  void fit_linear(DataRange const& data, Fit fit, int tick_count);
  void widen_to_ticks(int tick_count);
  /// Widens the range to multiples of the coarsest step that leaves little of the axis without data.
  void add_margin();
  void limit(Axis const& axis);
  void fit_log(DataRange const& data, Fit fit);

  ScaleType type_ = ScaleType::linear;
  double low_ = 0, high_ = 1, gap_ = 0;
  bool whole_ = false;
};

}  // namespace weft::chart
